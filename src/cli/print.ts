// What a command says: results on stdout, notes and progress on stderr, one JSON twin. Colour and symbols follow the
// terminal and the usual variables. Text that came from elsewhere is cleaned, so that it cannot drive the terminal.
import { styleText } from "node:util"
import type { MettleError } from "../core/errors.ts"
import type { Io } from "./io.ts"

const SCHEMA_VERSION = 1

export type Paint = "bold" | "dim" | "red" | "green" | "yellow" | "cyan"
const SYMBOLS = {
  ok: ["✓", "ok"],
  warn: ["!", "!"],
  fail: ["✗", "x"],
  bullet: ["·", "-"],
  arrow: ["→", "->"],
  more: ["…", "..."],
  full: ["█", "#"],
  empty: ["░", "."],
} as const
type Symbol = keyof typeof SYMBOLS

export type Cell = string | number | null | { readonly text: string; readonly paint: Paint }
interface Column {
  readonly name: string
  readonly align?: "left" | "right"
}

interface Switches {
  readonly json: boolean
  readonly plain: boolean
  readonly color: boolean
  readonly ascii: boolean
  readonly quiet: boolean
  readonly verbose: boolean
}

export type Out = ReturnType<typeof createOut>
export function createOut(io: Io, switches: Switches) {
  const colour = wantsColour(io, switches.color)
  const ascii = switches.ascii || !speaksUtf8(io)
  const width = Math.max(24, Math.min(io.columns, 200))
  const { json, plain, quiet, verbose } = switches
  const print = (text: string) => void io.stdout(ascii ? inAscii(text) : text)
  const object = (value: Readonly<Record<string, unknown>>, indent: number) =>
    void io.stdout(`${JSON.stringify({ schema_version: SCHEMA_VERSION, ...value }, null, indent)}\n`)
  const line = (text = "") => {
    if (!json) print(`${text}\n`)
  }
  const paint = (name: Paint, text: string) => (colour ? styleText(name, text, { validateStream: false }) : text)
  const symbol = (name: Symbol) => SYMBOLS[name][ascii ? 1 : 0]
  /** A remark on stderr; silent under --quiet. */
  const note = (text: string) => {
    if (!quiet) io.stderr(`${ascii ? inAscii(text) : text}\n`)
  }
  return {
    ...{ json, plain, quiet, verbose, ascii, width, paint, symbol, note, line },
    /** Text that came from elsewhere, cleaned and cut to so many columns; never to fewer than can be read. */
    fit: (text: string, columns = width): string => shorten(clean(text), Math.max(LEAST, columns), symbol("more")),
    /** That a list has more than was shown, and how to see it. */
    more: (shown: number, all: number) => {
      if (all > shown) note(`${all - shown} more: --limit ${all}`)
    },
    detail: (text: string) => {
      if (verbose) note(text)
    },
    /** One result: the object under --json, else what `human` prints, or is. */
    result: (value: Readonly<Record<string, unknown>>, human: string | (() => void)) => {
      if (json) object(value, io.tty.stdout ? 2 : 0)
      else if (typeof human === "string") line(human)
      else human()
    },
    /** Aligned columns; under --plain one record per line, tab-separated, no heading. */
    table: (columns: readonly Column[], rows: readonly (readonly Cell[])[]) => {
      if (json) return
      if (plain)
        for (const row of rows) print(`${row.map(cell => clean(textOf(cell)).replaceAll("\t", " ")).join("\t")}\n`)
      else
        for (const line of layout(columns, rows, io.tty.stdout ? width : Infinity, paint, symbol("more")))
          print(`${line}\n`)
    },
    progress: (label: string, total?: number) => progress(io, { label, total: total ?? null, quiet, ascii }),
    error: (error: MettleError) => {
      const { code, message, still, hint, exitCode } = error
      if (json) object({ error: { code, message, still, hint, exit: exitCode } }, 0)
      io.stderr(describe(error))
    },
  }
}
/** What a terminal without UTF-8 shows of signs that our own sentences use, one column each. */
const ASCII: Readonly<Record<string, string>> = {
  ...{ "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'" },
  ...{ "–": "-", "−": "-", "·": "-", "×": "x", "│": "|", "±": "~" },
}
const inAscii = (text: string): string => text.replace(/[^\x00-\x7f]/g, sign => ASCII[sign] ?? sign)

/** Columns below which a text says nothing any more. */
const LEAST = 12

/** What, why, what still works, next step, code. */
export function describe(error: MettleError): string {
  const first = `mettle: ${clean(error.message)}`
  const lines = [`${first}${" ".repeat(Math.max(2, 78 - first.length))}${error.code}`]
  if (error.still) lines.push(`     ${clean(error.still)}`)
  const docs = `docs: mettle help ${error.code}`
  lines.push(error.hint ? `     Next: ${clean(error.hint)}        ${docs}` : `     ${docs}`)
  return `${lines.join("\n")}\n`
}

function wantsColour(io: Io, flag: boolean): boolean {
  if (!flag) return false
  const { FORCE_COLOR, NO_COLOR, TERM } = io.env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false"
  if ((NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb") return false
  return io.tty.stdout
}

function speaksUtf8({ env, platform }: Io): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  return locale ? /utf-?8/i.test(locale) : platform === "darwin" || platform === "win32"
}

/** Without control characters, escape sequences and marks that turn the direction of text. Line breaks become spaces. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\x1b\[[0-9;?]{0,32}[A-Za-z]/g, "")
    .replace(/[\r\n\t]+/g, " ")
    .replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")

const textOf = (cell: Cell): string => (cell === null ? "-" : typeof cell === "object" ? cell.text : String(cell))

/** Columns a terminal gives a text: two for the wide characters of East Asia and pictures, none for combining marks. */
export function columnsOf(text: string): number {
  let sum = 0
  for (const char of text) {
    const code = char.codePointAt(0)!
    if (/\p{M}/u.test(char) || code === 0x200d) continue
    const wide =
      (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3)
    sum += wide || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xff60) || code >= 0x1f300 ? 2 : 1
  }
  return sum
}

