// Stages: where a card stands. The preset's stage rules look in list order; the first that moves the card wins.
import type { Event } from "../events/define.ts"
import type { Stage } from "../model.ts"
import type { StageAnswer } from "../questions/stage.ts"
import type { ValueAnswer } from "../questions/value.ts"
import type { Decision } from "../rules/rule.ts"
import { cardOf, clockOf, decide, type FoldContext, schedule, writeLedger } from "./context.ts"
import type { CardView } from "./state.ts"
import { isLive, scopeKey, TABLE } from "./state.ts"

const DAY = 86_400_000
/** How often a quiet card is looked at again; rules decide, this only wakes them. */
const WAKE_DAYS = 7

export function moveStage(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  const card = cardOf(context.rows, id)
  if (!card || card.stage === "superseded") return
  const faded = (card.value as ValueAnswer | null)?.faded
  for (const rule of context.preset.rules.stage) {
    const decision: Decision<StageAnswer> = decide(context, rule, {
      card: card.id,
      kind: card.kind,
      scope: card.scope,
      stage: card.stage,
      pinned: card.pinned,
      value: card.value,
      support: card.support,
      contradiction: card.contradiction,
      disputeMass: card.disputes.reduce((sum, d) => sum + d.weight, 0),
      lastExposureAt: card.lastShownAt,
      bornAt: card.bornAt,
      recheckSince: card.recheckSince,
      wins: card.wins,
      losses: card.losses,
      winsByRepo: card.winsByRepo,
      now: clockOf(context.rows),
      ...(faded === undefined ? {} : { faded }),
    })
    const { answer, because } = decision
    if (answer === null || answer.to === card.stage) continue
    setStage(context, card, answer.to)
    writeLedger(context, event, {
      episode: null,
      act: answer.to === "archived" ? "archived" : "moved",
      card: id,
      proposal: null,
      kind: card.kind,
      statement: card.statement,
      rule: rule as never,
      because: `${card.stage} → ${answer.to}: ${because}`,
    })
    return
  }
}

/** Writes the stage and keeps the scope index: live cards only. */
export function setStage(context: FoldContext, card: CardView, to: Stage, more: Partial<CardView> = {}): void {
  const now = clockOf(context.rows)
  const next: CardView = {
    ...card,
    ...more,
    stage: to,
    recheckSince: to === "needs_recheck" ? (card.recheckSince ?? now) : null,
  }
  context.rows.set(TABLE.card, card.id, next)
  index(context, next)
}

export function index(context: FoldContext, card: CardView): void {
  const key = `${scopeKey(card.scope)}/${card.kind}/${card.id}`
  if (isLive(card.stage)) context.rows.set(TABLE.scopeCards, key, 1)
  else context.rows.delete(TABLE.scopeCards, key)
}

export const wake = (context: FoldContext, id: string, at: number): void =>
  schedule(context.rows, at + WAKE_DAYS * DAY, "card", id)

/** Due: look at a card again, and once more later while it lives. */
export function cardDue(context: FoldContext, event: Pick<Event, "seq">, id: string, at: number): void {
  const card = cardOf(context.rows, id)
  if (!card || !isLive(card.stage)) return
  moveStage(context, event, id)
  wake(context, id, at)
}
