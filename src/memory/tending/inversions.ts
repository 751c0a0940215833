// A tactic that mostly fails turns into its warning: a negative result whose evidence is the failures themselves (D53,
// S3-26..29). A suggestion in Review, except under a preset whose own rule inverts. The gate decides.
import { type Draft, proposalId } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import type { Evidence } from "../../core/model.ts"
import { avoidStatement } from "../../core/propose/strategies.ts"
import type { Suggested } from "../../core/questions/cards.ts"
import type { FoldContext } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive, type TurnView } from "../../core/views/state.ts"
import { normaliseStatement, topicKey } from "../../core/words/statement.ts"
import type { Memory } from "../memory.ts"
import { cardRows } from "../reading/read.ts"

const INVERSION = "inversion@1"
/** A way of working that reports and plans named, once it worked. */
const OBSERVED = "inversion:worked@1"
const LEAST = 3
const RATIO = 0.6
const QUOTE = 300
const MOST_EVIDENCE = 4

/** Fails more often than not over enough tries where tries are counted, or is measured to do harm. */
const mostlyFails = (card: CardView): boolean => {
  if (card.kind !== "tactic" || card.pinned) return false
  const n = card.wins + card.losses
  return (n >= LEAST && card.losses / n >= RATIO) || card.value?.verdict === "harms"
}
const warning = (words: string, { wins, losses, value }: CardView): string =>
  wins + losses > 0 || !value
    ? avoidStatement(words, losses, wins + losses)
    : `AVOID: ${words}. Measured ${Math.round(100 * value.mean)} points over ${value.n} uses`

/** The warning a tactic would become; null when no failure can be cited. */
export function inversionOf(memory: Memory, card: CardView): Draft<"card.proposed"> | null {
  const statement = memory.text(card.statement)
  const failed = failuresOf(memory, card)
  if (statement === null || failed === null) return null
  const words = normaliseStatement(warning(statement.slice(0, 200), card))
  return {
    type: "card.proposed",
    id: proposalId(INVERSION, "negative_result", failed.evidence),
    ts: memory.parts.now(),
    episode: failed.episode,
    scope: card.scope.tier === "global" ? null : card.scope.id,
    data: {
      proposer: INVERSION,
      provenance: "restated",
      kind: "negative_result",
      statement: words,
      tier: card.scope.tier,
      topic: memory.text(card.topic) ?? topicKey(statement),
      tags: card.tags.flatMap(tag => memory.text(tag) ?? []).filter(tag => !/^(?:fix|how):/.test(tag)),
      turn: null,
      evidence: [...failed.evidence],
    },
  }
}

/** What follows from the preset's own rules: warnings of the tactics they turned down, and what they suggest themselves. */
export function suggestionsDue(memory: Memory): readonly Draft<"card.proposed">[] {
  if (!memory.preset.rules.stage.some(rule => rule.suggests !== undefined)) return []
  const turned = cardRows(memory).flatMap(card =>
    card.stage === "deprecated" && mostlyFails(card) ? (inversionOf(memory, card) ?? []) : [],
  )
  const isNew = (id: string): boolean => memory.parts.log.get(id) === null
  const suggested = suggestedBy(memory.context()).filter(one => isNew(suggestedCard(one)))
  return [...turned.filter(draft => isNew(draft.id)), ...suggested.map(one => draftOf(memory, one))]
}

/** What the rules of a machine suggest of what it remembers, proposed or not. */
export const suggestedBy = (context: FoldContext): readonly Suggested[] =>
  context.preset.rules.stage.flatMap(rule => rule.suggests?.(context, rule.params) ?? [])
/** The card that comes of it, should it be let in. */
export const suggestedCard = ({ key }: Suggested): string => hashId("suggested", key)

function draftOf(memory: Memory, one: Suggested): Draft<"card.proposed"> {
  const { kind, statement, topic, scope, episode, evidence, by } = one
  const proposer = by ?? (kind === "tactic" ? OBSERVED : INVERSION)
  const cited = evidence.map((e): Evidence => {
    const quote = memory.text(e.blob)?.slice(e.start, e.end) ?? ""
    return { ...e, hash: memory.parts.blobs.hash(quote) }
  })
  return {
    type: "card.proposed",
    id: suggestedCard(one),
    ts: memory.parts.now(),
    episode,
    scope: scope === "-" ? null : scope,
    data: {
      ...{ proposer, kind, statement: normaliseStatement(statement), tier: "repo", topic },
      provenance: by !== undefined ? "records" : kind === "tactic" ? "named" : "restated",
      ...{ tags: [], turn: null, evidence: cited },
    },
  }
}

/** Live tactics that a person may want to turn around. */
export const invertible = (memory: Memory): readonly CardView[] =>
  cardRows(memory).filter(card => isLive(card.stage) && mostlyFails(card))

/** The last episode in which the card was shown and something failed, with what the tools said. */
function failuresOf(
  memory: Memory,
  card: CardView,
): { readonly episode: string; readonly evidence: readonly Evidence[] } | null {
  const episodes = read.seenBy.list(memory.views, `${card.id}/`).flatMap(([, seen]) => seen.episode ?? [])
  const context = memory.context()
  for (const episode of [...new Set(episodes)].reverse()) {
    const evidence = turnsOf(context, episode)
      .filter(turn => turn.exposures.some(e => e.card === card.id && e.shown))
      .flatMap(turn => failingOutputs(memory, turn))
      .slice(-MOST_EVIDENCE)
    if (evidence.length > 0) return { episode, evidence }
  }
  return null
}

/** What tools said when they failed, or the word of whoever reported that it did. */
const failingOutputs = (memory: Memory, turn: TurnView): readonly Evidence[] => {
  const told = turn.told?.success === false ? (turn.told.texts[0] ?? null) : null
  const words = told === null ? null : memory.text(told)
  const reported: Evidence[] =
    words === null
      ? []
      : [
          {
            ...{
              kind: "agent_span",
              event: turn.told!.event,
              blob: told!,
              start: 0,
              end: Math.min(words.length, QUOTE),
            },
            hash: memory.parts.blobs.hash(words.slice(0, QUOTE)),
          },
        ]
  return [...reported, ...printedFailures(memory, turn)]
}

const printedFailures = (memory: Memory, turn: TurnView): readonly Evidence[] =>
  turn.tools.flatMap((tool): Evidence[] => {
    const text = tool.ok === false && tool.output !== null ? memory.text(tool.output) : null
    if (text === null || text.trim() === "") return []
    const end = Math.min(text.length, QUOTE)
    const hash = memory.parts.blobs.hash(text.slice(0, end))
    return [{ kind: "tool_output", event: tool.event, blob: tool.output!, start: 0, end, hash }]
  })
