// Text as a person sees it: invisible and direction-changing characters taken out, with offsets back to the original.
// Ground truth: Unicode default-ignorable ranges. Nothing is decoded here: hidden words stay hidden.

interface Visible {
  readonly text: string
  /** UTF-16 offset in the original of the character at i of `text`; `origin(text.length)` is the original's length */
  readonly origin: (i: number) => number
  /** original offsets of characters nobody types: zero-width, direction overrides, tag characters */
  readonly hidden: readonly number[]
}

type Range = readonly [low: number, high: number]
/** Code points in hex, "low-high" or one alone. */
const ranges = (text: string): readonly Range[] =>
  text.split(" ").map(each => {
    const [low, high = low] = each.split("-").map(hex => Number.parseInt(hex, 16))
    return [low!, high!]
  })
const inRanges = (code: number, ranges: readonly Range[]): boolean =>
  ranges.some(([low, high]) => code >= low && code <= high)
// Controls; and ZWJ/ZWNJ, variation selectors and direction marks, which occur in honest typing (emoji, Persian, Hebrew): dropped, not suspected.
const DROPPED = ranges("0-8 b-c e-1f 7f-84 86-9f 61c 200c-200f fe00-fe0f feff")
const HIDDEN = ranges("ad 34f 115f-1160 17b4-17b5 180b-180e 200b 202a-202e 2060-206f 3164 ffa0 fff0-fffb")
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
