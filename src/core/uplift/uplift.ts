// What memory did, by what one log can prove. With and without first; then memory as a whole: episodes compared by a draw, never by how
// they went. Where the user set a share of control episodes aside, by that draw; else by whether a measured card was shown at the first
// prompt that had any at hand, with its logged chance. The interval holds at every look, however often somebody looks (docs/credit.md).
import type { EpisodeRecord } from "../questions/worth.ts"
import { points } from "../say-number.ts"
import { mean } from "../stats.ts"

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

/** By which draw the two sides came about. */
type Design = "control" | "first prompt"
export const UPLIFT = {
  /** episodes wanted on each side */
  least: 15,
  /** how often the interval may miss, over all looks */
  alpha: 0.1,
  /** the number of episodes at which the interval is tightest for its alpha */
  tightAt: 300,
  /** half-width worth waiting for, in points */
  aim: 0.1,
  ridge: 1e-3,
  /** chances nearer to 0 or 1 than this were no draw */
  overlap: 0.05,
  /** more episodes than this are not asked of one person */
  withinReach: 2_000,
  askedShare: 0.2,
}
type UpliftParams = typeof UPLIFT

/** The chance under which an episode was drawn as control, and what came of it. */
export interface ControlDrawn {
  readonly control: boolean
  readonly chance: number
}
interface Row {
  readonly shown: boolean
  /** chance of being on the side that is shown */
  readonly chance: number
  readonly y: number
  readonly x: readonly number[]
}

const noneShown = (cand: EpisodeRecord["prompts"][number]["cand"]): number =>
  cand.reduce((none, c) => none * (1 - c.pi), 1)

/** Judged episodes in which measured cards were at hand, by the draw that decided their side. */
function rowsOf(
  records: readonly EpisodeRecord[],
  drawn: (episode: string) => ControlDrawn | null,
  design: Design,
): readonly Row[] {
  const judged = records.flatMap(e => {
    const first = e.prompts.find(p => p.cand.length > 0)
    const labels = e.prompts.flatMap(p => p.label ?? [])
    const draw = drawn(e.ep)
    if (first === undefined || labels.length === 0 || (design === "control" && draw === null)) return []
    if (design === "control") return [{ e, first, labels, shown: !draw!.control, chance: 1 - draw!.chance }]
    // A control episode shows none whatever the chance was: its draw is the other design's.
    if (draw?.control) return []
    return [{ e, first, labels, shown: first.cand.some(c => c.shown), chance: 1 - noneShown(first.cand) }]
  })
  const scale = unshrink(judged.flatMap(j => j.labels))
  const repos = [...new Set(judged.map(j => j.e.repo))].slice(1, 9)
  return judged.map(({ e, first, labels, shown, chance }) => ({
    shown,
    chance,
    y: mean(labels.map(scale)),
    // Only what was known before the first card could act: later messages already tell how it went.
    x: [
      e.prompts[0]!.lenZ,
      e.prompts[0]!.hasError ? 1 : 0,
      Math.max(0, ...first.cand.map(c => c.score)),
      ...repos.map(r => (r === e.repo ? 1 : 0)),
    ],
  }))
}

/** A label is a careful probability, so its differences are too small: p̄ + (y − p̄)/λ undoes that (docs/credit.md). */
function unshrink(labels: readonly number[]): (y: number) => number {
  const m = mean(labels)
  const variance = mean(labels.map(y => (y - m) ** 2))
  const certain = m * (1 - m)
  const lambda = certain > 0 ? Math.max(0.25, Math.min(1, variance / certain)) : 1
  return y => m + (y - m) / lambda
}

/** Half-width, in standard deviations of one episode, of an interval that holds at every n at once (a mixture boundary). */
function boundary(n: number, p: UpliftParams): number {
  const wish = -2 * Math.log(p.alpha)
  const t = (n * (wish + Math.log(wish + 1))) / p.tightAt
  return Math.sqrt(((2 * (t + 1)) / (n * t)) * Math.log(Math.sqrt(t + 1) / p.alpha))
}
/** Episodes at which the half-width comes down to the aim, given how much one episode's worth spreads. */
function episodesFor(spread: number, p: UpliftParams): number | null {
  for (let n = 2 * p.least; n <= p.withinReach; n = Math.ceil(n * 1.02)) if (spread * boundary(n, p) <= p.aim) return n
  return null
}

