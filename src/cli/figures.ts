// Figures on a terminal: small pictures of numbers in one line.
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

interface Stretch {
  readonly mean: number
  readonly interval50: readonly [number, number]
  readonly interval90: readonly [number, number]
}
const PENS = {
  unicode: { off: "·", most: "─", half: "━", mean: "●" },
  ascii: { off: ".", most: "-", half: "=", mean: "o" },
} as const

export function trustStrip(of: Stretch, how: { readonly width: number; readonly ascii: boolean }): string {
  const pen = PENS[how.ascii ? "ascii" : "unicode"]
  const place = (x: number): number => Math.round(Math.max(0, Math.min(1, x)) * (how.width - 1))
  const [from90, to90] = [place(of.interval90[0]), place(of.interval90[1])]
  const [from50, to50] = [place(of.interval50[0]), place(of.interval50[1])]
  const mean = place(of.mean)
  return Array.from({ length: how.width }, (_, i) =>
    i === mean ? pen.mean : i >= from50 && i <= to50 ? pen.half : i >= from90 && i <= to90 ? pen.most : pen.off,
  ).join("")
}
