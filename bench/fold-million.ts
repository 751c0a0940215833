// The fold on a log of a million events: what it holds at its peak. It takes an hour, so it runs by name only.

import { run as fold } from "./fold.ts"
import type { BenchArgs, Figures } from "./main.ts"

export * from "./fold.ts"
export const run = (args: BenchArgs): Promise<Figures> => fold({ ...args, args: ["--events", "1000000", ...args.args] })
