// Why does the learner believe this of a card? A waterfall from prior through episodes to posterior that adds up, in points
// of success when eligible, and the sentence a person reads. Pure arithmetic on the learner; no rendering of tables here.
import { percent, sayPoints } from "../say-number.ts"
import { type Estimate, pointsPerLogit } from "./estimate.ts"
import { type Learner, marginalOf, sharedMean } from "./learner.ts"
import type { LearnParams } from "./params.ts"

interface WaterfallStep {
  readonly what: "origin" | "episode" | "smaller" | "others"
  /** episode id, null for the sums */
  readonly episode: string | null
  /** points of success */
  readonly by: number
}
export interface Waterfall {
  readonly card: string
  readonly steps: readonly WaterfallStep[]
  /** the steps add up to this */
  readonly posterior: number
}

/** Prior of the card's origin, its largest episodes first, the smaller ones, and what other cards' episodes taught. */
export function waterfall(l: Learner, card: string, p: LearnParams): Waterfall {
  const stat = l.cards.get(card)
  if (!stat) return { card, steps: [], posterior: 0 }
  const points = pointsPerLogit(l) * (stat.eligible > 0 ? stat.weight / stat.eligible : 0.7)
  const posterior = points * (sharedMean(l, stat.source, p) + marginalOf(l, `d:${card}`, p.card)[0])
  const origin = points * p.source[stat.source][0]
  const episodes = stat.steps.map(([episode, by]) => ({ what: "episode" as const, episode, by: points * by }))
  const smaller = points * stat.smaller
  const others = posterior - origin - smaller - episodes.reduce((s, e) => s + e.by, 0)
  return {
    card,
    posterior,
    steps: [
      { what: "origin", episode: null, by: origin },
      ...episodes,
      { what: "smaller", episode: null, by: smaller },
      { what: "others", episode: null, by: others },
    ],
  }
}

/** The numbers behind a card in words; the tone of docs/credit.md. */
export function inWords(e: Estimate, needs: number | null): string {
  const reach = 1.2816 * e.sd
  const parts = [
    `Utility ${e.utility.toFixed(2)}: ${percent(e.help)} helps, ${percent(e.nothing)} does nothing, ${percent(e.harm)} harms (n ${e.n}).`,
    `Estimated ${sayPoints(e.mean, e.mean - reach, e.mean + reach, "80%", " at prompts it fits")}.`,
    `In context for ${e.n} judged prompts of ${e.sessions} sessions.`,
  ]
  if (needs !== null) parts.push(`Too early to say: about ${needs} more sessions would tell.`)
  return parts.join(" ")
}
