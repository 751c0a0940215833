// Teammates' cards: what they cite came with them, and stands in no episode here. A proposal of theirs is anchored in those
// words alone, so that it meets the same gate as every other; who said it is data, so it makes no norm (L7).
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import type { Evidence, Kind } from "../model.ts"
import type { EvidenceFacts } from "../questions/admit.ts"
import type { FoldContext } from "./context.ts"
import { TABLE } from "./tables.ts"

export function cardReceived(context: FoldContext, event: Event<DataOf<"card.received">>): void {
  const { card, quotes } = event.data
  TABLE.received.set(context.rows, event.id, { card, quotes })
}

/** Its outcome is the sender's word: the card passed the same gate there. */
export function foreignFacts(context: FoldContext, evidence: Evidence, card: string, kind: Kind): EvidenceFacts {
  const came = TABLE.received.get(context.rows, evidence.event)
  const text = context.text(evidence.blob)
  const quote = text === null ? null : text.slice(evidence.start, evidence.end)
  const carried = came !== undefined && came.card === card && came.quotes.includes(evidence.blob)
  return {
    kind: evidence.kind,
    holds: carried && quote !== null && quote !== "" && context.hash(quote) === evidence.hash,
    quote,
    context: text,
    typed: false,
    outcome: kind === "tactic" ? "success" : kind === "negative_result" ? "failure" : null,
  }
}
