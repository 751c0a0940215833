// card.corrected: the user's new words replace a card. The act itself is the evidence: these are words the user typed.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { remember } from "./acts.ts"
import { cardOf, type FoldContext, saveCard, writeLedger } from "./context.ts"
import { index, setStage, wake } from "./stages.ts"
import { type CardView, UNSEEN } from "./state.ts"

export function cardCorrected(context: FoldContext, event: Event<DataOf<"card.corrected">>): void {
  const old = cardOf(context.rows, event.data.card)
  const words = context.read("corrected", () => {
    const text = context.text(event.data.statement)
    return text === null ? null : { end: text.length, hash: context.hash(text) }
  })
  if (!old || words === null) return
  remember(context, event.id, old)
  const card: CardView = {
    ...old,
    ...UNSEEN,
    id: event.id,
    statement: event.data.statement,
    stage: "active",
    source: "user",
    proposer: "user@1",
    provenance: "note",
    evidence: [{ kind: "user_span", event: event.id, blob: event.data.statement, start: 0, ...words }],
    bornAt: event.ts,
    bornSeq: event.seq,
    supersedes: old.id,
    pinned: old.pinned,
    confirmed: true,
    support: 1,
    because: "the user's correction",
  }
  saveCard(context.rows, card)
  index(context, card)
  wake(context, card.id, event.ts)
  setStage(context, old, "superseded", { supersededBy: card.id })
  writeLedger(context, event, {
    episode: null,
    act: "superseded",
    card: card.id,
    proposal: null,
    kind: card.kind,
    statement: card.statement,
    rule: "user-act@1",
    because: "the user's correction",
  })
}
