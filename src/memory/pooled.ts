// What teammates saw of a card, as recall reads it: a few numbers per card, left in this store's marks by the last sync, so
// that no pack waits for a shared log. Own evidence stays in the views; the two meet here, when they are read.
import { POOLED } from "../core/learn/choose.ts"
import { LEARN, type LearnParams } from "../core/learn/params.ts"
import { type Weighed, withOthers } from "../core/learn/pool.ts"
import { LearnState, learnerIn } from "../core/learn/state.ts"
import type { Value } from "../core/model.ts"
import { isLearnable } from "../core/views/records.ts"
import type { CardView } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

export interface PooledRead {
  /** what everybody but this person saw, as evidence */
  readonly others: Weighed
  readonly people: number
  readonly sessions: number
  readonly n: number
  /** everybody together, this person's shared episodes included */
  readonly team: Value & { readonly people: number; readonly sessions: number }
}

type Meta = Memory["parts"]["meta"]
const STAMP = "pooled"
const place = (card: string): string => `pooled/${card}`

/** Names the state of what others know; null when no team has taught anything. */
export const pooledStamp = (meta: Meta): string | null => meta.get(STAMP) || null

/** Rows already read, for as long as the stamp stays: a resident reads a card's row once per sync, not once per prompt. */
interface Seen {
  readonly stamp: string
  readonly rows: Map<string, PooledRead | null>
}
const seen = new WeakMap<Meta, Seen>()
const MOST = 5000

export function readPooled(memory: Memory, card: string): PooledRead | null {
  const { meta } = memory.parts
  const stamp = pooledStamp(meta)
  return stamp === null ? null : readRow(meta, stamp, card)
}

function readRow(meta: Meta, stamp: string, card: string): PooledRead | null {
  let known = seen.get(meta)
  if (known?.stamp !== stamp || known.rows.size >= MOST) seen.set(meta, (known = { stamp, rows: new Map() }))
  let row = known.rows.get(card)
  if (row === undefined) {
    const kept = meta.get(place(card))
    row = kept ? (JSON.parse(kept) as PooledRead) : null
    known.rows.set(card, row)
  }
  return row
}

/** Replaces what a team taught. What is as it was is not written again. */
export function writePooled(meta: Meta, team: string, rows: ReadonlyMap<string, PooledRead>, stamp: string): void {
  const list = `pooled-cards/${team}`
  const before = (meta.get(list) || "").split(" ").filter(Boolean)
  const put = (key: string, value: string): void => {
    if ((meta.get(key) ?? "") !== value) meta.set(key, value)
  }
  for (const card of before) if (!rows.has(card)) put(place(card), "")
  for (const [card, row] of rows) put(place(card), JSON.stringify(row))
  put(list, [...rows.keys()].join(" "))
  if (before.length > 0 || rows.size > 0) put(STAMP, stamp)
}

/** The brief of what cards are worth, with what teammates saw of these candidates taken in. */
export function withTeam(
  memory: Memory,
  posterior: unknown,
  cards: readonly CardView[],
  params: { readonly learn?: LearnParams },
): unknown {
  const { meta } = memory.parts
  const stamp = pooledStamp(meta)
  if (params.learn === undefined || stamp === null) return posterior
  const measured = cards
    .filter(isLearnable)
    .map(card => ({ id: card.id, source: card.source, others: readRow(meta, stamp, card.id)?.others ?? null }))
  if (measured.every(card => card.others === null)) return posterior
  return new LearnState(withOthers(learnerIn(posterior), POOLED, measured, params.learn ?? LEARN))
}
