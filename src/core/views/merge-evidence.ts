// Evidence of a near-duplicate joins the card it repeats: the union, each span once (S4-26, S4-28).
import type { Evidence } from "../model.ts"
import { withoutDisputes } from "./disputes.ts"
import type { CardView } from "./state.ts"

export function mergeEvidence(card: CardView, more: readonly Evidence[]): CardView {
  const known = new Set(card.evidence.map(e => `${e.event}/${e.start}/${e.end}`))
  const fresh = more.filter(e => !known.has(`${e.event}/${e.start}/${e.end}`))
  const merged = { ...card, evidence: [...card.evidence, ...fresh], support: card.support + fresh.length }
  // said or seen again after the dispute: that is a way out of it (D61)
  return fresh.some(e => e.kind !== "agent_span") ? withoutDisputes(merged) : merged
}
