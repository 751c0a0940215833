// What admission may know of evidence, checked against the text itself: event, blob, range and hash; who typed it comes from the turn,
// never from the words. What a teammate's card cites came with it and stands in no episode here: it is anchored in those words alone,
// meets the same gate, and makes no norm, because who said it is data (L7).
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { type Evidence, isGood, type Kind } from "../model.ts"
import type { EvidenceFacts } from "../questions/cards.ts"
import type { FoldContext } from "./context.ts"
import { turnsOf } from "./episode/judging.ts"
import { episodeOf } from "./read.ts"
import type { EpisodeView, TurnView } from "./state.ts"
import { TABLE } from "./tables.ts"

/** `typed` is provenance: the user, interactively, in this very event. */
export function evidenceFacts(
  context: FoldContext,
  evidence: Evidence,
  turns: readonly TurnView[],
  episode: EpisodeView | undefined,
): EvidenceFacts {
  const here = turns.find(t => carries(t, evidence))
  const turn = here ?? turnElsewhere(context, evidence, episode)
  const interactive = (turn === here ? episode : episodeOf(context.rows, turn?.episode ?? null))?.interactive ?? false
  const text = context.text(evidence.blob)
  const inRange = text !== null && evidence.start < evidence.end && evidence.end <= text.length
  const quote = inRange ? text.slice(evidence.start, evidence.end) : null
  const note = TABLE.note.get(context.rows, evidence.event)
  const fromPrompt = turn !== undefined && turn.event === evidence.event && turn.prompt === evidence.blob
  const fromNote = note !== undefined && note.text === evidence.blob
  const tool = turn?.tools.find(
    t => t.event === evidence.event && (t.output === evidence.blob || t.input === evidence.blob),
  )
  const told = turn?.told?.event === evidence.event && turn.told.texts.includes(evidence.blob) ? turn.told : undefined
  const fromReply = turn !== undefined && turn.replyEvent === evidence.event && turn.reply === evidence.blob
  const anchored =
    fromPrompt || fromNote || tool !== undefined || told !== undefined || fromReply || evidence.kind === "doc_span"
  return {
    kind: evidence.kind,
    holds: quote !== null && anchored && context.hash(quote) === evidence.hash,
    quote,
    context: text,
    typed:
      evidence.kind === "user_span" &&
      ((fromPrompt && turn.author === "user" && interactive) || (fromNote && note.by === "user")),
    outcome: told
      ? told.success
        ? "success"
        : "failure"
      : tool?.ok === false
        ? "failure"
        : turn
          ? segmentOutcome(turn)
          : null,
  }
}

/** What comes back is shown by other episodes of the scope too: the newest are looked through. */
function turnElsewhere(
  context: FoldContext,
  evidence: Evidence,
  episode: EpisodeView | undefined,
): TurnView | undefined {
  if (!episode || evidence.kind === "doc_span") return undefined
  for (const id of (TABLE.recent.get(context.rows, episode.scope ?? "-") ?? []).toReversed()) {
    const found = id === episode.id ? undefined : turnsOf(context, id).find(t => carries(t, evidence))
    if (found) return found
  }
  return undefined
}

/** Does the turn hold the event that the evidence points to? */
const carries = (turn: TurnView, { event }: Evidence): boolean =>
  turn.event === event ||
  turn.replyEvent === event ||
  turn.told?.event === event ||
  turn.tools.some(t => t.event === event)

/** The last salient outcome of the turn decides; a user's word counts like a test. */
const segmentOutcome = ({ outcomes }: TurnView): "success" | "failure" | null => {
  const last = outcomes.at(-1)
  return last === undefined ? null : isGood(last) ? "success" : "failure"
}

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
