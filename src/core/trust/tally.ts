// What was judged of each source, summed up by episode: a ballot per source and episode, a tally per source. A later judgement of
// the same thing replaces the earlier one.

import { hashId } from "../ids.ts"
import type { Trust } from "../model.ts"
import type { Rows } from "../views/rows.ts"
import { table } from "../views/table.ts"
import type { Fate } from "./answerable.ts"

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
