// How far sources have been right: what was judged of each, summed up by episode, what follows for all of them together, and how it is
// written down when it moves. A later judgement of the same thing replaces the earlier one.
import { hashId } from "../ids.ts"
import type { Trust } from "../model.ts"
import { lately, onceFor } from "../once.ts"
import { betaInterval, clamp, logGamma } from "../stats.ts"
import type { Rows } from "../views/rows.ts"
import { table } from "../views/table.ts"
import type { Fate } from "./answerable.ts"

// How far sources have been right, learned together: each source has its own rate, the rates come from a common Beta whose
// mean and strength are not known and are summed over on a small grid. Counts in, mean and interval out. Ground truth: D63.

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

/** One judgement of one thing that a source brought up; fate null takes it back. */
export interface Verdicted {
  readonly source: string
  readonly episode: string
  readonly item: string
  readonly fate: Fate | null
  /** the card or the episode it speaks of */
  readonly ref: string
}
export interface Tally {
  /** as it is called: keys are hashes, whatever stands in a name */
  readonly source: string
  readonly good: number
  readonly bad: number
  /** episodes that speak */
  readonly n: number
}

export const BALLOT = table<Items>("ballot", "source/episode")
export const TALLY = table<Tally>("tally", "source")

export const tallyOf = (rows: Rows, source: string): Tally =>
  TALLY.get(rows, sourceKey(source)) ?? { source, good: 0, bad: 0, n: 0 }

export function count(rows: Rows, { source, episode, item, fate }: Verdicted, correlation: number): void {
  const key = `${sourceKey(source)}/${episode}`
  const before = BALLOT.get(rows, key) ?? {}
  const { [item]: _, ...others } = before
  const items: Items = fate ? { ...others, [item]: [fate.good, fate.weight] } : others
  if (Object.keys(items).length === 0) BALLOT.delete(rows, key)
  else BALLOT.set(rows, key, items)
  const [was, now] = [before, items].map(of => ballotOf(of, correlation) ?? { good: 0, weight: 0 }) as [Part, Part]
  const old = tallyOf(rows, source)
  const good = now.good * now.weight - was.good * was.weight
  const bad = (1 - now.good) * now.weight - (1 - was.good) * was.weight
  const n = Math.max(0, old.n + (now.weight > 0 ? 1 : 0) - (was.weight > 0 ? 1 : 0))
  const next = n === 0 ? { good: 0, bad: 0 } : { good: Math.max(0, old.good + good), bad: Math.max(0, old.bad + bad) }
  TALLY.set(rows, sourceKey(source), { source, ...next, n })
}

// What one episode says about one source, whatever it proposed there: judgements of one episode hang together, so that ten of
// them weigh less than ten episodes. This is what repetition runs into (D63, poisoned sources).

type Part = NonNullable<ReturnType<typeof ballotOf>>
/** judged things of one source in one episode: [good 0 … 1, weight 0 … 1] by id */
type Items = Readonly<Record<string, readonly [good: number, weight: number]>>

/** m judgements with correlation ρ are worth m / (1 + (m − 1)·ρ) independent ones. */
export function ballotOf(items: Items, correlation: number) {
  let weight = 0
  let good = 0
  for (const id of Object.keys(items).sort()) {
    const [g, w] = items[id]!
    weight += w
    good += g * w
  }
  if (weight === 0) return null
  return { good: good / weight, weight: weight / (1 + Math.max(0, weight - 1) * correlation) }
}

// One move of a source's trust, as it is written down: where it stands now, with both intervals, and what moved it.

/** Sources become parts of keys, whatever stands in their names. */
export const sourceKey = (source: string): string => hashId("source", source)

export interface TrustMove {
  readonly source: string
  readonly at: number
  readonly seq: number
  readonly mean: number
  readonly lo50: number
  readonly hi50: number
  readonly lo90: number
  readonly hi90: number
  readonly n: number
  readonly because: string
  /** the card or the episode it speaks of */
  readonly ref: string | null
}

/** Lets `change` happen; the move it made, or none where the source stands as before. */
export function moveOf(
  source: string,
  because: string,
  ref: string | null,
  trust: (mass: number) => Trust,
  change: () => void,
): readonly ({ readonly what: "trust moved" } & { readonly move: Omit<TrustMove, "at" | "seq"> })[] {
  const before = trust(0.5)
  change()
  const half = trust(0.5)
  if (half.mean === before.mean && half.n === before.n) return []
  const most = trust(0.9)
  const bounds = { lo50: half.low, hi50: half.high, lo90: most.low, hi90: most.high }
  return [{ what: "trust moved", move: { source, mean: half.mean, n: half.n, ...bounds, because, ref } }]
}
