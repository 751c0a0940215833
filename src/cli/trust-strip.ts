// Trust drawn on one line from 0 to 1: the mean, the half and the nine tenths around it. Pure: numbers in, characters out.

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
