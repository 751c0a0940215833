// The inbox: what waits for a person. Candidates, cards marked wrong, cards to check again, and rules found in documents,
// which become norms only by a nod (L7).
import type { Kind } from "../core/model.ts"
import { list } from "../core/views/rows.ts"
import { type CardView, isLive, TABLE } from "../core/views/state.ts"
import { act, note } from "./acts.ts"
import type { Memory } from "./memory.ts"
import { type CardRead, readCard, readLedger } from "./read.ts"

export type Waiting = "candidate" | "marked wrong" | "needs recheck" | "from a document"
export interface InboxItem {
  /** id of the card, or of the proposal when there is no card yet */
  readonly id: string
  readonly why: Waiting
  readonly kind: Kind
  readonly statement: string
  readonly scope: { readonly tier: string; readonly id: string }
  readonly card: CardRead | null
}

export function inbox(memory: Memory): readonly InboxItem[] {
  const cards = list<CardView>(memory.views, TABLE.card)
    .map(([, card]) => card)
    .filter(card => isLive(card.stage))
    .sort((a, b) => b.bornSeq - a.bornSeq)
  const waiting = cards.flatMap((card): InboxItem[] => {
    const why = reasonOf(card)
    const statement = memory.text(card.statement)
    if (why === null || statement === null) return []
    return [{ id: card.id, why, kind: card.kind, statement, scope: card.scope, card: readCard(memory, card) }]
  })
  return [...waiting, ...documents(memory, cards)]
}

const reasonOf = (card: CardView): Waiting | null =>
  card.muted
    ? "marked wrong"
    : card.stage === "needs_recheck"
      ? "needs recheck"
      : card.stage === "trial"
        ? "candidate"
        : null

/** Rules that a document states and nobody has nodded to or turned down. */
function documents(memory: Memory, cards: readonly CardView[]): readonly InboxItem[] {
  const said = new Set(cards.map(card => memory.text(card.statement)))
  const turnedDown = new Set(
    memory.parts.log.readTypes(["feedback.given"]).map(e => (e.data as { target: string }).target),
  )
  return readLedger(memory).flatMap((entry): InboxItem[] => {
    const { proposal, words, kind } = entry
    if (entry.act !== "refused" || !entry.because.startsWith("awaits-user")) return []
    if (proposal === null || words === null || kind === null || turnedDown.has(proposal) || said.has(words)) return []
    said.add(words)
    const scope = memory.parts.log.get(proposal)?.scope ?? "-"
    return [
      { id: proposal, why: "from a document", kind, statement: words, scope: { tier: "repo", id: scope }, card: null },
    ]
  })
}

/** It is right. Returns the id of the act, or of the card a document's rule became. */
export function approve(memory: Memory, item: InboxItem): Promise<string> {
  if (item.why === "from a document")
    return note(memory, item.statement, { scope: item.scope.id, tier: "repo", kind: item.kind })
  return act(memory, item.why === "candidate" ? "card.confirmed" : "card.verified", { card: item.id })
}

/** It is not: put away, and searchable. */
export const turnDown = (memory: Memory, item: InboxItem): Promise<string> =>
  item.why === "from a document"
    ? act(memory, "feedback.given", { about: "card", target: item.id, tag: "irrelevant", by: "user", note: null })
    : act(memory, "card.archived", { card: item.id, note: null })

/** It is nearly right: these words instead. */
export const reword = (memory: Memory, item: InboxItem, words: string): Promise<string> =>
  item.why === "from a document"
    ? note(memory, words, { scope: item.scope.id, tier: "repo", kind: item.kind })
    : act(memory, "card.corrected", { card: item.id, statement: words as never })
