// What the plus-minus learner remembers: a joint belief over weights, and counts per
// card. Reading and naming of weights only; taking in an episode is observe.ts.
import type { CardFacts } from "../questions/worth.ts"
import { addWeight, copyGaussian, emptyGaussian, type Gaussian, resetWeight, varianceOf } from "./gaussian.ts"
import type { LearnParams, Prior } from "./params.ts"

export interface CardStat {
  readonly source: CardFacts["source"]
  /** prompts where it was a candidate; sum of its relevance weights there */
  eligible: number
  weight: number
  /** prompts where it was in context; sessions where it was shown */
  exposed: number
  sessions: number
  /** episode that last listed it */
  last: number
  /** largest changes of belief, by episode, and the sum of the smaller ones; log-odds */
  steps: readonly (readonly [string, number])[]
  smaller: number
}
export interface Learner {
  g: Gaussian
  names: string[]
  index: Map<string, number>
  cards: Map<string, CardStat>
  /** weights that left the joint belief: mean and variance */
  parked: Map<string, readonly [number, number]>
  /** histogram of the scores that would fill the slots */
  scores: Float64Array
  episodes: number
  day: number
  /** sum of p(1 − p) over prompts: turns log-odds into points */
  slope: number
  prompts: number
  /** names, places and parked weights are still those of the learner it was copied from */
  borrowed: boolean
}

export const SCORE_BINS = 128
export const newLearner = (): Learner => ({
  g: emptyGaussian(),
  names: [],
  index: new Map(),
  cards: new Map(),
  parked: new Map(),
  scores: new Float64Array(SCORE_BINS),
  episodes: 0,
  day: 0,
  slope: 0,
  prompts: 0,
  borrowed: false,
})
export const copyLearner = (l: Learner): Learner => ({
  ...l,
  g: copyGaussian(l.g),
  // entries are replaced, never changed, by whoever takes in an episode
  cards: new Map(l.cards),
  scores: l.scores.slice(),
  borrowed: true,
})
/** Before a weight comes or goes: most episodes bring none, and names are many. */
export function ownNames(l: Learner): void {
  if (!l.borrowed) return
  l.names = l.names.slice()
  l.index = new Map(l.index)
  l.parked = new Map(l.parked)
  l.borrowed = false
}

export function weightAt(l: Learner, name: string, prior: Prior): number {
  const known = l.index.get(name)
  if (known !== undefined) return known
  ownNames(l)
  const back = l.parked.get(name)
  const [mean, variance] = back ?? [prior[0], prior[1] * prior[1]]
  l.parked.delete(name)
  const free = l.index.size < l.names.length ? l.names.indexOf("") : -1
  const i = free >= 0 ? free : addWeight(l.g, mean, variance)
  if (free >= 0) resetWeight(l.g, i, mean, variance)
  l.index.set(name, i)
  l.names[i] = name
  return i
}

/** Belief about one card's own effect, joint or parked. */
export function marginalOf(l: Learner, name: string, sd: number): readonly [number, number] {
  const i = l.index.get(name)
  return i !== undefined ? [l.g.mean[i]!, varianceOf(l.g, i)] : (l.parked.get(name) ?? [0, sd * sd])
}

/** 75th percentile of the scores that would fill the slots. */
export function highScore(l: Learner): number {
  let total = 0
  for (const n of l.scores) total += n
  if (total === 0) return 1
  let seen = 0
  for (let b = 0; b < SCORE_BINS; b++) {
    seen += l.scores[b]!
    if (seen >= 0.75 * total) return (b + 0.5) / SCORE_BINS
  }
  return 1
}
export const relevance = (score: number, high: number, p: LearnParams): number =>
  Math.max(p.floor, Math.min(1, score / high)) ** p.power

/** What cards of an origin share, before and with evidence. */
export const sharedMean = (l: Learner, source: CardStat["source"], p: LearnParams): number => {
  const i = l.index.get(`m:${source}`)
  return i === undefined ? p.source[source][0] : l.g.mean[i]!
}
