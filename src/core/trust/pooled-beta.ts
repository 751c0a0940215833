// How far sources have been right, learned together: each source has its own rate, the rates come from a common Beta whose
// mean and strength are not known and are summed over on a small grid. Counts in, mean and interval out. Ground truth: D63.
import { lately, onceFor } from "../once.ts"
import { betaInterval, clamp, logGamma } from "../stats.ts"

interface Counted {
  readonly good: number
  readonly bad: number
}
interface PoolParams {
  readonly priorGood: number
  readonly priorBad: number
  /** how many judged proposals the common mean may be worth, each as likely as the next */
  readonly strengths: readonly number[]
  /** places of the common mean that are looked at */
  readonly places: number
}
export interface Posterior {
  readonly a: number
  readonly b: number
}

/** Sources are asked about at every message and judged now and then: the same counts come again and again. */
const answered = onceFor((_: PoolParams) => lately<Posterior>(512))

/** The posterior of `own`, given all sources (own among them), as the one Beta with the same mean and variance. */
export function pooledPosterior(all: readonly Counted[], own: Counted, p: PoolParams): Posterior {
  const seen = all.filter(s => s.good + s.bad > 0)
  const asked = [own, ...seen].map(({ good, bad }) => `${good} ${bad}`).join()
  const known = answered(p)
  let posterior = known.get(asked)
  if (posterior === undefined) known.set(asked, (posterior = summedOver(seen, own, p)))
  return posterior
}

function summedOver(seen: readonly Counted[], own: Counted, p: PoolParams): Posterior {
  const points: { readonly log: number; readonly a: number; readonly b: number }[] = []
  for (let i = 0; i < p.places; i++) {
    const m = (i + 0.5) / p.places
    const prior = (p.priorGood - 1) * Math.log(m) + (p.priorBad - 1) * Math.log(1 - m)
    for (const k of p.strengths) {
      const a = m * k
      const b = (1 - m) * k
      const start = logGamma(k) - logGamma(a) - logGamma(b)
      let log = prior
      for (const s of seen) log += start + logGamma(a + s.good) + logGamma(b + s.bad) - logGamma(k + s.good + s.bad)
      points.push({ log, a: a + own.good, b: b + own.bad })
    }
  }
  const top = points.reduce((most, q) => Math.max(most, q.log), Number.NEGATIVE_INFINITY)
  let total = 0
  let first = 0
  let second = 0
  for (const { log, a, b } of points) {
    const w = Math.exp(log - top)
    const s = a + b
    total += w
    first += (w * a) / s
    second += (w * a * (a + 1)) / (s * (s + 1))
  }
  const mean = first / total
  const variance = Math.max(1e-9, second / total - mean * mean)
  const size = Math.max(1e-3, (mean * (1 - mean)) / variance - 1)
  return { a: mean * size, b: (1 - mean) * size }
}

const intervals = new WeakMap<Posterior, { readonly mass: number; readonly interval: readonly [number, number] }>()
/** The central interval of a Beta, widened to hold its own mean where it is very lopsided. */
export function intervalWithMean(posterior: Posterior, mass: number): readonly [number, number] {
  const known = intervals.get(posterior)
  if (known?.mass === mass) return known.interval
  const { a, b } = posterior
  const mean = a / (a + b)
  const [low, high] = betaInterval(a, b, mass)
  const interval = [Math.min(low, mean), Math.max(high, mean)] as const
  intervals.set(posterior, { mass, interval })
  return interval
}

// How many independent episodes a proposal needs before it is used, given how far its source has been right: so many that at
// least one of them would be right with the wanted probability, if each were right as often as the source was.

export const episodesNeeded = (right: number, wanted: number, most: number): number =>
  clamp(Math.ceil(Math.log(1 - wanted) / Math.log(1 - clamp(right, 0.01, 0.99)) - 1e-9), 1, most)
