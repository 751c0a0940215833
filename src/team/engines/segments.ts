// The files of a shared folder, read and written by the piece: log/<machine>/<number>.jsonl, one envelope a line, written by one machine only and only
// at the end. Read as they come from git, Syncthing or a USB stick: torn tails wait, conflict copies count as segments,
// lines that are no envelope (merge marks, rubbish) are passed over, links are not followed.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import type { Envelope, Erasure } from "../shared-log.ts"
import { bare, type ErasingWords, erased, misfit } from "./fit.ts"

const SEGMENT_BYTES = 1024 * 1024
const LONGEST_LINE = 8 * 1024 * 1024

/** Where the line of an envelope stands. */
export interface LinePlace {
  readonly file: string
  readonly start: number
  readonly length: number
}
export type Line =
  | { readonly what: "envelope"; readonly envelope: Envelope; readonly place: LinePlace; readonly machine: string }
  | { readonly what: "erase"; readonly id: string; readonly token: string }

/** The line of an envelope. The body stands as JSON of its own where that gives the same bytes back, to be read in a diff. */
export function lineOf(envelope: Envelope): string {
  const { body, signature, ...rest } = bare(envelope)
  let event: unknown
  try {
    event = JSON.parse(body)
  } catch {
    // kept as text
  }
  const readable = event !== undefined && JSON.stringify(event) === body
  return `${JSON.stringify({ ...rest, ...(readable ? { event } : { body }), signature })}\n`
}
export const eraseLine = ({ id, token }: Erasure): string => `${JSON.stringify({ erase: id, token })}\n`

function parsed(text: string, place: LinePlace, machine: string): Line | null {
  try {
    const { event, erase, token, ...rest } = JSON.parse(text)
    if (typeof erase === "string") return typeof token === "string" ? { what: "erase", id: erase, token } : null
    const envelope = bare({ ...rest, body: event === undefined ? rest.body : JSON.stringify(event) })
    if (
      misfit(envelope) !== null &&
      !(envelope.body === "" && misfit({ ...envelope, body: "{}", signature: "-" }) === null)
    )
      return null
    return { what: "envelope", envelope, place, machine }
  } catch {
    return null
  }
}

/** Reads what is new since the last look; a file that was replaced or shortened is read again from its start. */
export function segments(folder: string) {
  const known = new Map<string, { ino: number; end: number; mtime: number }>()
  return {
    /** One at a time: a log may be larger than memory. */
    *news(): Generator<Line> {
      for (const machine of names(folder)) {
        const place = join(folder, machine)
        for (const name of names(place)) {
          if (!name.endsWith(".jsonl")) continue
          const file = join(place, name)
          const stat = lstatSync(file, { throwIfNoEntry: false })
          if (!stat?.isFile()) continue
          const old = known.get(file)
          const grown = old !== undefined && old.ino === stat.ino && stat.size >= old.end
          if (grown && old.mtime === stat.mtimeMs && stat.size === old.end) continue
          const from = grown && stat.size > old.end ? old.end : 0
          const end = yield* readLines(file, from, machine)
          known.set(file, { ino: stat.ino, end, mtime: end === stat.size ? stat.mtimeMs : 0 })
        }
      }
    },
    /** Forgets what was read, so that the next look reads everything. */
    again: () => known.clear(),
  }
}

/** Each whole line; returns where the first unfinished one starts. */
function* readLines(file: string, from: number, machine: string): Generator<Line, number> {
  const fd = openSync(file, "r")
  try {
    const chunk = Buffer.alloc(256 * 1024)
    let rest: Buffer = Buffer.alloc(0)
    let start = from
    for (let at = from; ; ) {
      const n = readSync(fd, chunk, 0, chunk.length, at)
      if (n === 0) return start
      at += n
      let bytes: Buffer = Buffer.concat([rest, chunk.subarray(0, n)])
      for (let cut = bytes.indexOf(10); cut >= 0; cut = bytes.indexOf(10)) {
        const line = parsed(bytes.toString("utf8", 0, cut), { file, start, length: cut }, machine)
        if (line) yield line
        start += cut + 1
        bytes = bytes.subarray(cut + 1)
      }
      // No line of ours is that long: what stands before its end is rubbish.
      if (bytes.length > LONGEST_LINE) {
        start += bytes.length
        bytes = Buffer.alloc(0)
      }
      rest = Buffer.from(bytes)
    }
  } finally {
    closeSync(fd)
  }
}

