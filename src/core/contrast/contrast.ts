// With and without: two piles of outcomes, their means, and how far apart they may really be. Plain counts, no adjustment:
// whoever shows a contrast says so. The adjusted account is core/learn.
import { points } from "../say-number.ts"

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
export const add = ({ n, sum, squares }: Pile, x: number): Pile => ({
  n: n + 1,
  sum: sum + x,
  squares: squares + x * x,
})
const fade = ({ n, sum, squares }: Pile, by: number): Pile => ({ n: n * by, sum: sum * by, squares: squares * by })
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
  const sides = { with: { n: yes.n, mean: a }, without: { n: no.n, mean: b } }
  if (a === null || b === null) return { ...sides, difference: null, low: null, high: null }
  const reach = z * Math.sqrt(doubt(yes) + doubt(no))
  return { ...sides, difference: a - b, low: a - b - reach, high: a - b + reach }
}

// How memory as a whole does in a scope: outcomes of prompts with measured cards in context, of comparable ones without,
// and what the cards are believed to have done. Old evidence fades, so that a memory that stood down tries again one day.

export interface Standing {
  readonly day: number
  readonly yes: Pile
  readonly no: Pile
  /** sum of the shares of the cards in context, per prompt: adjusted for how hard the prompts were */
  readonly believed: Pile
}
/** Prompts wanted on both sides before anything is said; points of harm that the adjusted account must show, and standard errors by
 * which the plain one must agree. */
export const STANDING = { least: 30, points: 0.02, z: 1.645 }
export type StandingParams = typeof STANDING
/** One kind or one placement alone. Some ten of them are looked at, so each must show its harm more surely. */
export const STANDING_PARTS: StandingParams = { least: 40, points: 0.02, z: 2.326 }
const HALF_LIFE_DAYS = 60

export const noStanding = (day: number): Standing => ({ day, yes: NO_PILE, no: NO_PILE, believed: NO_PILE })

export function aged(s: Standing, day: number): Standing {
  const days = Math.max(0, day - s.day)
  if (days === 0) return s
  const by = 0.5 ** (days / HALF_LIFE_DAYS)
  return { day, yes: fade(s.yes, by), no: fade(s.no, by), believed: fade(s.believed, by) }
}

/** One judged prompt: with measured cards in context (and what they are believed to have done), or with none though some were at hand. */
export const seen = (s: Standing, label: number, believed: number | null): Standing =>
  believed === null
    ? { ...s, no: add(s.no, label) }
    : { ...s, yes: add(s.yes, label), believed: add(s.believed, believed) }

export interface StandDown {
  readonly down: boolean
  readonly because: string
}

/** Harm must show twice: plainly, beyond its interval, and after allowing for how hard the prompts were. */
export function standsDown(s: Standing | null | undefined, p: StandingParams): StandDown {
  if (!s) return { down: false, because: "nothing seen yet" }
  const plain = contrast(s.yes, s.no, p.z)
  const counts = `${Math.round(s.yes.n)} prompts with measured cards, ${Math.round(s.no.n)} without`
  if (s.yes.n < p.least || s.no.n < p.least)
    return { down: false, because: `too early to say: ${counts}, ${p.least} wanted on both sides` }
  const adjusted = s.believed.n > 0 ? s.believed.sum / s.believed.n : 0
  const figures = `${points(plain.difference!)} points with them (${points(plain.low!)} to ${points(plain.high!)}), ${points(adjusted)} after allowing for difficulty; ${counts}`
  return { down: plain.high! < 0 && adjusted < -p.points, because: figures }
}
