// Finds private key blocks: PEM, PGP, SSH2, PuTTY; whole, cut off at either end, escaped, quoted or in a diff.
// Ground truth: RFC 7468 and 4880 armour. Public keys and certificates are left alone.

import { execAt, matches, placesOf, type Span } from "./span.ts"

const BLOCK_LIMIT = 32_768
// One backslash of an escape is enough to look for: a pattern for several would be tried from each of a long run.
const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{0,5}/g
const END = /-{4,5} ?END (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{0,5}/g
const NOISE = /(?:\\[nrt"']|[\s"'`+>|,\\→]|%0[AD]|&#10;|-(?!-)|\d{1,5}(?=\s?[|:→\t] ?))+/y
const RUN = /[A-Za-z0-9+/=]+/y
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|X-[A-Za-z-]+):[^\n\\]{0,120}/y
const PUTTY = /Private-Lines: \d+/g
const PUTTY_MAC = /Private-MAC: ?([0-9a-f]{20,})/g

/** From a header with no end mark, as far as lines still look like armour. */
const bodyEnd = (text: string, from: number): number => {
  let end = from
  let pos = from
  let full = 0
  const limit = Math.min(text.length, from + BLOCK_LIMIT)
  while (pos < limit) {
    pos += execAt(NOISE, text, pos)?.[0].length ?? 0
    if (execAt(HEADER, text, pos) !== null) {
      pos = end = HEADER.lastIndex
      continue
    }
    const run = execAt(RUN, text, pos)?.[0]
    if (run === undefined) break
    const after = pos + run.length
    const closes = after >= text.length || /[\s"'`\\.…[<),;]/.test(text[after]!)
    const isWord = run.length < 12 && /^[A-Z]?[a-z]+$/.test(run)
    if (
      run.length < 20 &&
      !(closes && !isWord && (full > 0 || run.startsWith("M") || /\d/.test(run)) && run.length >= 4)
    )
      break
    full += run.length >= 20 ? 1 : 0
    pos = end = after
    if (run.length < 20) break
  }
  return end
}

/** Where the characters of a kind before `end` begin. A pattern that ends in $ would be tried from every character of a line. */
const backOver = (line: string, end: number, kind: RegExp): number => {
  let start = end
  while (start > 0 && kind.test(line[start - 1]!)) start--
  return start
}

/** Backwards from an end mark whose header was cut off: whole lines of armour. */
const bodyStart = (text: string, end: number, floor: number): number => {
  const lines = text.slice(Math.max(floor, end - BLOCK_LIMIT), end).split(/\n|\\n/)
  let start = end
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!
    const isLast = i === lines.length - 1
    const core = line.slice(0, backOver(line, line.length, /[\s"'+,\\]/)).replace(/^[\s"'+>|,\d:→-]*/, "")
    if (!(isLast && core === "") && !/^[A-Za-z0-9+/=]{4,}$/.test(core)) {
      // A first line cut in the middle still carries armour after its last blank.
      const to = backOver(line, line.length, /["'\s\\]/)
      const tail = backOver(line, to, /[A-Za-z0-9+/=]/)
      if (to - tail >= 20 && !isLast) start = text.lastIndexOf(line.slice(tail).trim(), start)
      break
    }
    const at = text.lastIndexOf(line, start - (isLast ? line.length : 1))
    if (at < floor) break
    start = at
  }
  return start
}

export const scanPrivateKeys = (text: string): Span[] => {
  if (!text.includes("PRIVATE KEY") && !text.includes("Private-")) return []
  const spans: Span[] = []
  const ends = placesOf(text, END)
  const begins = placesOf(text, BEGIN)
  let nextEnd = 0
  let covered = 0
  begins.forEach((begin, i) => {
    if (begin.start < covered) return
    while (nextEnd < ends.length && ends[nextEnd]!.start < begin.end) nextEnd++
    const close = ends[nextEnd]
    const following = begins[i + 1]?.start ?? Number.POSITIVE_INFINITY
    const whole = close !== undefined && close.start < following && close.start - begin.start < BLOCK_LIMIT
    const end = whole ? close.end : bodyEnd(text, begin.end)
    const inner = text.slice(begin.end, whole ? close.start : end)
    covered = end
    // A bare header, or one around a stand-in, is prose about keys.
    if (
      !/[A-Za-z0-9+/]{8}/.test(inner.replace(/\\[nr]/g, " ")) ||
      /^[\s\\nr."']*(?:\.{3}|…|<|\[masked|your)/i.test(inner)
    )
      return
    spans.push({ kind: "private-key", start: begin.start, end })
  })
  for (const [i, close] of ends.entries()) {
    if (spans.some(span => span.start < close.end && close.start < span.end)) continue
    const previous = begins.findLast(begin => begin.end <= close.start)
    if (previous !== undefined && close.start - previous.end < BLOCK_LIMIT) continue
    const covers = spans.findLast(span => span.end <= close.start)?.end ?? 0
    const start = bodyStart(text, close.start, Math.max(covers, ends[i - 1]?.end ?? 0))
    if (close.start - start >= 20) spans.push({ kind: "private-key", start, end: close.end })
  }
  for (const match of matches(text, PUTTY)) {
    const from = match.index + match[0].length
    const end = bodyEnd(text, from)
    if (end > from) spans.push({ kind: "private-key", start: from, end })
  }
  for (const match of matches(text, PUTTY_MAC)) {
    const end = match.index + match[0].length
    spans.push({ kind: "private-key", start: end - match[1]!.length, end })
  }
  return spans
}

const ARMOUR_LABELS = ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "PGP "]
const ENCODED = new RegExp(
  // Four characters of base64 hold three bytes: cut the label there so that what follows cannot change it.
  `(?:${ARMOUR_LABELS.map(label => {
    const head = `-----BEGIN ${label}PRIVATE`
    return btoa(head.slice(0, head.length - (head.length % 3)))
  }).join("|")})[A-Za-z0-9+/=_-]{16,}`,
  "g",
)

/** Whole key files in base64, as in kubeconfigs and secrets manifests. */
export const scanEncodedKeys = (text: string): Span[] =>
  text.includes("LS0tLS1CRUdJTi") ? placesOf(text, ENCODED).map(place => ({ kind: "private-key", ...place })) : []
