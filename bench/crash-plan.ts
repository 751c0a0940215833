// What the n-th event of a crash run holds: both the killed writer and its judge compute it.
import { hashId } from "../src/core/ids.ts"

export const idAt = (run: string, n: number): string => hashId("crash", run, n)
export const textAt = (run: string, n: number): string => `${run} ${n} ${"some words of a transcript ".repeat(n % 40)}`
