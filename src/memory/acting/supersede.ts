// A card in other words: the correction is the user's act; what else carries the new words is proposed beside it, and comes to
// the card only if the gate finds the words there.
import { MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import { proposalId } from "../../core/events/draft.ts"
import type { Evidence, EvidenceKind } from "../../core/model.ts"
import { cardOf } from "../../core/views/context.ts"
import type { CardView } from "../../core/views/state.ts"
import { topicKey } from "../../core/words/statement.ts"
import type { Memory } from "../memory.ts"
import { act } from "./acts.ts"

const PROPOSER = "correction@1"

/** The card that takes its place. `events` are cited when their text carries the statement. */
export async function supersede(
  memory: Memory,
  card: CardView,
  statement: string,
  events: readonly string[],
): Promise<CardView> {
  const cited = events.map(id => {
    const event = memory.parts.log.get(id)
    if (!event) throw new MettleError("E_NOT_FOUND", `no event "${id}"`, { still: "the card is as it was" })
    return event
  })
  await act(memory, "card.corrected", { card: card.id, statement })
  const made = cardOf(memory.views, cardOf(memory.views, card.id)?.supersededBy ?? card.id) ?? card
  const words = memory.text(made.statement) ?? statement
  const evidence = cited.flatMap(event => citation(memory, event, words))
  if (evidence.length > 0 && made.id !== card.id) {
    await memory.record([
      {
        type: "card.proposed",
        id: proposalId(PROPOSER, made.kind, evidence),
        ts: memory.parts.now(),
        episode: cited[0]!.episode,
        scope: made.scope.tier === "global" ? cited[0]!.scope : made.scope.id,
        data: {
          ...{
            proposer: PROPOSER,
            provenance: "words" as const,
            kind: made.kind,
            statement: words,
            tier: made.scope.tier,
            turn: null,
          },
          ...{ topic: memory.text(made.topic) ?? topicKey(words), tags: [], evidence },
        },
      },
    ])
    memory.catchUp()
  }
  return cardOf(memory.views, made.id) ?? made
}

/** Which text of an event may be cited, and as whose words. */
const TEXT: Readonly<Record<string, readonly [field: string, kind: EvidenceKind]>> = {
  "prompt.submitted": ["prompt", "user_span"],
  "agent.replied": ["text", "agent_span"],
  "tool.finished": ["output", "tool_output"],
}

function citation(memory: Memory, event: Event, words: string): readonly Evidence[] {
  const known = TEXT[event.type]
  const blob = known === undefined ? undefined : (event.data as Record<string, unknown>)[known[0]]
  const text = typeof blob === "string" ? memory.text(blob) : null
  if (known === undefined || typeof blob !== "string" || text === null || text === "") return []
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  const [start, end] = at < 0 ? [0, text.length] : [at, at + words.length]
  return [{ kind: known[1], event: event.id, blob, start, end, hash: memory.parts.blobs.hash(text.slice(start, end)) }]
}
