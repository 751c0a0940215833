// A card's time has come: the stage rules look at it again, and a candidate may have earned its place.
import type { Event } from "../events/define.ts"
import { cardOf, type FoldContext, writeLedger } from "./context.ts"
import { moveStage } from "./happen.ts"
import { setStage, wake } from "./stages.ts"
import { type CardView, isLive } from "./state.ts"
import { TABLE } from "./tables.ts"

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
