// Redacts the head and the tail of a long text, and drops what stands at the cut: half a secret is not known as one.
// Ground truth: redact.ts. What is kept for good is cut again by the caller; this only bounds the work.

import { clip } from "../clip.ts"
import { scanPrivateTags } from "./private-tag.ts"
import { redact } from "./redact.ts"
import { PRIVATE_MARK } from "./span.ts"

type RedactedWindow = { readonly text: string; readonly kinds: readonly string[] }

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

export const redactWindow = (
  text: string,
  window: { readonly head: number; readonly tail: number },
): RedactedWindow => {
  const open = text.length > window.head + window.tail ? withoutPrivate(text) : { text, count: 0 }
  const clipped = clip(open.text, window)
  const clean = redact(clipped)
  const kinds = [...Array.from({ length: open.count }, () => "private"), ...clean.found.map(({ kind }) => kind)]
  const marker = clipped.length < open.text.length ? MARKER.exec(clipped)?.[0] : undefined
  const at = marker === undefined ? -1 : clean.text.indexOf(marker)
  // A mask over the cut leaves no halves.
  if (marker === undefined || at < 0) return { text: clean.text, kinds }
  const head = withoutEnd(clean.text.slice(0, at))
  return { text: head + marker + withoutStart(clean.text.slice(at + marker.length)), kinds }
}
