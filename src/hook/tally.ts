// What hooks could not do, counted: one short line per mishap in a bounded file, and the count of failures in a row that
// switches hooks off until somebody looks. Never holds a word of a payload.
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

/** lost: an event is gone · spooled: kept for later · unanswered: recorded, but too late to say anything · fault: ours */
export type Mishap = "lost" | "spooled" | "unanswered" | "refused" | "fault"
export interface HookTally {
  readonly lost: number
  readonly spooled: number
  readonly unanswered: number
  readonly refused: number
  readonly fault: number
  /** most frequent reasons of the kept lines */
  readonly reasons: Readonly<Record<string, number>>
  readonly failuresInARow: number
  /** five failures in a row: hooks do nothing until `mettle doctor` */
  readonly off: boolean
  readonly last: number | null
}

export const FAILURES = 5
const LARGEST = 128 * 1024
const file = (state: string): string => join(state, "hooks.tally")
const rowFile = (state: string): string => join(state, "hooks.failures")

/** Counts without ever throwing: a full disk must not turn a mishap into a failure. */
export function count(state: string, now: number, what: Mishap, why: string): void {
  try {
    privateDir(state)
    const path = file(state)
    if ((lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(path, `${path}.1`)
    appendFileSync(path, `${now} ${what} ${why.replace(/[^\w.:-]+/g, "_").slice(0, 60)}\n`, { mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOSPC" || code === "EDQUOT") countByName(state, what)
    // Otherwise there is nowhere left to say it.
  }
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

export function failed(state: string): void {
  try {
    privateDir(state)
    writeFileSync(rowFile(state), `${failuresInARow(state) + 1}\n`, { mode: 0o600 })
  } catch {
    // As above.
  }
}
export function succeeded(state: string): void {
  if (failuresInARow(state) > 0) rmSync(rowFile(state), { force: true })
}
export function failuresInARow(state: string): number {
  try {
    const n = Number.parseInt(readFileSync(rowFile(state), "utf8"), 10)
    return Number.isSafeInteger(n) && n > 0 ? n : 0
  } catch {
    return 0
  }
}
export const switchedOff = (state: string): boolean => failuresInARow(state) >= FAILURES
/** What `mettle doctor` does once somebody has looked. */
export const switchOn = (state: string): void => rmSync(rowFile(state), { force: true })

export function readTally(state: string): HookTally {
  const sum: Record<Mishap, number> = { lost: 0, spooled: 0, unanswered: 0, refused: 0, fault: 0 }
  const reasons: Record<string, number> = Object.create(null)
  let last: number | null = null
  for (const path of [`${file(state)}.1`, file(state)]) {
    let text = ""
    try {
      text = readFileSync(path, "utf8")
    } catch {
      continue
    }
    for (const line of text.split("\n")) {
      const [ts, what, why] = line.split(" ")
      if (what === undefined || !Object.hasOwn(sum, what)) continue
      sum[what as Mishap]++
      last = Number(ts)
      const reason = `${what}: ${why ?? ""}`
      reasons[reason] = (reasons[reason] ?? 0) + 1
    }
  }
  for (const { what, n } of unwritten(state)) {
    if (!Object.hasOwn(sum, what)) continue
    sum[what] += n
    reasons[`${what}: disk_full`] = n
  }
  const row = failuresInARow(state)
  return { ...sum, reasons: { ...reasons }, failuresInARow: row, off: row >= FAILURES, last }
}
