// What the fold works with: rows, the preset's rules, text by reference, and the readings of text that was forgotten.
import { type Upkeep, upkeepOf } from "../admission/budget.ts"
import type { Event } from "../events/define.ts"
import type { Preset } from "../rules/registry.ts"
import {
  type Decision,
  type Question,
  type QuestionAnswer,
  type QuestionInput,
  type Rule,
  type RuleContext,
  ruleId,
} from "../rules/rule.ts"
import { clockOf } from "./read.ts"
import type { Rows } from "./rows.ts"
import { type CardView, type EpisodeView, type LedgerEntry, seqKey, type TurnView, timeKey, turnKey } from "./state.ts"
import { TABLE } from "./tables.ts"

export interface FoldContext extends RuleContext {
  readonly preset: Preset
  /** texts that went, and the sequence of the last event that forgot each */
  readonly forgotten?: () => ReadonlyMap<string, number>
  readonly idleMinutes: number
  /** false: an episode ends by idle time only, whatever its client says (S2-84) */
  readonly endByHook?: boolean
}

export const saveEpisode = (rows: Rows, episode: EpisodeView): void => TABLE.episode.set(rows, episode.id, episode)
export const saveCard = (rows: Rows, card: CardView): void => TABLE.card.set(rows, card.id, card)
export const removeCard = (rows: Rows, id: string): void => TABLE.card.delete(rows, id)
export const saveTurn = (rows: Rows, turn: TurnView): void =>
  TABLE.turn.set(rows, turnKey(turn.episode, turn.index), turn)

export const decide = <Q extends Question>(
  context: FoldContext,
  rule: Rule<Q>,
  input: QuestionInput[Q],
): Decision<QuestionAnswer[Q]> => rule.decide(context, input, rule.params)

/** The one rule of a question that takes exactly one. */
export const ruleFor = <Q extends Question>({ preset }: Pick<FoldContext, "preset">, question: Q): Rule<Q> =>
  preset.rules[question][0]!

/** How cards are kept in order by the rule that let them in. */
export const upkeepIn = (context: Pick<FoldContext, "preset">): Upkeep => upkeepOf(ruleFor(context, "admit").params)

/** What became of a card by itself, without a proposal. */
export const writeOf = (
  context: FoldContext,
  event: Pick<Event, "seq">,
  card: Pick<CardView, "id" | "kind" | "statement">,
  said: Pick<LedgerEntry, "act" | "because"> &
    Partial<Pick<LedgerEntry, "episode" | "proposal">> & { rule: Rule | string },
): void =>
  writeLedger(context, event, {
    ...{ episode: null, proposal: null, card: card.id, kind: card.kind, statement: card.statement },
    ...said,
  })

export function writeLedger(
  context: FoldContext,
  event: Pick<Event, "seq">,
  entry: Omit<LedgerEntry, "seq" | "at" | "rule"> & { readonly rule: Rule | string },
): void {
  const n = (TABLE.meta.get(context.rows, "ledger") ?? 0) + 1
  TABLE.meta.set(context.rows, "ledger", n)
  const rule = typeof entry.rule === "string" ? entry.rule : ruleId(entry.rule)
  const row: LedgerEntry = { ...entry, rule, seq: event.seq, at: clockOf(context.rows) }
  TABLE.ledger.set(context.rows, `${entry.episode ?? "-"}/${seqKey(n)}`, row)
}

/** Schedules a transition; what falls due is applied before the event that passes its time. */
export function schedule(rows: Rows, at: number, what: string, id: string): void {
  TABLE.due.set(rows, `${timeKey(at)}/${what}/${id}`, 1)
  // Kept apart, so that the common event (nothing due) needs no look into the table.
  const next = TABLE.meta.get(rows, "nextDue")
  if (next === undefined || at < next) TABLE.meta.set(rows, "nextDue", at)
}

/** It was dealt with. */
export const unschedule = (rows: Rows, key: string): void => TABLE.due.delete(rows, key)

/** A figure of the fold's own by name; null takes it away. */
export const setFigure = (rows: Rows, name: string, figure: number | null): void =>
  figure === null ? TABLE.meta.delete(rows, name) : TABLE.meta.set(rows, name, figure)
export const count = (rows: Rows, name: string, by = 1): void =>
  TABLE.meta.set(rows, name, (TABLE.meta.get(rows, name) ?? 0) + by)
