// What the learner believes of each card: effect when eligible in points of success, its own evidence, chances of help,
// nothing and harm, and the verdict that may be said aloud. Ground truth: docs/credit.md.

import { rowCovariance, variances } from "./gaussian.ts"
import type { CardStat, Learner } from "./learner.ts"
import type { LearnParams } from "./params.ts"

export interface EstimateParams {
  /** half-way effects of the three classes and their spreads, in points of success */
  readonly effect: number
  readonly spread: number
  readonly still: number
  readonly mix: readonly [number, number, number]
  readonly pseudoCards: number
  readonly widen: number
  /** verdicts */
  readonly minSessions: number
  readonly harmSet: number
  readonly helps: number
  readonly inert: number
}
export const ESTIMATE: EstimateParams = {
  effect: 0.07,
  spread: 0.045,
  still: 0.02,
  mix: [0.25, 0.6, 0.15],
  pseudoCards: 12,
  widen: 1.25,
  minSessions: 8,
  harmSet: 0.2,
  helps: 0.9,
  inert: 0.85,
}

export interface Estimate {
  readonly card: string
  readonly mean: number
  readonly sd: number
  readonly n: number
  readonly sessions: number
  readonly help: number
  readonly nothing: number
  readonly harm: number
  readonly utility: number
  /** the card's own evidence, free of what cards of its origin share */
  readonly own: number
  readonly ownSd: number
}

// floored: three densities that all underflow would say nothing of the odds between them
const normal = (x: number, m: number, v: number): number =>
  Math.max(1e-200, Math.exp((-(x - m) * (x - m)) / (2 * v)) / Math.sqrt(v))
export const SOURCES = ["user", "agent", "extracted"] as const

/** Points of success per log-odds, at the usual difficulty. */
export const pointsPerLogit = (l: Learner): number => (l.slope + 0.21 * 20) / (l.prompts + 20)

export function estimates(l: Learner, p: LearnParams, q: EstimateParams = ESTIMATE): ReadonlyMap<string, Estimate> {
  const slope = pointsPerLogit(l)
  const rows: { id: string; stat: CardStat; mean: number; sd: number; own: number; se: number }[] = []
  const momentsOf = moments(l, slope, p, q)
  for (const [id, stat] of l.cards) rows.push({ id, stat, ...momentsOf(id, stat) })
  const out = new Map<string, Estimate>()
  for (const source of SOURCES) {
    const mine = rows.filter(r => r.stat.source === source)
    const odds = oddsOf(mine, q)
    mine.forEach((r, i) => {
      const [help, nothing, harm] = odds[i]!
      const { mean, sd, own, se } = r
      const { exposed: n, sessions } = r.stat
      const utility = help + nothing / 2
      out.set(r.id, { card: r.id, mean, sd, n, sessions, help, nothing, harm, utility, own, ownSd: se })
    })
  }
  return out
}

/** Chances of help, nothing and harm of cards of one origin, whose shares are learned from these cards together. */
export function oddsOf(
  cards: readonly { readonly own: number; readonly se: number }[],
  q: EstimateParams,
): readonly (readonly [number, number, number])[] {
  const n = cards.length
  const like = new Float64Array(3 * n)
  cards.forEach((r, i) => {
    const v = r.se * r.se
    like[3 * i] = normal(r.own, q.effect, v + q.spread ** 2)
    like[3 * i + 1] = normal(r.own, 0, v + q.still ** 2)
    like[3 * i + 2] = normal(r.own, -q.effect, v + q.spread ** 2)
  })
  let [w0, w1, w2] = q.mix as [number, number, number]
  for (let round = 0; round < 12; round++) {
    let s0 = q.mix[0] * q.pseudoCards
    let s1 = q.mix[1] * q.pseudoCards
    let s2 = q.mix[2] * q.pseudoCards
    for (let at = 0; at < 3 * n; at += 3) {
      const a = like[at]! * w0
      const b = like[at + 1]! * w1
      const c = like[at + 2]! * w2
      const z = a + b + c
      s0 += a / z
      s1 += b / z
      s2 += c / z
    }
    const total = s0 + s1 + s2
    w0 = s0 / total
    w1 = s1 / total
    w2 = s2 / total
  }
  return cards.map((_, i) => {
    const a = like[3 * i]! * w0
    const b = like[3 * i + 1]! * w1
    const c = like[3 * i + 2]! * w2
    const z = a + b + c
    return [a / z, b / z, c / z] as const
  })
}

