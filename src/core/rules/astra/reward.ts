// Seed 001's reward of a decision: coherence, conflict, stability and validation, each −1 … 1 or null when it cannot be known,
// weighed over what is known (S1-13..22, D21, D22, D27). Pure numbers; the fold measures what goes in.

import type { RewardTerms } from "../../questions/trust.ts"
import { clamp } from "../../stats.ts"
import { HOUR } from "../../time.ts"

type RewardWeights = { readonly [T in keyof RewardTerms]: number }

/** r over the terms that are known; null when none is (D22). */
export function rewardOf(terms: RewardTerms, weights: RewardWeights): number | null {
  let sum = 0
  let known = 0
  for (const name of ["coherence", "conflict", "stability", "validation"] as const) {
    const term = terms[name]
    if (term === null) continue
    sum += weights[name] * clamp(term, -1, 1)
    known += weights[name]
  }
  return known > 0 ? clamp(sum / known, -1, 1) : null
}

/** [when, coherence so far, what this piece of evidence says], in order of time */
export type Course = readonly (readonly [at: number, level: number, agrees: number])[]

/** What coherence did per hour before the decision: the drift that is nobody's doing (S1-25, S1-76). */
export function driftPerHour(before: Course): number {
  const first = before[0]
  const last = before[before.length - 1]
  if (!first || !last || last[0] - first[0] < HOUR) return 0
  return (last[1] - first[1]) / ((last[0] - first[0]) / HOUR)
}

/** How evidence since the decision agrees, less how it did before and less the drift (S1-17). null: no evidence came since. */
export function coherenceChange(course: Course, decidedAt: number, now: number): number | null {
  const before = course.filter(([at]) => at <= decidedAt)
  const since = course.filter(([at]) => at > decidedAt && at <= now)
  if (since.length === 0) return null
  const after = since.reduce((sum, [, , agrees]) => sum + agrees, 0) / since.length
  return clamp(after - (before.at(-1)?.[1] ?? 0) - driftPerHour(before) * ((now - decidedAt) / HOUR), -1, 1)
}

export function percentile(xs: readonly number[], q: number): number {
  const sorted = [...xs].sort((a, b) => a - b)
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)]!
}

/** Fewer open contradictions are better; measured against what was usual at most (S1-18). null: there never was one. */
export function conflictChange(before: number, now: number, history: readonly number[]): number | null {
  const most = percentile(history, 0.95)
  return most > 0 ? clamp((before - now) / most, -1, 1) : null
}

/** −1 when the card was turned round within the window, +1 when it stood and something independent spoke, else 0 (D27). */
export const stabilityOf = (reversed: boolean, confirmed: boolean): -1 | 0 | 1 => (reversed ? -1 : confirmed ? 1 : 0)

interface ValidationParams {
  readonly explicit: number
  readonly implicit: number
}
/** 0.7 · the user's tags since + 0.3 · fall of the user's doubt rate, over what is known (S1-20..22). */
export function validationOf(
  tags: { readonly keep: number; readonly doubt: number },
  doubtRate: { readonly before: number | null; readonly now: number | null },
  p: ValidationParams,
): number | null {
  const n = tags.keep + tags.doubt
  const explicit = n > 0 ? (tags.keep - tags.doubt) / n : null
  const implicit = doubtRate.before === null || doubtRate.now === null ? null : doubtRate.before - doubtRate.now
  // A doubt rate alone says nothing about this card.
  if (explicit === null) return null
  if (implicit === null) return explicit
  return (p.explicit * explicit + p.implicit * implicit) / (p.explicit + p.implicit)
}
