// Takes secrets and private passages out of a text before it is stored, shown or sent.
// Ground truth: the scanners beside this file. Running it twice gives the same text as running it once.
import { clip } from "../clip.ts"
import { scanCalls, scanCommands, scanEchoes } from "./command-scan.ts"
import { scanKeyed } from "./keyed-scan.ts"
import { scanLabels } from "./label-scan.ts"
import { scanManifests } from "./manifest-scan.ts"
import { scanEncodedKeys, scanPrivateKeys } from "./private-key-scan.ts"
import { scanProse } from "./prose-scan.ts"
import { forgetWords, MASKS, mask, matches, PRIVATE_MARK, placesOf, type Span } from "./span.ts"
import { scanVendors } from "./vendor-scan.ts"
import { scanHeaders, scanUrls } from "./web-scan.ts"

/** The text without its secrets, and of which kinds they were, in order. */
type Redacted = { readonly text: string; readonly kinds: readonly string[] }

// Earlier scanners name a span when several find it: the exact before the general.
// A wide scanner reads whole documents (key blocks, manifests); what any other finds depends on less than REACH around it.
const SCANNERS: readonly { readonly scan: (text: string) => Span[]; readonly wide: boolean }[] = [
  { scan: scanPrivateKeys, wide: true },
  { scan: scanEncodedKeys, wide: false },
  { scan: scanVendors, wide: false },
  { scan: scanUrls, wide: false },
  { scan: scanHeaders, wide: false },
  { scan: scanManifests, wide: true },
  { scan: scanCommands, wide: false },
  { scan: scanKeyed, wide: false },
  { scan: scanCalls, wide: false },
  { scan: scanEchoes, wide: false },
  { scan: scanProse, wide: false },
  { scan: scanLabels, wide: false },
]
const RANKS = SCANNERS.map((_, rank) => rank)
const WIDE = RANKS.filter(rank => SCANNERS[rank]!.wide)
const NARROW = RANKS.filter(rank => !SCANNERS[rank]!.wide)
/** More than any rule reads across lines; a window always holds whole lines, however long. */
const REACH = 800

/** A mask may lay a neighbour bare (a joined token, a new line end), so the text is read again until nothing is found. */
const PASSES = 8

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

type Piece = Span & { readonly rank: number }

type Window = Omit<Span, "kind">

/** The stretches of whole lines around what the last pass changed. */
const around = (text: string, changed: readonly number[]): Window[] => {
  const windows: { start: number; end: number }[] = []
  for (const at of changed) {
    const last = windows.at(-1)
    if (last !== undefined && at + REACH <= last.end) continue
    const start = text.lastIndexOf("\n", Math.max(0, at - REACH)) + 1
    const newline = text.indexOf("\n", Math.min(text.length, at + REACH))
    const end = newline < 0 ? text.length : newline + 1
    if (last !== undefined && start <= last.end) last.end = end
    else windows.push({ start, end })
  }
  return windows
}

const scan = (text: string, windows: readonly Window[]): Piece[] => {
  const pieces: Piece[] = scanPrivateTags(text).map(span => ({ ...span, rank: -1 }))
  const read = (rank: number, part: string, from: number): void => {
    for (const { kind, start, end } of SCANNERS[rank]!.scan(part))
      pieces.push({ kind, start: from + start, end: from + end, rank })
  }
  for (const rank of WIDE) read(rank, text, 0)
  for (const { start, end } of windows) {
    const part = start === 0 && end === text.length ? text : text.slice(start, end)
    for (const rank of NARROW) read(rank, part, start)
  }
  forgetWords()
  return pieces
}

/** Joins overlapping spans, keeps masks whole, and drops spans that hold nothing but masks. */
const settled = (text: string, walls: readonly Window[], pieces: readonly Piece[]): Span[] => {
  const sorted = [...pieces].sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank)
  const joined: { kind: string; start: number; end: number; rank: number }[] = []
  for (const piece of sorted) {
    const last = joined.at(-1)
    if (last !== undefined && piece.start < last.end) {
      if (piece.rank < last.rank) {
        last.kind = piece.kind
        last.rank = piece.rank
      }
      if (piece.end > last.end) last.end = piece.end
      continue
    }
    joined.push({ ...piece })
  }
  const kept: { kind: string; start: number; end: number }[] = []
  let wall = 0
  for (const piece of joined) {
    let { start, end } = piece
    while (wall < walls.length && walls[wall]!.end <= start) wall++
    let masked = 0
    for (let i = wall; i < walls.length && walls[i]!.start < end; i++) {
      start = Math.min(start, walls[i]!.start)
      end = Math.max(end, walls[i]!.end)
      masked += walls[i]!.end - walls[i]!.start
    }
    if (isLow(text.charCodeAt(start)) && isHigh(text.charCodeAt(start - 1))) start--
    if (isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end))) end++
    if (end - start <= masked) continue
    const last = kept.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else kept.push({ kind: piece.kind, start, end })
  }
  return kept
}

