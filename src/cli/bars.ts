// Small bars for signed numbers in text: what pulls down to the left of a line, what lifts to the right of it.
import type { Out } from "./print.ts"

/** `most`: the value that fills a side of `half` columns. */
export function signedBar(out: Out, value: number, most: number, half = 10): string {
  const length = most > 0 ? Math.min(half, Math.round((half * Math.abs(value)) / most)) : 0
  const full = out.symbol("full").repeat(length)
  const middle = out.ascii ? "|" : "│"
  const left = value < 0 ? out.paint("red", full.padStart(half)) : " ".repeat(half)
  const right = value > 0 ? out.paint("green", full.padEnd(half)) : " ".repeat(half)
  return `${left}${middle}${right}`
}
