// Seed 002's adaptive numbers: the breaker's threshold and the weight of the newest signal, drawn for each session by Thompson sampling
// from how the sessions before it went under each value (S2-40, S2-48, S2-96). What was drawn and what came of it stays in tables.

import { hashId } from "../../ids.ts"
import { betaQuantile, seeded } from "../../stats.ts"
import type { Rows } from "../../views/rows.ts"
import { table } from "../../views/table.ts"

export const ADAPTIVE_PARAMS = {
  /** false: the numbers stay as they are set */
  adapts: true,
  thresholds: [0.5, 0.6, 0.7, 0.8],
  alphas: [0.2, 0.3, 0.4, 0.5],
  /** sessions with a known outcome before anything but what is set is tried */
  adaptsAfter: 10,
  /** what each value, and the one that is set, is worth before anything was seen: so many good and bad sessions */
  prior: [1, 1] as readonly [number, number],
  setPrior: [2, 1] as readonly [number, number],
}
type P = typeof ADAPTIVE_PARAMS & { readonly threshold: number; readonly alpha: number }
interface Drawn {
  readonly threshold: number
  readonly alpha: number
  /** sessions it was learned from; 0 = as set */
  readonly from: number
  /** 1 it served the session, 0 it did not, null not known */
  readonly served: 0 | 1 | null
}
interface Tally {
  readonly n: number
  readonly good: number
}
export const DRAWN = table<Drawn>("groove_drawn", "episode")
export const ARM = table<Tally>("groove_arm", "number/value")
const NONE: Tally = { n: 0, good: 0 }

/** The numbers of a session: drawn once, at its first message. */
export function drawnFor(rows: Rows, episode: string, p: P): Drawn {
  const known = DRAWN.get(rows, episode)
  if (known) return known
  const from = ARM.list(rows, "threshold/").reduce((sum, [, { n }]) => sum + n, 0)
  const learns = p.adapts && from >= p.adaptsAfter
  const drawn: Drawn = {
    threshold: learns ? best(rows, episode, "threshold", p.thresholds, p.threshold, p) : p.threshold,
    alpha: learns ? best(rows, episode, "alpha", p.alphas, p.alpha, p) : p.alpha,
    from: learns ? from : 0,
    served: null,
  }
  DRAWN.set(rows, episode, drawn)
  return drawn
}

function best(
  rows: Rows,
  episode: string,
  number: string,
  values: readonly number[],
  set: number,
  { prior, setPrior }: P,
): number {
  const draws = [...new Set([...values, set])].map(value => {
    const { n, good } = ARM.get(rows, `${number}/${value}`) ?? NONE
    const [a, b] = value === set ? setPrior : prior
    return { value, draw: betaQuantile(seeded(hashId("adaptive", episode, number, value))(), a + good, b + n - good) }
  })
  return draws.reduce((a, b) => (b.draw > a.draw ? b : a)).value
}

/** What came of the session under its numbers; said again, the later word counts. */
export function served(rows: Rows, episode: string, now: Drawn["served"]): void {
  const drawn = DRAWN.get(rows, episode)
  if (!drawn || drawn.served === now) return
  for (const key of [`threshold/${drawn.threshold}`, `alpha/${drawn.alpha}`]) {
    const { n, good } = ARM.get(rows, key) ?? NONE
    const known = (x: Drawn["served"]): number => (x === null ? 0 : 1)
    ARM.set(rows, key, { n: n + known(now) - known(drawn.served), good: good + (now ?? 0) - (drawn.served ?? 0) })
  }
  DRAWN.set(rows, episode, { ...drawn, served: now })
}
