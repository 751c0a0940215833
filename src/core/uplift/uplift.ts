// What one log can prove about memory as a whole: episodes compared by a draw, never by how they went. Where the user set a
// share of control episodes aside, by that draw; else by whether a measured card was shown at the first prompt that had any
// at hand, with its logged chance. The interval holds at every look, however often somebody looks (docs/credit.md).
import type { EpisodeRecord } from "../questions/worth.ts"
import { mean } from "../stats.ts"

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
