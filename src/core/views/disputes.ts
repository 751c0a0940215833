// What speaks against a card, and what clears it: anchored contradictions, doubts, cited files that changed (S4-30..35,
// D59..D61). Stage rules decide what follows; nothing is hidden or decayed here.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import type { Evidence, EvidenceKind } from "../model.ts"
import { DISPUTE_WEIGHTS } from "../truth.ts"
import { type FoldContext, saveCard, writeOf } from "./context.ts"
import { happen, moveStage } from "./happen.ts"
import { cardOf } from "./read.ts"
import { seenTrue } from "./stages.ts"
import { type CardView, standsBy } from "./state.ts"

/** The card with one more dispute. Only an anchored one counts against its truth (S4-31); `believed`: who raised it. */
export function withDispute(
  card: CardView,
  event: string,
  evidence: EvidenceKind | null,
  at: number,
  believed = 1,
): CardView {
  const anchored = evidence !== null && evidence !== "agent_span" ? evidence : null
  const counts = card.contradictions ?? {}
  return {
    ...card,
    disputes: [...card.disputes, { event, evidence, weight: DISPUTE_WEIGHTS[evidence ?? "none"] * believed, at }],
    contradiction: card.contradiction + (anchored === null ? 0 : 1),
    ...(anchored === null ? {} : { contradictions: { ...counts, [anchored]: (counts[anchored] ?? 0) + 1 } }),
  }
}

/** New anchored support, a check or a dismissal settles what was open (D61); the count against it stays. */
export const withoutDisputes = (card: CardView): CardView =>
  card.disputes.length === 0 ? card : { ...card, disputes: [] }

export function openDispute(context: FoldContext, event: Event, id: string, evidence: EvidenceKind | null): void {
  const card = cardOf(context.rows, id)
  if (!card || card.disputes.some(d => d.event === event.id)) return
  // An agent's own words are no ground against what the user stands by.
  if ((evidence === null || evidence === "agent_span") && standsBy(card)) return
  saveCard(context.rows, withDispute(card, event.id, evidence, event.ts))
  if (evidence !== null && evidence !== "agent_span") happen(context, event, { what: "evidence met", agrees: -1 })
  moveStage(context, event, id)
}

/** A cited file was read again: a card that nothing else holds up is neither shown nor blamed until its words are back. */
export function evidenceChecked(context: FoldContext, event: Event<DataOf<"evidence.checked">>): void {
  const { index, holds } = event.data
  const card = cardOf(context.rows, event.data.card)
  if (!card?.evidence[index]) return
  const known = card.changed ?? []
  if (known.includes(index) !== holds) {
    // it still stands where it stood
    if (holds) saveCard(context.rows, { ...card, ...seenTrue(card, event.ts) })
    return
  }
  const changed = holds ? known.filter(i => i !== index) : [...known, index].sort((a, b) => a - b)
  const stands = card.evidence.some((e, i) => !changed.includes(i) && e.kind !== "agent_span")
  saveCard(context.rows, { ...card, changed, stale: !stands, ...(holds ? seenTrue(card, event.ts) : {}) })
  if (card.stale === !stands) return
  writeOf(context, event, card, {
    act: "moved",
    rule: "evidence-check@1",
    because: stands ? "its words stand in the file again" : "the cited lines changed: not shown until they are back",
  })
}

// Evidence of a near-duplicate joins the card it repeats: the union, each span once (S4-26, S4-28).
export function mergeEvidence(card: CardView, more: readonly Evidence[]): CardView {
  const known = new Set(card.evidence.map(e => `${e.event}/${e.start}/${e.end}`))
  const fresh = more.filter(e => !known.has(`${e.event}/${e.start}/${e.end}`))
  const merged = { ...card, evidence: [...card.evidence, ...fresh], support: card.support + fresh.length }
  // said or seen again after the dispute: that is a way out of it (D61)
  return fresh.some(e => e.kind !== "agent_span") ? withoutDisputes(merged) : merged
}
