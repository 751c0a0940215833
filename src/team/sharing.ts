// What of this memory is shared with a team: cards of the joined scopes with their cited words, redacted again; exposures and
// outcomes of those cards. Everything else stays: this file is the only road out, and it reads no transcript.

import { hashId } from "../core/ids.ts"
import { LEARN } from "../core/learn/params.ts"
import { isForeign } from "../core/model.ts"
import type { PromptRecord } from "../core/questions/worth.ts"
import { redact } from "../core/redact/redact.ts"
import {
  type BodyOf,
  LONGEST,
  MOST_CANDIDATES,
  MOST_PROMPTS,
  partitionOf,
  sharedCardId,
} from "../core/shared/bodies.ts"
import { logit, sigmoid } from "../core/stats.ts"
import { read } from "../core/views/read.ts"
import { type CardView, isLive } from "../core/views/state.ts"
import type { Memory } from "../memory/memory.ts"

/** One thing that may leave: its content, not yet numbered and signed. */
export type Outgoing = {
  readonly [T in "card.shared" | "episode.shared"]: {
    readonly type: T
    readonly partition: string
    readonly content: Omit<BodyOf<T>, "rev">
  }
}["card.shared" | "episode.shared"]

/** Cards that may leave: of a joined scope, in use, this home's own, with their words. */
export function sharedCards(memory: Memory, partitions: readonly string[]): readonly Outgoing[] {
  return ownCards(memory, partitions).flatMap(({ card, partition }): Outgoing[] => {
    const statement = memory.text(card.statement)
    if (statement === null || !isLive(card.stage) || card.stage === "trial" || card.muted) return []
    return [
      {
        type: "card.shared",
        partition,
        content: {
          subject: card.id,
          kind: card.kind,
          statement: clean(statement, LONGEST.statement),
          topic: clean(memory.text(card.topic) ?? "", LONGEST.tag),
          tags: card.tags
            .flatMap(tag => memory.text(tag) ?? [])
            .slice(0, 16)
            .map(tag => clean(tag, LONGEST.tag)),
          source: card.source,
          bornAt: card.bornAt,
          evidence: quotesOf(memory, card),
        },
      },
    ]
  })
}

const ownCards = (memory: Memory, partitions: readonly string[]) =>
  read.card.list(memory.views).flatMap(([, card]) => {
    const partition = partitionOf(card.scope)
    return partition === null || isForeign(card.proposer) || !partitions.includes(partition)
      ? []
      : [{ card, partition }]
  })

const quotesOf = (memory: Memory, card: CardView): BodyOf<"card.shared">["evidence"] =>
  card.evidence
    .flatMap(e => {
      // What a teammate's like card added here is theirs to share.
      if (read.received.get(memory.views, e.event) !== undefined) return []
      const quote = memory.text(e.blob)?.slice(e.start, e.end)
      return quote ? [{ kind: e.kind, quote: clean(quote, LONGEST.quote) }] : []
    })
    .slice(0, 6)

/** Redacted once more, well-formed, and no longer than it may be. */
function clean(text: string, most: number): string {
  const safe = redact(text.toWellFormed()).text
  return (safe.length > most ? safe.slice(0, most) : safe).toWellFormed()
}

/** Why a card that was shared is shared no more. */
export function withdrawal(memory: Memory, card: string): "forgotten" | "archived" {
  const row = read.card.get(memory.views, card)
  return row && memory.text(row.statement) !== null ? "archived" : "forgotten"
}

/** What was shown and how it went, for cards that the team knows. No tool, no path, no word of it. */
export function sharedEpisodes(memory: Memory, partitions: readonly string[], author: string): readonly Outgoing[] {
  const cards = new Map(
    read.card.list(memory.views).flatMap(([id, card]) => {
      const partition = partitionOf(card.scope)
      if (partition === null || !partitions.includes(partition) || card.stage === "trial") return []
      return [[id, { partition, id: isForeign(card.proposer) ? id : sharedCardId(author, partition, id) }] as const]
    }),
  )
  if (cards.size === 0) return []
  return read.record.list(memory.views).flatMap(([, record]) => {
    // An episode in which the breaker spoke is not the cards' doing (D67).
    if (read.episode.get(memory.views, record.ep)?.intervened) return []
    const here = new Set(record.prompts.flatMap(p => p.cand.flatMap(c => cards.get(c.id)?.partition ?? [])))
    return [...here].sort().map(
      (partition): Outgoing => ({
        type: "episode.shared",
        partition,
        content: {
          // a stretch of an episode is known by its first prompt: the order of the fold may change, that does not
          subject: hashId("shared-episode", author, record.ep, record.prompts[0]?.idx ?? 0),
          day: record.day,
          repo: hashId("shared-repo", partition, record.repo),
          prompts: record.prompts.slice(0, MOST_PROMPTS).map(prompt => ({
            idx: prompt.idx,
            lenZ: prompt.lenZ,
            hasError: prompt.hasError,
            taskKind: prompt.taskKind,
            nActive: prompt.nActive,
            slots: prompt.slots,
            label: sharedLabel(prompt),
            cand: prompt.cand
              .flatMap(c => {
                const known = cards.get(c.id)
                return known?.partition === partition ? [{ ...c, id: known.id }] : []
              })
              .slice(0, MOST_CANDIDATES),
          })),
        },
      }),
    )
  })
}

/** What was seen, over the base rate that everybody assumes: what is usual here is nobody else's business. */
const sharedLabel = ({ llr, label }: PromptRecord): number | null =>
  llr === undefined ? label : sigmoid(logit(LEARN.labelBase) + llr)
