// The resident (../resident.ts) as an errand.
import { modelVariables } from "../../model/switched-on.ts"
import { type Env, fitsSocket, type Paths, runDir, socketPath } from "../../paths.ts"
import type { Work } from "./errand.ts"

export const mayHaveResident = (paths: Paths, env: Env): boolean =>
  process.platform !== "win32" && env.METTLE_RESIDENT !== "off" && fitsSocket(socketPath(runDir(paths, env)))

export const resident = {
  isDue: ({ paths, env }) => mayHaveResident(paths, env),
  runs: {
    // It stays: young objects get little room (by default it grows to three times 16 MB and is never given back), and threads of the C
    // library share two heaps instead of taking one each. Together a fifth less memory, no more CPU.
    flags: ["--max-old-space-size=192", "--max-semi-space-size=2"],
    env: { MALLOC_ARENA_MAX: "2" },
    // A model is started from there.
    also: ({ around }) => around && modelVariables(around.config),
    run: async env => (await import("../resident.ts")).runResident(env),
  },
} satisfies Work
