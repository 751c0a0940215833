// Marks on cards: given once each, read back, and what they do at once ("wrong" stops packing; the fold does it). By whom is
// always said: what an agent marks never counts as the user's word, and what the user stands by it only puts into Review.
import type { DataOf } from "../../core/events/registry.ts"
import { standsBy } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { findCard } from "../reading/read.ts"
import { act } from "./acts.ts"
import { undoneActs } from "./adoptions.ts"

type Mark = DataOf<"feedback.given">["tag"]

export function marksOn(memory: Memory, card: string) {
  const undone = undoneActs(memory.parts.log)
  return memory.parts.log.readTypes(["feedback.given"]).flatMap(event => {
    const { about, target, tag, by } = event.data as DataOf<"feedback.given">
    return about === "card" && target === card && !undone.has(event.id)
      ? [{ event: event.id, tag, by, at: event.ts }]
      : []
  })
}

/** Marks a card; saying the same again says nothing new. `stands`: the user stands by it. */
export async function mark(
  memory: Memory,
  given: { readonly card: string; readonly tag: Mark; readonly by: "user" | "agent"; readonly episode?: string | null },
): Promise<{ readonly card: string; readonly again: boolean; readonly stands: boolean }> {
  memory.catchUp()
  const card = findCard(memory, given.card)
  const last = marksOn(memory, card.id)
    .filter(m => m.by === given.by)
    .at(-1)
  // Somebody may have put a card back since it was marked wrong: then the mark is news again.
  const kept = card.muted || (card.flagged ?? []).includes(given.by)
  const standing = last?.tag === given.tag && (given.tag !== "wrong" || kept)
  if (!standing)
    await act(
      memory,
      "feedback.given",
      { about: "card", target: card.id, tag: given.tag, by: given.by, note: null },
      { episode: given.episode ?? null, scope: card.scope.tier === "repo" ? card.scope.id : null },
    )
  return { card: card.id, again: standing, stands: standsBy(card) }
}