export function shorten(text: string, columns: number, more: string): string {
  if (columnsOf(text) <= columns) return text
  let kept = ""
  for (const char of text) {
    if (columnsOf(kept + char) > columns - more.length) break
    kept += char
  }
  return kept + more
}

/** Words, or what stands between wider gaps, in as few lines as fit, those that go on indented; what is longer than a line stands alone. */
export function wrapped(text: string, columns: number, indent: string, gap = " "): readonly string[] {
  const lines: string[] = []
  for (const word of text.trimEnd().split(gap)) {
    const last = lines.at(-1)
    if (last !== undefined && columnsOf(last + gap + word) <= columns) lines[lines.length - 1] = last + gap + word
    else lines.push(last === undefined ? word : indent + word)
  }
  return lines
}

function layout(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  paint: (paint: Paint, text: string) => string,
  more: string,
): string[] {
  const texts = rows.map(row => columns.map((_, i) => clean(textOf(row[i] ?? null))))
  const widths = columns.map((column, i) => Math.max(column.name.length, ...texts.map(row => columnsOf(row[i]!))))
  const last = columns.length - 1
  const laid = (text: (i: number) => string, painted: (i: number, text: string) => string): readonly string[] =>
    shelvesOf(widths, width).map((shelf, below) => {
      const indent = below === 0 ? "" : "  "
      const cells = shelf.map((i, n) => {
        const before = shelf.slice(0, n).reduce((sum, other) => sum + widths[other]! + 2, indent.length)
        const room = i === last ? Math.min(widths[i]!, Math.max(LEAST_LAST, width - before)) : widths[i]!
        const short = shorten(text(i), room, more)
        const gap = " ".repeat(room - columnsOf(short))
        return painted(i, columns[i]!.align === "right" ? gap + short : short + gap)
      })
      return `${indent}${cells.join("  ")}`.trimEnd()
    })
  return [
    ...laid(
      i => columns[i]!.name.toUpperCase(),
      (_, text) => text,
    ).map(heading => paint("dim", heading)),
    ...rows.flatMap((row, r) =>
      laid(
        i => texts[r]![i]!,
        (i, text) => {
          const cell = row[i] ?? null
          return cell !== null && typeof cell === "object" ? paint(cell.paint, text) : text
        },
      ),
    ),
  ]
}
const LEAST_LAST = 8
/** Room below which the words at a row's end go below it. */
const ROOM = 20

/** Columns by the line they stand on: what does not fit beside the others goes below them. */
function shelvesOf(widths: readonly number[], width: number): readonly (readonly number[])[] {
  const shelves: number[][] = [[]]
  let used = 0
  for (const [i, wide] of widths.entries()) {
    const needs = i === widths.length - 1 ? Math.min(wide, ROOM) : wide
    if (used > 0 && used + needs > width) {
      shelves.push([])
      used = 2
    }
    shelves.at(-1)!.push(i)
    used += wide + 2
  }
  return shelves
}

// Progress on stderr: on a terminal one line that redraws, elsewhere a plain line every ten seconds. Count, rate, and
// after two seconds the time left.

interface Look {
  readonly label: string
  readonly total: number | null
  readonly quiet: boolean
  readonly ascii: boolean
}

const REDRAW_MS = 100
const PLAIN_MS = 10_000
const SETTLED_MS = 2000
const BAR = 20

/** `to`: so many are done in all, a remark behind the figures; `done` ends the line, with a closing word when given one. */
function progress(io: Io, look: Look) {
  const start = io.now()
  const live = io.tty.stderr && io.env.TERM !== "dumb"
  let done = 0
  let shown = live ? start - REDRAW_MS : start
  const show = (now: number, remark: string) => {
    shown = now
    const text = figures(look, done, now - start) + (remark ? ` ${look.ascii ? "-" : "·"} ${remark}` : "")
    io.stderr(live ? `\r\x1b[K${text}` : `${text}\n`)
  }
  const to = (count: number, remark = ""): void => {
    done = count
    const now = io.now()
    if (!look.quiet && now - shown >= (live ? REDRAW_MS : PLAIN_MS)) show(now, remark)
  }
  return {
    to,
    step: (count = 1) => to(done + count),
    done: (remark = "") => {
      if (look.quiet) return
      if (live) io.stderr("\r\x1b[K")
      if (remark) io.stderr(`${remark}\n`)
    },
  }
}

function figures({ label, total, ascii }: Look, done: number, elapsed: number): string {
  const dot = ascii ? " - " : " · "
  const parts = [
    total === null ? `${label}  ${done}` : `${label}  ${bar(done / Math.max(1, total), ascii)}  ${done}/${total}`,
  ]
  if (elapsed >= SETTLED_MS && done > 0) {
    const rate = (done * 1000) / elapsed
    parts.push(`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`)
    if (total !== null && total > done) parts.push(`${duration(((total - done) / rate) * 1000)} left`)
  }
  return parts.join(dot)
}

const bar = (share: number, ascii: boolean): string => {
  const full = Math.round(Math.min(1, share) * BAR)
  return (ascii ? "#" : "█").repeat(full) + (ascii ? "." : "░").repeat(BAR - full)
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
