// What a team's episodes taught: one learner per person and repository, stepped or replayed where the fold says so, then the
// pooled worth of every shared card. Pure, and the same whatever batches the log came in.
import { ESTIMATE, verdicts } from "../learn/estimate.ts"
import { newLearner } from "../learn/learner.ts"
import { observe } from "../learn/observe.ts"
import { LEARN } from "../learn/params.ts"
import {
  heard,
  POOL,
  type PooledEstimate,
  pooledEstimates,
  sawOf,
  treeOf,
  type Unit,
  type Weighed,
} from "../learn/pool.ts"
import { LearnState, ownLearner, type Posterior } from "../learn/state.ts"
import { isNorm, type Value } from "../model.ts"
import type { CardFacts, EpisodeRecord } from "../questions/worth.ts"
import type { Rows } from "../views/rows.ts"
import type { BodyOf } from "./bodies.ts"
import { heardIn } from "./keeping.ts"
import { SHARED_TABLE } from "./tables.ts"

export interface UnitRow {
  /** key of the last episode taken in */
  readonly last: string
  readonly episodes: number
  /** kept where learning again would take long; null = read the episodes again */
  readonly learner: Posterior | null
}
/** Up to so many episodes a person's learner is made anew: it is a hundred times larger than what pooling needs of it. */
const REPLAYED = 32
/** The worth of a shared card, by everybody's evidence. */
export interface PooledRow extends Value {
  readonly partition: string
  readonly sessions: number
  readonly people: number
}

/** Says from which episode on this person's episodes have to be learned from again. */
export function stale(rows: Rows, unit: string, from: string): void {
  const before = SHARED_TABLE.stale.get(rows, unit)
  if (before === undefined || from < before) SHARED_TABLE.stale.set(rows, unit, from)
}

/** Episodes that named a card before it was known are learned again. */
export function cardCame(rows: Rows, id: string): void {
  for (const [key] of SHARED_TABLE.missing.list(rows, `${id}/`)) {
    stale(rows, key.slice(id.length + 1), "")
    SHARED_TABLE.missing.delete(rows, key)
  }
}

/** Brings learners and pooled worth up to date. */
export function relearn(rows: Rows): void {
  const partitions = new Set<string>()
  for (const [unit, from] of SHARED_TABLE.stale.list(rows)) {
    partitions.add(unit.split("/")[0]!)
    relearnUnit(rows, unit, from)
    SHARED_TABLE.stale.delete(rows, unit)
  }
  for (const partition of partitions) pool(rows, partition)
}

function relearnUnit(rows: Rows, unit: string, from: string): void {
  const kept = SHARED_TABLE.unit.get(rows, unit)
  const onward = kept !== undefined && kept.learner !== null && from > kept.last
  const learner = onward ? ownLearner(kept.learner) : newLearner()
  const start = onward ? `${kept.last}\x01` : `${unit}/`
  const episodes = SHARED_TABLE.episode.range(rows, start, `${unit}/\x7f`)
  if (episodes.length === 0 && !onward) {
    SHARED_TABLE.unit.delete(rows, unit)
    SHARED_TABLE.saw.delete(rows, unit)
    return
  }
  let last = onward ? kept.last : ""
  for (const [key, row] of episodes) {
    observe(learner, recordOf(row.body), factsOf(rows, unit, row.body), LEARN)
    last = key
  }
  const n = (onward ? kept.episodes : 0) + episodes.length
  const row: UnitRow = { last, episodes: n, learner: n > REPLAYED ? new LearnState(learner) : null }
  SHARED_TABLE.unit.set(rows, unit, row)
  SHARED_TABLE.saw.set(rows, unit, sawOf(learner, LEARN))
}

/** A prompt nobody judged says nothing either way: its label is what a label assumes before it sees anything. */
const recordOf = (body: BodyOf<"episode.shared">): EpisodeRecord => ({
  ep: body.subject,
  day: body.day,
  repo: body.repo,
  prompts: body.prompts.map(prompt => ({
    ...{ ...prompt, overlap: null, fb: null, tools: [], durMin: 0, cited: [] },
    label: prompt.label ?? LEARN.labelBase,
  })),
  ...{ endReason: null, closing: null, durMin: 0 },
})

