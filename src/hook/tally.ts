// What hooks count, one short line each in bounded files: what they could not do, and how long they took; and the failures in a
// row that switch hooks off for a while, longer each time, until one of them succeeds. Never holds a word of a payload.
import {
  appendFileSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { privateDir } from "../paths.ts"
import type { Refusal } from "./payload.ts"

/** lost: an event is gone · spooled: kept for later · unanswered: recorded, but too late to say anything · fault: ours */
type Mishap = "lost" | "spooled" | "unanswered" | "refused" | "fault"
export const FAILURES = 5
/** How long hooks stay off before one of them tries again: doubled by each failed try, up to an hour. */
const PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
const LARGEST = { mishaps: 128 * 1024, times: 16 * 1024 } as const
const file = (state: string): string => join(state, "hooks.tally")
const timesFile = (state: string): string => join(state, "hooks.ms")
const rowFile = (state: string): string => join(state, "hooks.failures")

const reasonOf = (why: string): string => why.replace(/[^\w.:-]+/g, "_").slice(0, 60)

/** A full file makes room, and is read once more before the next one takes its name. */
function addLines(path: string, largest: number, lines: string): void {
  if ((lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) > largest) renameSync(path, `${path}.1`)
  appendFileSync(path, lines, { mode: 0o600 })
}
const linesIn = (path: string): readonly string[] =>
  [`${path}.1`, path].flatMap(name => {
    try {
      return readFileSync(name, "utf8").split("\n")
    } catch {
      return []
    }
  })

/** Counts without ever throwing: a full disk must not turn a mishap into a failure. */
export function count(state: string, now: number, what: Mishap, why: string): void {
  try {
    addLines(file(privateDir(state)), LARGEST.mishaps, `${now} ${what} ${reasonOf(why)}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOSPC" || code === "EDQUOT") countByName(state, what)
    // Otherwise there is nowhere left to say it.
  }
}

/** A payload cut short was one of ours to hear; anything else was none. */
export function countRefused(state: string, now: number, why: Refusal): void {
  if (why !== "empty") count(state, now, why === "unfinished" || why === "too large" ? "lost" : "refused", why)
}

/** On a full disk a name can still be changed: the count stands in the name of an empty file. */
function countByName(state: string, what: Mishap): void {
  for (let tries = 0; tries < 20; tries++)
    try {
      const seen = unwritten(state).find(u => u.what === what)
      const next = join(state, `${UNWRITTEN}${what}.${(seen?.n ?? 0) + 1}`)
      if (seen) renameSync(seen.path, next)
      else closeSync(openSync(next, "wx", 0o600))
      return
    } catch {
      // Another hook was there first.
    }
}

const UNWRITTEN = "hooks.unwritten."
function unwritten(state: string): readonly { what: Mishap; n: number; path: string }[] {
  try {
    return readdirSync(state).flatMap(name => {
      const [, what, n] = /^hooks\.unwritten\.([a-z]+)\.(\d{1,9})$/.exec(name) ?? []
      return what === undefined ? [] : [{ what: what as Mishap, n: Number(n), path: join(state, name) }]
    })
  } catch {
    return []
  }
}

/** Failures in a row: how many, when hooks switched themselves off, when the last one was, and what it was. */
interface Row {
  readonly n: number
  readonly since: number
  readonly last: number
  readonly why: string
}
const NONE: Row = { n: 0, since: 0, last: 0, why: "" }

export function failed(state: string, now: number, why: string): void {
  try {
    privateDir(state)
    const row = readRow(state)
    const n = row.n + 1
    const since = n > FAILURES ? row.since : now
    writeFileSync(rowFile(state), `${n} ${since} ${now} ${reasonOf(why)}\n`, { mode: 0o600 })
  } catch {
    // As above.
  }
}
export function succeeded(state: string): void {
  if (readRow(state).n > 0) switchOn(state)
}
function readRow(state: string): Row {
  try {
    const [n, since, last, why] = readFileSync(rowFile(state), "utf8").trim().split(" ")
    const number = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : 0)
    return { n: number(n), since: number(since), last: number(last), why: why ?? "" }
  } catch {
    return NONE
  }
}
const triesAgain = ({ n, last }: Row): number => last + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (n - FAILURES))
/** Off, and not yet time to try again. A clock that went back is no reason to wait. */
export function switchedOff(state: string, now: number): boolean {
  const row = readRow(state)
  return row.n >= FAILURES && now >= row.last && now < triesAgain(row)
}
/** A hook succeeded, a resident holds the store, or somebody looked (`mettle doctor`). */
export const switchOn = (state: string): void => rmSync(rowFile(state), { force: true })

export function readTally(state: string) {
  const sum: Record<Mishap, number> = { lost: 0, spooled: 0, unanswered: 0, refused: 0, fault: 0 }
  const reasons: Record<string, number> = Object.create(null)
  let last: number | null = null
  for (const line of linesIn(file(state))) {
    const [ts, what, why] = line.split(" ")
    if (what === undefined || !Object.hasOwn(sum, what)) continue
    sum[what as Mishap]++
    last = Number(ts)
    const reason = `${what}: ${why ?? ""}`
    reasons[reason] = (reasons[reason] ?? 0) + 1
  }
  for (const { what, n } of unwritten(state)) {
    if (!Object.hasOwn(sum, what)) continue
    sum[what] += n
    reasons[`${what}: disk_full`] = n
  }
  const row = readRow(state)
  const off = row.n >= FAILURES
  return {
    ...sum,
    /** how often, of the kept lines */
    reasons: { ...reasons } as Readonly<Record<string, number>>,
    failuresInARow: row.n,
    /** five failures in a row or more: hooks do nothing but try again now and then */
    off,
    /** when they switched themselves off, what the last failure was, and when the next try is due; null while they are on */
    offSince: off ? row.since : null,
    offWhy: off ? row.why : null,
    triesAgain: off ? triesAgain(row) : null,
    last,
  }
}

/**
 * How long hooks took, for `mettle status`: one in a process of its own counts from that process's start; with a resident it is the
 * time the resident needed, without the shell that asked it. Never throws: a hook that cannot say so has still done its work.
 */
export function timed(state: string, now: number, ...ms: readonly number[]): void {
  if (ms.length === 0) return
  try {
    const lines = ms.map(one => `${Math.round(now)} ${Math.max(0, one).toFixed(1)}\n`)
    addLines(timesFile(privateDir(state)), LARGEST.times, lines.join(""))
  } catch {
    // Nowhere to write it.
  }
}

export function readTimes(state: string, since: number) {
  const sorted = linesIn(timesFile(state))
    .map(line => line.split(" ").map(Number))
    .flatMap(([at, ms]) => (at !== undefined && ms !== undefined && at >= since && Number.isFinite(ms) ? [ms] : []))
    .sort((a, b) => a - b)
  const at = (share: number): number | null => sorted[Math.ceil(sorted.length * share) - 1] ?? null
  return { /** hooks that were timed */ n: sorted.length, p50: at(0.5), p95: at(0.95) }
}
