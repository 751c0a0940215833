// What teammates saw of a card, as recall reads it: a few numbers per card, left in this store's marks by the last sync, so
// that no pack waits for a shared log. Own evidence stays in the views; the two meet here, when they are read.
import { hashId } from "../../core/ids.ts"
import { POOLED } from "../../core/learn/choose.ts"
import type { CardStat } from "../../core/learn/learner.ts"
import type { LearnParams } from "../../core/learn/params.ts"
import { type Weighed, withOthers } from "../../core/learn/pool.ts"
import { LearnState, learnerIn, type Posterior } from "../../core/learn/state.ts"
import type { Value } from "../../core/model.ts"
import { isLearnable } from "../../core/views/records.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export interface PooledRead {
  /** what everybody but this person saw, as evidence */
  readonly others: Weighed
  readonly people: number
  readonly sessions: number
  readonly n: number
  /** everybody together, this person's shared episodes included */
  readonly team: Value & { readonly people: number; readonly sessions: number }
  /** where the card of this memory comes from; null when its worth is not measured here */
  readonly source: CardStat["source"] | null
}

type Meta = Memory["parts"]["meta"]
const STAMP = "pooled"
/** Each team's rows stand apart: what one takes back leaves the other's as they were. */
const place = (team: string, card: string): string => `pooled/${team}/${card}`
/** All evidence of a team in one place, so that one read is enough. */
const evidence = (team: string): string => `pooled-evidence/${team}`
const TEAMS = "pooled-teams"
const teamsIn = (meta: Meta): readonly string[] => (meta.get(TEAMS) || "").split(" ").filter(Boolean)

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
    const kept = teamsIn(meta).flatMap(team => meta.get(place(team, card)) || [])
    row = kept.map(text => JSON.parse(text) as PooledRead).reduce<PooledRead | null>(together, null)
    known.rows.set(card, row)
  }
  return row
}

/** What several shared cards, or several teams, say of one card here: evidence adds up, the better known one speaks. */
export function together(before: PooledRead | null, row: PooledRead): PooledRead {
  if (before === null) return row
  return {
    others: plus(before.others, row.others),
    people: Math.max(before.people, row.people),
    sessions: before.sessions + row.sessions,
    n: before.n + row.n,
    team: row.team.n > before.team.n ? row.team : before.team,
    source: row.source,
  }
}
const plus = (a: Weighed, b: Weighed): Weighed => ({ precision: a.precision + b.precision, pull: a.pull + b.pull })

/** Replaces what a team taught. What is as it was is not written again, and the stamp changes when anything does. */
export function writePooled(meta: Meta, team: string, rows: ReadonlyMap<string, PooledRead>, stamp: string): void {
  const [list, last] = [`pooled-cards/${team}`, `pooled-stamp/${team}`]
  const before = (meta.get(list) || "").split(" ").filter(Boolean)
  if (before.length === 0 && rows.size === 0) return
  const put = (key: string, value: string): void => {
    if ((meta.get(key) ?? "") !== value) meta.set(key, value)
  }
  for (const card of before) if (!rows.has(card)) put(place(team, card), "")
  for (const [card, row] of rows) put(place(team, card), JSON.stringify(row))
  const told = [...rows].flatMap(([id, { source, others }]) => (source ? [{ id, source, others }] : []))
  put(evidence(team), told.length > 0 ? JSON.stringify(told) : "")
  put(
    TEAMS,
    [...new Set([...teamsIn(meta).filter(one => one !== team), ...(rows.size > 0 ? [team] : [])])].sort().join(" "),
  )
  put(list, [...rows.keys()].join(" "))
  if (meta.get(last) === stamp) return
  // Chained: with several teams the same stamp must not stand for two states. Broken off before the end, it is written again.
  meta.set(STAMP, hashId("pooled", pooledStamp(meta) ?? "", stamp).slice(0, 16))
  meta.set(last, stamp)
}

interface Told {
  readonly id: string
  readonly source: CardStat["source"]
  readonly others: Weighed
}
/** Everybody's, of all teams: what two teams saw of one card adds up. */
function evidenceIn(meta: Meta): readonly Told[] {
  const all = new Map<string, Told>()
  for (const team of teamsIn(meta))
    for (const one of JSON.parse(meta.get(evidence(team)) || "[]") as Told[]) {
      const before = all.get(one.id)
      all.set(one.id, before ? { ...one, others: plus(before.others, one.others) } : one)
    }
  return [...all.values()]
}

/** Beliefs with everything a team saw taken in: made once per change of either, not once per prompt. */
const whole = new WeakMap<object, { readonly stamp: string; readonly belief: Posterior | null }>()
/** Up to so many cards everything is taken in at once (some milliseconds); beyond, what concerns the candidates at hand. */
const AT_ONCE = 160

function wholeBelief(meta: Meta, stamp: string, posterior: Posterior, p: LearnParams): Posterior | null {
  const known = whole.get(posterior)
  if (known?.stamp === stamp) return known.belief
  const l = learnerIn(posterior)
  const cards = new Map<string, Omit<Told, "others"> & { readonly others: Weighed | null }>()
  for (const name of l.index.keys())
    if (name.startsWith("d:")) cards.set(name.slice(2), { id: name.slice(2), source: "extracted", others: null })
  const seenByOthers = evidenceIn(meta)
  for (const told of seenByOthers) cards.set(told.id, told)
  const taken = (): LearnState => new LearnState(withOthers(l, POOLED, [...cards.values()], p))
  const belief = seenByOthers.length === 0 ? posterior : cards.size > AT_ONCE ? null : taken()
  whole.set(posterior, { stamp, belief })
  return belief
}

/** In short what cards are worth, with what teammates saw taken in. */
export function withTeam(
  memory: Memory,
  posterior: Posterior | undefined,
  cards: readonly CardView[],
  params: { readonly learn?: LearnParams },
): Posterior | undefined {
  const { meta } = memory.parts
  const stamp = pooledStamp(meta)
  if (params.learn === undefined || stamp === null) return posterior
  if (posterior !== undefined) {
    const belief = wholeBelief(meta, stamp, posterior, params.learn)
    if (belief !== null) return belief
  }
  const measured = cards
    .filter(isLearnable)
    .map(card => ({ id: card.id, source: card.source, others: readRow(meta, stamp, card.id)?.others ?? null }))
  if (measured.every(card => card.others === null)) return posterior
  return new LearnState(withOthers(learnerIn(posterior), POOLED, measured, params.learn))
}
