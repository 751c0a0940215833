// Crediting: a closed episode becomes a record, its outcomes become credit, credit moves value, value moves stage.
// Late evidence changes a record in place and replays value from the records: nothing is counted twice.
import type { Event } from "../events/define.ts"
import type { CardFacts, EpisodeRecord } from "../questions/credit.ts"
import type { Rule } from "../rules/rule.ts"
import {
  cardOf,
  clockOf,
  count,
  decide,
  episodeOf,
  type FoldContext,
  ruleFor,
  saveEpisode,
  stateKey,
  stateOf,
  step,
} from "./context.ts"
import { judgeTurn, turnsOf } from "./judging.ts"
import { factsOf, isLearnable, recordOf } from "./records.ts"
import { list } from "./rows.ts"
import { moveStage } from "./stages.ts"
import { type CardView, type EpisodeView, seqKey, TABLE } from "./state.ts"

/** Every so many closed episodes the value of all cards is asked again, not only of those in the episode. */
const SWEEP = 8

export function creditEpisode(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  const episode = episodeOf(context.rows, id)
  if (!episode || episode.uncredited >= episode.turns) return
  const turns = turnsOf(context, id).slice(episode.uncredited)
  const n = (context.rows.get<number>(TABLE.meta, "records") ?? 0) + 1
  context.rows.set(TABLE.meta, "records", n)
  const key = seqKey(n)
  const record = recordOf(context, episode, turns, undefined)
  context.rows.set(TABLE.record, key, record)
  saveEpisode(context.rows, {
    ...episode,
    uncredited: episode.turns,
    parts: [...episode.parts, { from: episode.uncredited, to: episode.turns, key }],
  })
  // An episode in which the breaker spoke is not the cards' doing (D67).
  if (episode.intervened) return
  const touched = apply(context, record)
  revalue(context, event, n % SWEEP === 0 ? null : touched)
}

/** A credited turn reads differently now (revert, CI, a later word): rewrite its record, then replay value. */
export function recredit(context: FoldContext, event: Pick<Event, "seq">, id: string, turn: number): void {
  judgeTurn(context, id, turn)
  const episode = episodeOf(context.rows, id)
  const part = episode?.parts.find(p => turn >= p.from && turn < p.to)
  if (!episode || !part) return
  const turns = turnsOf(context, id).slice(part.from, part.to)
  const before = context.rows.get<EpisodeRecord>(TABLE.record, part.key)
  const after = recordOf(context, episode, turns, undefined)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  context.rows.set(TABLE.record, part.key, after)
  replayValue(context)
  revalue(context, event, null)
  count(context.rows, "late")
}

function replayValue(context: FoldContext): void {
  for (const question of ["value", "credit"] as const) {
    const rule = ruleFor(context, question) as unknown as Rule
    context.rows.delete(TABLE.rule, stateKey(rule))
  }
  for (const [key] of list(context.rows, TABLE.credit)) context.rows.delete(TABLE.credit, key)
  for (const [, record] of list<EpisodeRecord>(context.rows, TABLE.record)) {
    const episode = context.rows.get<EpisodeView>(TABLE.episode, record.ep)
    if (!episode?.intervened) apply(context, record)
  }
}

/** Credit rows for one record, then one step of value. Returns the cards it spoke of. */
function apply(context: FoldContext, record: EpisodeRecord): readonly string[] {
  const ids = [...new Set(record.prompts.flatMap(p => p.cand.map(c => c.id)))]
  const cards = ids.flatMap((id): CardFacts[] => {
    const card = cardOf(context.rows, id)
    return card ? [factsOf(card)] : []
  })
  const credit = ruleFor(context, "credit")
  const value = ruleFor(context, "value")
  const { answer } = decide(context, credit, {
    episode: record,
    cards,
    posterior: stateOf(context, value as unknown as Rule),
  })
  for (const c of answer.credits)
    context.rows.set(TABLE.credit, `${c.card}/${record.ep}/${String(c.prompt).padStart(6, "0")}`, c)
  step(context, value, { what: "episode", episode: record, credits: answer.credits, cards })
  return ids
}

/** Asks the value rule anew and lets the stage rules look. null = every learnable card. */
function revalue(context: FoldContext, event: Pick<Event, "seq">, ids: readonly string[] | null): void {
  const cards =
    ids === null
      ? list<CardView>(context.rows, TABLE.card).map(([, c]) => c)
      : ids.flatMap(id => cardOf(context.rows, id) ?? [])
  const rule = ruleFor(context, "value")
  for (const card of cards) {
    if (!isLearnable(card)) continue
    const { answer } = decide(context, rule, { what: "ask", card: factsOf(card), now: clockOf(context.rows) })
    context.rows.set(TABLE.card, card.id, { ...card, value: answer })
    moveStage(context, event, card.id)
    count(context.rows, "moved")
    context.rows.set(TABLE.meta, "movedAt", clockOf(context.rows))
  }
}
