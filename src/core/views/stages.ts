// Stages: where a card stands. Writes it, keeps the index of live cards by scope, and says when a card is looked at again.

import type { Stage } from "../model.ts"
import { DAY, HOUR } from "../time.ts"
import { type FoldContext, saveCard, schedule, upkeepIn } from "./context.ts"
import { clockOf } from "./read.ts"
import { type CardView, isLive, scopeKey } from "./state.ts"
import { TABLE } from "./tables.ts"

/** Writes the stage and keeps the scope index: live cards only. */
export function setStage(context: FoldContext, card: CardView, to: Stage, more: Partial<CardView> = {}): void {
  const now = clockOf(context.rows)
  const next: CardView = {
    ...card,
    ...more,
    stage: to,
    recheckSince: to === "needs_recheck" ? (card.recheckSince ?? now) : null,
  }
  saveCard(context.rows, next)
  index(context, next)
}

export function index(context: FoldContext, card: CardView): void {
  const key = `${scopeKey(card.scope)}/${card.kind}/${card.id}`
  if (isLive(card.stage)) TABLE.scopeCards.set(context.rows, key, 1)
  else TABLE.scopeCards.delete(context.rows, key)
}

export const wake = (context: FoldContext, id: string, at: number): void =>
  schedule(context.rows, at + upkeepIn(context).wakeDays * DAY, "card", id)

/** A candidate is looked at sooner: its episode will be over by then. */
export const wakeCandidate = (context: FoldContext, id: string, at: number): void =>
  schedule(context.rows, at + upkeepIn(context).trialHours * HOUR, "card", id)

// Facts age: each carries when it was last seen true, by being met again, by standing where it stood, or by the user's word.
export const seenTrue = (card: CardView, at: number): Partial<CardView> =>
  card.kind === "fact" && at > (card.trueAt ?? card.bornAt) ? { trueAt: at } : {}