/** The envelope at a place, or null when the file changed since. */
export function envelopeAt(place: LinePlace): Envelope | null {
  try {
    const line = parsed(pieceOf(place.file, place.start, place.length), place, "")
    return line?.what === "envelope" ? line.envelope : null
  } catch {
    return null
  }
}

/** Adds lines to this machine's last segment, or to a new one when that is full or ends in a torn line; synced. */
export function addLines(folder: string, machine: string, lines: readonly string[]): void {
  const place = join(folder, machine)
  mkdirSync(place, { recursive: true })
  const last = names(place)
    .filter(name => /^\d{8}\.jsonl$/.test(name))
    .at(-1)
  const size = last === undefined ? 0 : lstatSync(join(place, last)).size
  const whole = last !== undefined && size < SEGMENT_BYTES && endsWhole(join(place, last), size)
  const name = whole ? last : `${String(Number(last?.slice(0, 8) ?? 0) + 1).padStart(8, "0")}.jsonl`
  opened(join(place, name), "a", fd => putDown(fd, lines.join("")))
  if (!whole) syncFolder(place)
}

/** Blanks the marked bodies wherever this machine wrote them; the files are replaced whole. Returns their ids. */
export function blankLines(folder: string, machine: string, words: ErasingWords): ReadonlySet<string> {
  const place = join(folder, machine)
  const blanked = new Set<string>()
  for (const name of names(place)) {
    const file = join(place, name)
    if (!name.endsWith(".jsonl") || !lstatSync(file, { throwIfNoEntry: false })?.isFile()) continue
    let touched = false
    const lines = readFileSync(file, "utf8").split("\n")
    const after = lines.map(text => {
      const line = parsed(text, { file, start: 0, length: 0 }, machine)
      if (line?.what !== "envelope" || line.envelope.body === "" || !words.open(line.envelope)) return text
      touched = true
      blanked.add(line.envelope.id)
      return lineOf(erased(line.envelope)).trimEnd()
    })
    if (!touched) continue
    replaceFile(file, after.join("\n"))
  }
  if (blanked.size > 0) syncFolder(place)
  return blanked
}

const endsWhole = (file: string, size: number): boolean => size === 0 || pieceOf(file, size - 1, 1) === "\n"

/** Names in a folder, sorted; none when it is not there. Hidden ones are somebody's temporary files. */
function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => !name.startsWith(".") && !name.startsWith("~"))
      .sort()
  } catch {
    return []
  }
}

// Files of an engine on this machine: written whole and synced.

/** Opens a file for as long as `act` takes. */
export function opened<T>(file: string, flags: string, act: (fd: number) => T, mode = 0o644): T {
  const fd = openSync(file, flags, mode)
  try {
    return act(fd)
  } finally {
    closeSync(fd)
  }
}

/** Writes into an open file, to the disk. */
export function putDown(fd: number, text: string): void {
  writeFileSync(fd, text)
  fsyncSync(fd)
}

export function replaceFile(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.tmp`
  opened(fresh, "w", fd => putDown(fd, text))
  renameSync(fresh, file)
}

export const syncFolder = (folder: string): void => opened(folder, "r", fsyncSync)

/** So many bytes from there on; fewer where the file ends. */
export const pieceOf = (file: string, start: number, length: number): string =>
  opened(file, "r", fd => {
    const bytes = Buffer.alloc(length)
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, length, start))
  })
