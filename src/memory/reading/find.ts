// Searching on purpose: cards of every stage and past episodes, best first. Looking at a list is no exposure and records
// nothing; a door that puts a card's words before an agent or opens one records `card.read` with readDraft.
import type { Draft } from "../../core/events/draft.ts"
import type { Kind } from "../../core/model.ts"
import type { FoundEpisode } from "../../core/promised.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { episodeShort } from "./episodes.ts"
import { type CardRead, readCard } from "./read.ts"

export interface FoundCard extends CardRead {
  readonly score: number
  readonly lexical: number
  readonly semantic: number
}
interface Finding {
  readonly query: string
  /** scope keys; null: everywhere */
  readonly scopes: readonly string[] | null
  readonly kind?: Kind | null
  /** only what may still be shown */
  readonly liveOnly?: boolean
  readonly most: number
  /** the query's vector by the configured embedder, when it is not the built-in one */
  readonly asked?: { readonly model: string; readonly vector: Float32Array } | null
}

/** Below this nothing is answered: some word always comes near. */
const LEAST = 0.05

export function findCards(memory: Memory, finding: Finding): readonly FoundCard[] {
  const most = finding.kind ? finding.most * 6 : finding.most
  return memory.search
    .find({
      collection: "card",
      text: finding.query,
      scopes: finding.scopes,
      liveOnly: finding.liveOnly ?? false,
      most,
      asked: finding.asked ?? null,
    })
    .filter(found => found.score >= LEAST)
    .flatMap(({ id, score, lexical, semantic }): FoundCard[] => {
      const card = read.card.get(memory.views, id)
      if (!card || (finding.kind && card.kind !== finding.kind)) return []
      return [{ ...readCard(memory, card), score, lexical, semantic }]
    })
    .slice(0, finding.most)
}

export function findEpisodes(memory: Memory, finding: Finding): readonly FoundEpisode[] {
  return memory.search
    .find({
      collection: "episode",
      text: finding.query,
      scopes: finding.scopes,
      liveOnly: true,
      most: finding.most,
      at: memory.parts.now(),
      asked: finding.asked ?? null,
    })
    .filter(found => found.score >= LEAST)
    .flatMap(({ id, score }): FoundEpisode[] => {
      const episode = read.episode.get(memory.views, id)
      if (!episode) return []
      return [
        {
          id,
          short: episodeShort(id),
          client: episode.client,
          scope: episode.scope,
          opened: new Date(episode.openedAt).toISOString(),
          turns: episode.turns,
          verdict: episode.verdict,
          prompt: memory.text(read.turn.first(memory.views, `${id}/`, `${id}/\x7f`)?.[1].prompt),
          score,
        },
      ]
    })
}

/** A card's words were read on purpose: found by search and shown to an agent, or opened by its id. */
export const readDraft = (
  memory: Memory,
  read: {
    readonly card: string
    readonly channel: "search" | "explicit_read"
    readonly by: "user" | "agent"
    readonly rank: number | null
    readonly query: string | null
    readonly episode: string | null
    readonly scope: string | null
  },
): Draft<"card.read"> => {
  const { episode, scope, ...data } = read
  return memory.authored("card.read", { episode, scope }, data)
}
