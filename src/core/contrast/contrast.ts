// With and without: two piles of outcomes, their means, and how far apart they may really be. Plain counts, no adjustment:
// whoever shows a contrast says so. The adjusted account is core/learn.

/** How many, their sum, and the sum of their squares. Fractions are fine: faded counts. */
export interface Pile {
  readonly n: number
  readonly sum: number
  readonly squares: number
}
export interface Contrast {
  readonly with: { readonly n: number; readonly mean: number | null }
  readonly without: { readonly n: number; readonly mean: number | null }
  /** null when a side is empty */
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
}

export const NO_PILE: Pile = { n: 0, sum: 0, squares: 0 }
export const add = (pile: Pile, x: number): Pile => ({
  n: pile.n + 1,
  sum: pile.sum + x,
  squares: pile.squares + x * x,
})
export const fade = (pile: Pile, by: number): Pile => ({
  n: pile.n * by,
  sum: pile.sum * by,
  squares: pile.squares * by,
})
export const pile = (xs: readonly number[]): Pile => xs.reduce(add, NO_PILE)
const meanOf = (p: Pile): number | null => (p.n > 0 ? p.sum / p.n : null)

/** Variance of the mean; a pile of fewer than two knows nothing of its spread, so the widest is assumed. */
function doubt(p: Pile): number {
  if (p.n <= 0) return Number.POSITIVE_INFINITY
  const widest = 0.25
  if (p.n < 2) return widest / p.n
  const spread = (p.squares - (p.sum * p.sum) / p.n) / (p.n - 1)
  // one more made-up observation of the widest spread: a run of equal outcomes is not certainty
  return Math.max(0, (spread * (p.n - 1) + widest) / p.n) / p.n
}

/** `z`: how many standard errors the interval reaches, 1.645 for 90 %. */
export function contrast(yes: Pile, no: Pile, z = 1.645): Contrast {
  const [a, b] = [meanOf(yes), meanOf(no)]
  const difference = a === null || b === null ? null : a - b
  const reach = difference === null ? null : z * Math.sqrt(doubt(yes) + doubt(no))
  return {
    with: { n: yes.n, mean: a },
    without: { n: no.n, mean: b },
    difference,
    low: difference === null || reach === null ? null : difference - reach,
    high: difference === null || reach === null ? null : difference + reach,
  }
}