export const redact = (original: string): Redacted => {
  let text = original.toWellFormed()
  // The kind of every mask in the text, in order; null: it stood there before.
  let kinds: (string | null)[] = placesOf(text, MASKS, "[").map(() => null)
  let windows: readonly Window[] = [{ start: 0, end: text.length }]
  for (let pass = 0; pass < PASSES; pass++) {
    const walls = placesOf(text, MASKS, "[")
    const spans = settled(text, walls, scan(text, windows))
    if (spans.length === 0) break
    const parts: string[] = []
    const after: (string | null)[] = []
    const changed: number[] = []
    let length = 0
    let from = 0
    let wall = 0
    const put = (part: string): void => {
      parts.push(part)
      length += part.length
    }
    const copy = (until: number): void => {
      put(text.slice(from, until))
      // A mask that a span swallowed begins before what is copied.
      for (; wall < walls.length && walls[wall]!.end <= until; wall++)
        if (walls[wall]!.start >= from) after.push(kinds[wall]!)
    }
    for (const { kind, start, end } of spans) {
      copy(start)
      changed.push(length)
      put(kind === "private" ? PRIVATE_MARK : mask(kind))
      after.push(kind)
      from = end
    }
    copy(text.length)
    text = parts.join("")
    windows = around(text, changed)
    kinds = after
  }
  return { text, kinds: kinds.filter(kind => kind !== null) }
}

// Redacts the head and the tail of a long text, and drops what stands at the cut: half a secret is not known as one.
// Ground truth: redact.ts. What is kept for good is cut again by the caller; this only bounds the work.

/** Dropped at either side of the cut: longer than a line's name and value, and then to the line's or the word's end. */
const MARGIN = 1024
const LINE_LIMIT = 8192
const MARKER = /…\[clipped \d+ characters\]…/

const withoutEnd = (text: string): string => {
  const cut = Math.max(0, text.length - MARGIN)
  const line = text.lastIndexOf("\n", cut)
  if (line >= 0 && cut - line < LINE_LIMIT) return text.slice(0, line + 1)
  let end = cut
  // Walked back by hand: a pattern that ends in $ is tried from every character of a long word.
  while (end > 0 && cut - end < LINE_LIMIT && !/[\s"']/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

const withoutStart = (text: string): string => {
  const cut = Math.min(text.length, MARGIN)
  const line = text.indexOf("\n", cut)
  if (line >= 0 && line - cut < LINE_LIMIT) return text.slice(line)
  return text.slice(cut).replace(/^[^\s"']{0,8192}/, "")
}

/** A passage may be opened or closed in the part that is cut out, so private ones go before anything is cut. */
const withoutPrivate = (text: string): { readonly text: string; readonly count: number } => {
  const spans = scanPrivateTags(text)
  if (spans.length === 0) return { text, count: 0 }
  const parts: string[] = []
  let from = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), PRIVATE_MARK)
    from = end
  }
  return { text: parts.join("") + text.slice(from), count: spans.length }
}

export const redactWindow = (text: string, window: { readonly head: number; readonly tail: number }): Redacted => {
  const open = text.length > window.head + window.tail ? withoutPrivate(text) : { text, count: 0 }
  const clipped = clip(open.text, window)
  const clean = redact(clipped)
  const kinds = [...Array.from({ length: open.count }, () => "private"), ...clean.kinds]
  const marker = clipped.length < open.text.length ? MARKER.exec(clipped)?.[0] : undefined
  const at = marker === undefined ? -1 : clean.text.indexOf(marker)
  // A mask over the cut leaves no halves.
  if (marker === undefined || at < 0) return { text: clean.text, kinds }
  const head = withoutEnd(clean.text.slice(0, at))
  return { text: head + marker + withoutStart(clean.text.slice(at + marker.length)), kinds }
}

// Finds what a person marked as not to be kept: <private>…</private>, or to the end when never closed.
// Ground truth: the tag pair itself; nesting counts, attributes and case do not matter.

const TAG = /<(\/?)private(?:\s[^<>]{0,100})?>/gi

const scanPrivateTags = (text: string): Span[] => {
  const spans: Span[] = []
  let depth = 0
  let start = 0
  for (const match of matches(text, TAG, "<")) {
    if (match[1] === "") {
      if (depth === 0) start = match.index
      depth++
    } else if (depth > 0) {
      depth--
      if (depth === 0) spans.push({ kind: "private", start, end: match.index + match[0].length })
    }
  }
  if (depth > 0) spans.push({ kind: "private", start, end: text.length })
  return spans
}
