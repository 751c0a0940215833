// The files of views. Each fingerprint has its own, so that two Nodes, two builds or two presets stand side by side; each
// carries a number, and the highest one counts: whatever is folded anew is folded aside and then takes the next number.
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { hashId } from "../core/ids.ts"
import { openDatabase } from "./sqlite.ts"
import { isCorrupt } from "./sqlite-error.ts"

const NAME = /^views-([0-9a-f]{16})\.(\d{1,9})\.db$/
/** Being folded, or left behind by whoever was folding; and the one file of all that releases before had. */
const ASIDE = /^views-[0-9a-f]{16}\..*\.new$/
const BEFORE = "views.db"
const SIDES = ["", "-wal", "-shm"] as const
/** Fingerprints whose views are kept: the one in use, and the one that somebody may go back to. */
const KEPT = 2
const TOUCHED_MS = 3_600_000

interface ViewFile {
  readonly path: string
  readonly mark: string
  readonly n: number
}

export const markOf = (fingerprint: string): string => hashId("views", fingerprint).slice(0, 16)
export const viewPath = (dir: string, mark: string, n: number): string => join(dir, `views-${mark}.${n}.db`)
export const asidePath = (dir: string, mark: string, whose: string): string => join(dir, `views-${mark}.${whose}.new`)

const names = (dir: string): readonly string[] => (existsSync(dir) ? readdirSync(dir) : [])

/** Every views file of a folder, the highest number of each fingerprint first. */
export function viewFiles(dir: string): readonly ViewFile[] {
  return names(dir)
    .flatMap(name => {
      const [, mark, n] = NAME.exec(name) ?? []
      return mark === undefined ? [] : [{ path: join(dir, name), mark, n: Number(n) }]
    })
    .sort((a, b) => b.n - a.n)
}
export const newest = (dir: string, mark: string): number => viewFiles(dir).find(file => file.mark === mark)?.n ?? 0

/** Name of the file and its side files, as they would lie in the folder. */
export const isViewFile = (name: string): boolean => {
  const file = name.replace(/-(?:wal|shm)$/, "")
  return NAME.test(file) || ASIDE.test(file) || file === BEFORE
}

export function removeViewFile(path: string): void {
  for (const side of SIDES) rmSync(path + side, { force: true })
}
/** All of them, whoever has them open: what comes next is folded from the log. */
export function removeViews(dir: string): void {
  for (const name of names(dir)) if (isViewFile(name)) rmSync(join(dir, name), { force: true })
}

/** Says that this fingerprint is in use; written at most once an hour, since every hook comes by. */
export function touch(path: string, now: number): void {
  const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (at !== undefined && Math.abs(now - at) > TOUCHED_MS) utimesSync(path, now / 1000, now / 1000)
}

/** When nobody waits: views of fingerprints that nobody came back to, and what was left behind. Never one that is open. */
export function tidyViews(dir: string): readonly string[] {
  const files = viewFiles(dir)
  const usedAt = (file: ViewFile): number => statSync(file.path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const current = files.filter(file => file.n === files.find(other => other.mark === file.mark)!.n)
  const kept = new Set([...current].sort((a, b) => usedAt(b) - usedAt(a)).slice(0, KEPT))
  const old = files.filter(file => !kept.has(file)).map(file => file.path)
  const left = names(dir).filter(name => ASIDE.test(name) || name === BEFORE)
  return [...old, ...left.map(name => join(dir, name))].filter(path => {
    if (isOpen(path)) return false
    removeViewFile(path)
    return true
  })
}

/** Does anybody have it open? Leaving WAL takes the whole file, which every other connection shares as long as it lives. */
function isOpen(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const db = openDatabase({ path, busyMs: 0, synchronous: "OFF" })
    try {
      db.exec("PRAGMA journal_mode=DELETE")
      return false
    } finally {
      db.close()
    }
  } catch (error) {
    // Damaged: whoever opens it starts over anyway. Whatever else it is, leave it alone.
    return !isCorrupt(error)
  }
}
