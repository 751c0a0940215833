// Putting our entries into a client's settings and taking them out again. The original bytes are kept, so that taking out restores them
// exactly; a file that somebody changed meanwhile loses our entries and nothing else. And the difference, line by line, shown before.
import { createHash } from "node:crypto"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isCode, MettleError } from "../core/errors.ts"
import { parsed } from "../core/loose.ts"
import { type Paths, privateDir, textIn, writeWhole } from "../paths.ts"
import type { Computer, Target } from "./targets.ts"

export interface Change {
  readonly target: Target
  readonly file: string
  /** null: there is no such file */
  readonly before: string | null
  /** null: the file goes */
  readonly after: string | null
}

/** What was done to one file. */
interface Kept {
  readonly file: string
  /** base64; null when there was no file */
  readonly original: string | null
  /** of a file whose bytes are not ours to copy: what came in between where, and what little stood there before; null when there was no file */
  readonly inserted?: Inserted | null
  /** of such a file, where more would have to be kept, and in receipts of 0.1: its hash, null when there was no file */
  readonly originalHash?: string | null
  readonly written: string
  /** the topmost folder that had to be made */
  readonly madeDir: string | null
}

interface Inserted {
  readonly at: number
  readonly length: number
  readonly was: string
}
/** More than punctuation and blanks would be somebody's words. */
const MOST_KEPT = 100

/** The one stretch in which two texts differ; null where more than a little would have to be kept. */
function insertedInto(before: string, after: string): Inserted | null {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before[at] === after[at]) at++
  let tail = 0
  while (tail < most - at && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const was = before.slice(at, before.length - tail)
  return was.length > MOST_KEPT ? null : { at, length: after.length - tail - at, was }
}
const withoutInserted = (text: string, { at, length, was }: Inserted): string =>
  text.slice(0, at) + was + text.slice(at + length)

function wayBack(
  original: string | null,
  after: string,
  secret: boolean,
): Pick<Kept, "original" | "inserted" | "originalHash"> {
  if (!secret) return { original: original === null ? null : Buffer.from(original).toString("base64") }
  const inserted = original === null ? null : insertedInto(original, after)
  return {
    original: null,
    ...(original !== null && inserted === null ? { originalHash: hash(original) } : { inserted }),
  }
}

const hash = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")
const keptFile = (paths: Paths, { client, entry }: Target): string =>
  join(paths.state, "installed", `${client}${entry === undefined ? "" : `-${entry}`}.json`)

export function planInstall(target: Target, place: Computer, command: string): Change {
  const file = target.file(place)
  const before = read(file)
  return { target, file, before, after: inFile(file, () => target.add(before, command)) }
}

/** What is wrong with a file is said with its name. */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isCode(error, "E_CONFIG")) throw error
    const { message, still, hint } = error
    throw new MettleError("E_CONFIG", `${file}: ${message}`, {
      ...(still === undefined ? {} : { still }),
      hint: hint ?? "repair the file first",
      cause: error,
    })
  }
}

export function applyInstall(paths: Paths, change: Change): void {
  const { target, file, before, after } = change
  if (after === null || after === before) return
  const earlier = keptOf(paths, target)
  // Our own earlier work is not the original; what stood there before it is.
  const untouched = earlier !== null && earlier.file === file && before !== null && hash(before) === earlier.written
  const kept: Kept = {
    file,
    ...(untouched && earlier.originalHash !== undefined
      ? { original: null, originalHash: earlier.originalHash }
      : wayBack(untouched ? originalOf(earlier, before) : before, after, target.holdsSecrets === true)),
    written: hash(after),
    madeDir: untouched ? earlier.madeDir : topmostMissing(dirname(placeOf(file))),
  }
  // The way back is written first: a crash in between must not lose it.
  privateDir(paths.state)
  const record = keptFile(paths, target)
  privateDir(dirname(record))
  writeWhole(record, `${JSON.stringify(kept)}\n`)
  mkdirSync(dirname(placeOf(file)), { recursive: true })
  replace(file, after)
}

export interface Removal extends Change {
  /** the file is again as it was, byte for byte */
  readonly exact: boolean
}

