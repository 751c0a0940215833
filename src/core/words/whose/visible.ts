// Text as a person sees it: invisible and direction-changing characters taken out, with offsets back to the original.
// Ground truth: Unicode default-ignorable ranges. Nothing is decoded here: hidden words stay hidden.

interface Visible {
  readonly text: string
  /** UTF-16 offset in the original of the character at i of `text`; `origin(text.length)` is the original's length */
  readonly origin: (i: number) => number
  /** original offsets of characters nobody types: zero-width, direction overrides, tag characters */
  readonly hidden: readonly number[]
}

type Range = readonly [number, number]
const inRanges = (code: number, ranges: readonly Range[]): boolean =>
  ranges.some(([lo, hi]) => code >= lo && code <= hi)
// Controls; and ZWJ/ZWNJ, variation selectors and direction marks, which occur in honest typing (emoji, Persian, Hebrew): dropped, not suspected.
const DROPPED: readonly Range[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0x061c, 0x061c],
  [0x200c, 0x200f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
]
const HIDDEN: readonly Range[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200b],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
]
export function visible(original: string): Visible {
  let text = ""
  const map: number[] = []
  const hidden: number[] = []
  for (let i = 0; i < original.length; i++) {
    const c = original[i]!
    const code = original.charCodeAt(i)
    if (code === 0xdb40) {
      // U+E0000…E0FFF: tag characters and variation selectors supplement
      hidden.push(i)
      i++
      continue
    }
    if ((code < 0x20 || code > 0x7e) && inRanges(code, DROPPED)) continue
    if (code > 0x7e && inRanges(code, HIDDEN)) {
      hidden.push(i)
      continue
    }
    map.push(i)
    text += c === "\u00a0" || c === "\u202f" ? " " : c === "\u2019" || c === "\u02bc" ? "'" : c
  }
  return { text, origin: i => (i < map.length ? (map[Math.max(0, i)] ?? 0) : original.length), hidden }
}