/** Facts of the cards an episode lists; those not known yet are noted, so that their coming is noticed. */
function factsOf(rows: Rows, unit: string, body: BodyOf<"episode.shared">): readonly CardFacts[] {
  const ids = new Set(body.prompts.flatMap(prompt => prompt.cand.map(c => c.id)))
  return [...ids].flatMap((id): CardFacts[] => {
    const card = SHARED_TABLE.card.get(rows, id)
    if (!card) SHARED_TABLE.missing.set(rows, `${id}/${unit}`, 1)
    return card?.body ? [{ id, kind: card.body.kind, source: card.body.source, topic: "" }] : []
  })
}

export function unitsIn(rows: Rows, partition: string): readonly Unit[] {
  const isHeard = heardIn(rows, partition)
  return SHARED_TABLE.saw.list(rows, `${partition}/`).flatMap(([key, saw]) => {
    const [, person, repo] = key.split("/") as [string, string, string]
    return isHeard(person) ? [{ person, repo, saw }] : []
  })
}

/** Cards of a partition whose worth is measured: norms are wanted, not measured. */
export function measuredCards(rows: Rows, partition: string) {
  const isHeard = heardIn(rows, partition)
  const here = SHARED_TABLE.card.values(rows).flatMap(card => (card.partition === partition ? card : []))
  return here.flatMap(card =>
    card.body && !isNorm(card.body.kind) && isHeard(card.author) ? { ...card, source: card.body.source } : [],
  )
}

function pool(rows: Rows, partition: string): void {
  for (const [key, row] of SHARED_TABLE.pooled.list(rows))
    if (row.partition === partition) SHARED_TABLE.pooled.delete(rows, key)
  const all = pooledEstimates(unitsIn(rows, partition), measuredCards(rows, partition), LEARN, POOL, ESTIMATE)
  const said = verdicts(all, ESTIMATE)
  for (const [id, e] of all)
    if (e.n > 0) SHARED_TABLE.pooled.set(rows, id, rowOf(partition, e, said.get(id) ?? "early"))
}

const rowOf = (partition: string, e: PooledEstimate, verdict: Value["verdict"]): PooledRow => {
  const { mean, sd, n, help, nothing, harm, sessions, people } = e
  return { partition, mean, sd, n, help, nothing, harm, verdict, sessions, people }
}

/** What everybody but one person saw of a card: what that person's own evidence is put together with. */
export function othersOn(units: readonly Unit[], me: string, card: string) {
  const others = units.filter(unit => unit.person !== me && (unit.saw[card]?.sessions ?? 0) > 0)
  const seen = others.map(unit => unit.saw[card]!)
  return {
    weighed: treeOf(others, card, POOL),
    people: new Set(others.map(unit => unit.person)).size,
    sessions: seen.reduce((sum, saw) => sum + saw.sessions, 0),
    n: seen.reduce((sum, saw) => sum + saw.exposed, 0),
  }
}

/** What one person saw on other machines: their episodes in the log that are not known here, learned from apart by repository. */
export function elsewhereOf(rows: Rows, partition: string, me: string, isHere: (episode: string) => boolean) {
  const repos = new Map<string, { readonly body: BodyOf<"episode.shared"> }[]>()
  for (const row of SHARED_TABLE.episode.values(rows, `${partition}/${me}/`))
    if (!isHere(row.body.subject)) repos.set(row.body.repo, [...(repos.get(row.body.repo) ?? []), row])
  return [...repos].map(([repo, episodes]) => {
    const learner = newLearner()
    const unit = `${partition}/${me}/${repo}`
    for (const { body } of episodes) observe(learner, recordOf(body), factsOf(rows, unit, body), LEARN)
    return { person: me, repo, saw: sawOf(learner, LEARN) }
  })
}

/** The same on one card: one person's evidence adds up, it is not heard as another person's. */
export function ownOn(
  units: readonly Unit[],
  card: string,
): Weighed & { readonly sessions: number; readonly n: number } {
  const all = { precision: 0, pull: 0, sessions: 0, n: 0 }
  const seen = units.flatMap(unit => unit.saw[card] ?? [])
  for (const saw of seen) {
    const { precision, pull } = heard(saw, seen.length > 1 ? POOL.repo : 0)
    all.precision += precision
    all.pull += pull
    all.sessions += saw.sessions
    all.n += saw.exposed
  }
  return all
}