/** Belief of any card; what all of them need is computed once. */
function moments(l: Learner, slope: number, p: LearnParams, q: EstimateParams) {
  const variance = variances(l.g)
  const shared = Object.fromEntries(
    SOURCES.map(source => {
      const at = l.index.get(`m:${source}`)
      const [mean, sd] = p.source[source]
      return [
        source,
        at === undefined
          ? { mean, variance: sd * sd, along: null }
          : { mean: l.g.mean[at]!, variance: variance[at]!, along: rowCovariance(l.g, { at: [at], by: [1] }) },
      ]
    }),
  ) as Record<CardStat["source"], { mean: number; variance: number; along: Float64Array | null }>
  return (id: string, stat: CardStat) => {
    const k = slope * (stat.eligible > 0 ? stat.weight / stat.eligible : 0.7)
    const mu = shared[stat.source]
    const name = `d:${id}`
    const d = l.index.get(name)
    const [dMean, dVar] = d === undefined ? (l.parked.get(name) ?? [0, p.card ** 2]) : [l.g.mean[d]!, variance[d]!]
    const both = d === undefined || mu.along === null ? 0 : mu.along[d]!
    const info = Math.max(1 / dVar - 1 / p.card ** 2, 0.02 / p.card ** 2)
    return {
      mean: k * (mu.mean + dMean),
      sd: Math.max(1e-6, k * Math.sqrt(Math.max(mu.variance + dVar + 2 * both, 0))),
      own: k * (mu.mean + dMean / (dVar * info)),
      se: q.widen * k * Math.sqrt(1 / info + mu.variance),
    }
  }
}

type Verdict = "helps" | "harms" | "inert" | "early"
/** Verdicts for all cards: harm only for the largest set whose mean doubt stays under `harmSet`. */
export function verdicts(
  all: ReadonlyMap<string, Estimate>,
  q: EstimateParams = ESTIMATE,
): ReadonlyMap<string, Verdict> {
  const out = new Map<string, Verdict>()
  for (const e of all.values())
    out.set(e.card, e.help > q.helps ? "helps" : e.nothing > q.inert && e.sessions >= q.minSessions ? "inert" : "early")
  const suspects = [...all.values()].filter(e => e.sessions >= q.minSessions).sort((a, b) => b.harm - a.harm)
  let doubt = 0
  let n = 0
  for (const e of suspects) {
    doubt += 1 - e.harm
    n++
    if (doubt / n > q.harmSet) break
    out.set(e.card, "harms")
  }
  return out
}

const MOST = 1000
/**
 * Sessions still wanted until a verdict could be said, if the card's own evidence stays as it is and only grows: doubt
 * shrinks with the root of the sessions. Rounded up to two digits; null beyond the reach
 * of one person, whose cards change sooner than that.
 */
export function episodesWanted(e: Estimate, q: EstimateParams = ESTIMATE): number | null {
  const now = Math.max(1, e.sessions)
  for (let more = 1; more < MOST; more = Math.ceil(more * 1.1)) {
    const sessions = now + more
    if (sessions < q.minSessions) continue
    const [[help, nothing, harm]] = oddsOf([{ own: e.own, se: e.ownSd * Math.sqrt(now / sessions) }], q) as [
      readonly [number, number, number],
    ]
    if (help <= q.helps && nothing <= q.inert && harm <= 1 - q.harmSet) continue
    const unit = 10 ** Math.max(0, Math.floor(Math.log10(more)) - 1)
    return Math.ceil(more / unit) * unit
  }
  return null
}
