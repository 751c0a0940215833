// Stages: where a card stands. The preset's stage rules look in list order; the first that moves the card wins.
import type { Event } from "../events/define.ts"
import type { Stage } from "../model.ts"
import type { StageAnswer } from "../questions/stage.ts"
import type { ValueAnswer } from "../questions/value.ts"
import type { Decision } from "../rules/rule.ts"
import { cardOf, clockOf, decide, type FoldContext, schedule, writeLedger } from "./context.ts"
import { recordDecision } from "./decisions.ts"
import { type CardView, isLive, scopeKey } from "./state.ts"
import { TABLE } from "./tables.ts"
import { stageTags } from "./tag-rows.ts"
import { judgeCard } from "./trust.ts"

const DAY = 86_400_000
const HOUR = 3_600_000
const CANDIDATE_HOURS = 6
/** How often a quiet card is looked at again; rules decide, this only wakes them. */
const WAKE_DAYS = 7

/** Lets the stage rules look at a card, and its source answer for what became of it. */
export function moveStage(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  applyRules(context, event, id)
  judgeCard(context, event, id)
}

function applyRules(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  const card = cardOf(context.rows, id)
  if (!card || card.stage === "superseded") return
  const faded = (card.value as ValueAnswer | null)?.faded
  const tags = stageTags(context, id)
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
      ...(tags === undefined ? {} : { tags }),
    })
    const { answer, because } = decision
    if (answer === null || answer.to === card.stage) continue
    setStage(context, card, answer.to)
    recordDecision(context, event, card, card.stage, answer.to)
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
  TABLE.card.set(context.rows, card.id, next)
  index(context, next)
}

export function index(context: FoldContext, card: CardView): void {
  const key = `${scopeKey(card.scope)}/${card.kind}/${card.id}`
  if (isLive(card.stage)) TABLE.scopeCards.set(context.rows, key, 1)
  else TABLE.scopeCards.delete(context.rows, key)
}

export const wake = (context: FoldContext, id: string, at: number): void =>
  schedule(context.rows, at + WAKE_DAYS * DAY, "card", id)

/** A candidate is looked at sooner: its episode will be over by then. */
export const wakeCandidate = (context: FoldContext, id: string, at: number): void =>
  schedule(context.rows, at + CANDIDATE_HOURS * HOUR, "card", id)

/** Due: look at a card again, and once more later while it lives. */
export function cardDue(context: FoldContext, event: Pick<Event, "seq">, id: string, at: number): void {
  const card = cardOf(context.rows, id)
  if (!card || !isLive(card.stage)) return
  if (card.stage === "trial" && earnedItsPlace(context, card)) {
    setStage(context, card, "active")
    writeLedger(context, event, {
      episode: card.episode,
      act: "moved",
      card: id,
      proposal: null,
      kind: card.kind,
      statement: card.statement,
      rule: "own-outcome@1",
      because: "trial → active: the work it was noted in ended in a salient success",
    })
  }
  moveStage(context, event, id)
  wake(context, id, at)
}

/** What the gate waited for (D75): after an agent's note, the last salient outcome of its own episode was a success. */
function earnedItsPlace(context: FoldContext, card: CardView): boolean {
  if (card.episode === null || card.kind !== "tactic" || (card.needs ?? 1) > 1) return false
  const after = TABLE.turn
    .list(context.rows, `${card.episode}/`)
    .flatMap(([, turn]) => turn.outcomes)
    .filter(outcome => outcome.at >= card.bornAt)
  const last = after[after.length - 1]
  return last?.type === "tool_success" || last?.type === "user_confirmed_helpful"
}
