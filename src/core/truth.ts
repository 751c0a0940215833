// What stands for and against a card's truth: counts by kind of evidence, disputes with their weights, one score.
// Support and contradiction only grow (D60); truth never decays with time. Stage rules act on it, nothing is hidden here.
import type { EvidenceKind } from "./model.ts"

/** tool > doc > user > none (S4-32, D59); an agent's words anchor nothing. */
export const DISPUTE_WEIGHTS: Readonly<Record<EvidenceKind | "none", number>> = {
  tool_output: 1,
  doc_span: 0.6,
  user_span: 0.4,
  agent_span: 0.2,
  none: 0.2,
}

/** What stands for a card is its evidence; what stands against it, anchored (S4-31), was counted when it came. */
export function truthStatsOf(card: {
  readonly evidence: readonly { readonly kind: EvidenceKind }[]
  readonly contradictions?: Readonly<Partial<Record<EvidenceKind, number>>>
}) {
  const support: Partial<Record<EvidenceKind, number>> = {}
  for (const { kind } of card.evidence) support[kind] = (support[kind] ?? 0) + 1
  return { support, contradiction: card.contradictions ?? {} }
}

/** The strongest anchor among several: tool over document over user (S4-32). */
export const strongest = (kinds: readonly EvidenceKind[]): EvidenceKind | null =>
  kinds.reduce<EvidenceKind | null>(
    (best, kind) => (best === null || DISPUTE_WEIGHTS[kind] > DISPUTE_WEIGHTS[best] ? kind : best),
    null,
  )

/** (s + 1) / (s + c + 2): a half when nothing is known (D60). */
export const truthScore = (support: number, contradiction: number): number =>
  (support + 1) / (support + contradiction + 2)