export function upliftOf(
  records: readonly EpisodeRecord[],
  drawn: (episode: string) => ControlDrawn | null = () => null,
  p: UpliftParams = UPLIFT,
) {
  const control = rowsOf(records, drawn, "control")
  const byControl = [true, false].every(side => control.filter(r => r.shown === side).length >= p.least)
  const design: Design = byControl ? "control" : "first prompt"
  const rows = (byControl ? control : rowsOf(records, drawn, design)).filter(
    r => r.chance >= p.overlap && r.chance <= 1 - p.overlap,
  )
  const side = (shown: boolean) => {
    const mine = rows.filter(r => r.shown === shown)
    return { n: mine.length, success: mine.length === 0 ? null : Math.min(1, Math.max(0, mean(mine.map(r => r.y)))) }
  }
  const [yes, no] = [side(true), side(false)]
  const sides = { design, with: yes, without: no }
  const untold = { uplift: null, low: null, high: null, reach: null, needs: null, needsWithControl: null }
  if (Math.min(yes.n, no.n) < p.least) return { ...sides, ...untold, verdict: "early" as const }
  // Each counts by how open its draw was: nobody whose side was nearly certain weighs much.
  const weight = (r: Row): number => Math.sqrt(r.shown ? 1 - r.chance : r.chance)
  const fit = regress(
    rows.map(r => [r.shown ? 1 : 0, 1, ...r.x].map(v => v * weight(r))),
    rows.map(r => r.y * weight(r)),
    p.ridge,
  )
  const spread = fit.error * Math.sqrt(rows.length)
  const reach = spread * boundary(rows.length, p)
  const [low, high] = [fit.effect - reach, fit.effect + reach]
  const wanted = reach > p.aim ? episodesFor(spread, p) : null
  const one = Math.sqrt(mean(rows.map(r => (r.y - (r.shown ? yes.success! : no.success!)) ** 2)))
  return {
    ...sides,
    ...{ uplift: fit.effect, low, high, reach },
    verdict: low > 0 ? ("helps" as const) : high < 0 ? ("harms" as const) : ("unclear" as const),
    /** further episodes that would bring the half-width down to `aim` points; null when it is there, or out of one person's reach */
    needs: wanted === null ? null : Math.ceil(Math.max(10, wanted - rows.length) / 10) * 10,
    /** what a control share of `askedShare` would need for the same, from its first episode on */
    needsWithControl: reach > p.aim ? episodesFor(one / Math.sqrt(p.askedShare * (1 - p.askedShare)), p) : null,
  }
}

/** First coefficient and its heteroscedasticity-robust error (HC1); constant columns are harmless thanks to the ridge. */
function regress(
  x: readonly (readonly number[])[],
  y: readonly number[],
  ridge: number,
): { readonly effect: number; readonly error: number } {
  const k = x[0]!.length
  const each = <T>(of: (i: number) => T): readonly T[] => Array.from({ length: k }, (_, i) => of(i))
  const sum = (of: (row: readonly number[], n: number) => number): number => x.reduce((s, row, n) => s + of(row, n), 0)
  const times = (row: readonly number[], by: readonly number[]): number => row.reduce((s, v, i) => s + v * by[i]!, 0)
  const a = each(i => each(j => sum(r => r[i]! * r[j]!) + (i === j && i > 1 ? ridge * x.length : 0)))
  const beta = solve(
    a,
    each(i => sum((r, n) => r[i]! * y[n]!)),
  )
  const first = solve(
    a,
    each(i => (i === 0 ? 1 : 0)),
  )
  const meat = sum((r, n) => (times(r, first) * (y[n]! - times(r, beta))) ** 2)
  const correction = x.length / Math.max(1, x.length - k)
  return { effect: beta[0]!, error: Math.sqrt(meat * correction) }
}

/** Gauss with pivots; a direction without information gets 0. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const n = right.length
  const m = matrix.map((row, i) => [...row, right[i]!])
  for (let c = 0; c < n; c++) {
    let pivot = c
    for (let r = c + 1; r < n; r++) if (Math.abs(m[r]![c]!) > Math.abs(m[pivot]![c]!)) pivot = r
    if (Math.abs(m[pivot]![c]!) < 1e-12) continue
    ;[m[c], m[pivot]] = [m[pivot]!, m[c]!]
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const by = m[r]![c]! / m[c]![c]!
      if (by !== 0) for (let j = c; j <= n; j++) m[r]![j] = m[r]![j]! - by * m[c]![j]!
    }
  }
  return m.map((row, i) => (Math.abs(row[i]!) < 1e-12 ? 0 : row[n]! / row[i]!))
}
