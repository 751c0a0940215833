// How long hooks took, one number a line in a bounded file, for `mettle status`. A hook in a process of its own counts from
// that process's start; with a resident it is the time the resident needed, without the shell that asked it.
import { appendFileSync, lstatSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { privateDir } from "../paths.ts"

interface HookTimes {
  /** hooks that were timed */
  readonly n: number
  readonly p50: number | null
  readonly p95: number | null
}

const LARGEST = 16 * 1024
const file = (state: string): string => join(state, "hooks.ms")

/** Never throws: a hook that cannot say how long it took has still done its work. */
export function timed(state: string, now: number, ...ms: readonly number[]): void {
  if (ms.length === 0) return
  try {
    const path = file(privateDir(state))
    if ((lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(path, `${path}.1`)
    const lines = ms.map(one => `${Math.round(now)} ${Math.max(0, one).toFixed(1)}\n`)
    appendFileSync(path, lines.join(""), { mode: 0o600 })
  } catch {
    // Nowhere to write it.
  }
}

export function readTimes(state: string, since: number): HookTimes {
  const found: number[] = []
  for (const path of [`${file(state)}.1`, file(state)]) {
    let text = ""
    try {
      text = readFileSync(path, "utf8")
    } catch {
      continue
    }
    for (const line of text.split("\n")) {
      const [at, ms] = line.split(" ").map(Number)
      if (at !== undefined && ms !== undefined && at >= since && Number.isFinite(ms)) found.push(ms)
    }
  }
  const sorted = found.sort((a, b) => a - b)
  const at = (share: number): number | null => sorted[Math.ceil(sorted.length * share) - 1] ?? null
  return { n: sorted.length, p50: at(0.5), p95: at(0.95) }
}