/** null when there is nothing of ours. */
export function planRemoval(paths: Paths, target: Target, place: Computer, command: string): Removal | null {
  const kept = keptOf(paths, target)
  const file = kept?.file ?? target.file(place)
  const before = read(file)
  if (before === null) return null
  if (kept && kept.originalHash === undefined && hash(before) === kept.written)
    return { target, file, before, after: originalOf(kept, before), exact: true }
  let after: string | null = null
  try {
    after = target.remove(before, command)
  } catch (error) {
    // Not JSON any more, and not ours to repair. Where our entry may still stand in it, the person has to know.
    if (!before.includes(JSON.stringify(command).slice(1, -1))) return null
    return inFile(file, () => {
      throw error
    })
  }
  if (after === before) return null
  // Of a file that was not there, and has nothing in it now, nothing is to be kept.
  if (kept && (kept.originalHash ?? kept.inserted ?? kept.original) === null && /^\s*(?:\{\s*\})?\s*$/.test(after))
    return { target, file, before, after: null, exact: true }
  const exact = kept?.originalHash != null && hash(after) === kept.originalHash
  return { target, file, before, after: after === "" ? null : after, exact }
}

export function applyRemoval(paths: Paths, removal: Removal): void {
  const kept = keptOf(paths, removal.target)
  if (removal.after === null) {
    const place = placeOf(removal.file)
    rmSync(place, { force: true })
    removeEmpty(dirname(place), kept?.madeDir ?? null)
  } else replace(removal.file, removal.after)
  rmSync(keptFile(paths, removal.target), { force: true })
}

/** What stood there before us, of a file that is as we wrote it. */
function originalOf({ original, inserted }: Kept, written: string): string | null {
  if (inserted) return withoutInserted(written, inserted)
  return original === null ? null : Buffer.from(original, "base64").toString("utf8")
}

const keptOf = (paths: Paths, target: Target): Kept | null =>
  (parsed(textIn(keptFile(paths, target)) ?? "null") ?? null) as Kept | null

function read(file: string): string | null {
  try {
    const bytes = readFileSync(file)
    const text = bytes.toString("utf8")
    if (!Buffer.from(text).equals(bytes))
      throw new MettleError("E_CONFIG", `${file} is not UTF-8 text`, { still: "nothing was changed" })
    return text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT") return null
    if (code === "ELOOP" || code === "EISDIR" || code === "ENOTDIR")
      throw new MettleError("E_CONFIG", `${file} is no file, or a link that leads to none (${code})`, {
        still: "nothing was changed",
        hint: "repair the link first",
      })
    throw error
  }
}

/** Whole or not at all, with the mode it had. */
function replace(file: string, content: string | Uint8Array): void {
  const place = placeOf(file)
  writeWhole(place, content, existsSync(place) ? statSync(place).mode & 0o777 : 0o644)
}

/** Where a file lies, or will lie: dotfiles are often linked, at times to what is not there yet. The link is never ours to replace. */
function placeOf(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
  const dir = placeOf(dirname(file))
  return link ? placeOf(resolve(dir, readlinkSync(file))) : join(dir, basename(file))
}

function topmostMissing(dir: string): string | null {
  let missing: string | null = null
  for (let at = dir; !existsSync(at); at = dirname(at)) missing = at
  return missing
}

function removeEmpty(from: string, top: string | null): void {
  if (top === null) return
  try {
    for (let at = from; at.startsWith(top); at = dirname(at)) rmdirSync(at)
  } catch {
    // Somebody else has put something there meanwhile.
  }
}

interface DiffLine {
  readonly mark: " " | "+" | "-"
  readonly text: string
}
const AROUND = 2

/** Longest common subsequence over what is left between equal heads and tails. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const a = before === "" ? [] : before.split(/\r?\n/)
  const b = after === "" ? [] : after.split(/\r?\n/)
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const x = a.slice(head, a.length - tail)
  const y = b.slice(head, b.length - tail)
  const all: DiffLine[] = [
    ...a.slice(0, head).map(same),
    ...common(x, y),
    ...(tail === 0 ? [] : a.slice(a.length - tail)).map(same),
  ]
  const near = (i: number): boolean =>
    all.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(line => line.mark !== " ")
  return all.filter((line, i) => line.mark !== " " || near(i))
}

const same = (text: string): DiffLine => ({ mark: " ", text })

function common(x: readonly string[], y: readonly string[]): DiffLine[] {
  const length = Array.from({ length: x.length + 1 }, () => new Int32Array(y.length + 1))
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      length[i]![j] = x[i] === y[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
  const out: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      out.push(same(x[i]!))
      i++
      j++
    } else if (j >= y.length || (i < x.length && length[i + 1]![j]! >= length[i]![j + 1]!))
      out.push({ mark: "-", text: x[i++]! })
    else out.push({ mark: "+", text: y[j++]! })
  }
  return out
}
