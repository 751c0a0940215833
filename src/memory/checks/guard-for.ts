// What of a card an action can meet (core/check/guard.ts), from the live store.
import { guardOf } from "../../core/check/guard.ts"
import { type Evidence, isForeign } from "../../core/model.ts"
import { read } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

/** Null when its words were forgotten. */
export function guardFor(memory: Memory, card: CardView) {
  const statement = memory.text(card.statement)
  if (statement === null) return null
  const tags = card.tags.flatMap(ref => memory.text(ref) ?? [])
  // A failure a teammate reported does not make this person's own card hold.
  const foreign = isForeign(card.proposer)
  const own = ({ event }: Evidence): boolean => foreign || read.received.get(memory.views, event) === undefined
  return guardOf({
    card: card.id,
    kind: card.kind,
    statement,
    tags,
    failures: card.evidence.filter(e => e.kind === "tool_output" && own(e)).length,
  })
}
