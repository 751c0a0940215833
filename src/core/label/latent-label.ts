// outcome.latent: the probability that one prompt's work succeeded, from everything visible about it (credit.md 4.1):
//   logit y = logit π + Σ_k ln[ P_k(s_k | ok) / P_k(s_k | bad) ],   a missing signal adds 0.
import type { Unit } from "../model.ts"
import type { TurnEvidence } from "../questions/judge.ts"
import { logit, sigmoid } from "../stats.ts"
import { categoryOf, SIGNALS, type SignalName, speaks, strengthOf } from "./signals.ts"
import { EXPERT_TABLES, type LabelTables } from "./tables.ts"

export interface LabelPart {
  readonly signal: SignalName
  readonly category: string
  /** log likelihood ratio it added */
  readonly adds: number
}
export interface LatentLabel {
  readonly p: Unit
  /** how many signals spoke; 0 = the prior alone */
  readonly n: number
  readonly parts: readonly LabelPart[]
}

const LOWEST = 1e-4

export function partsOf(evidence: TurnEvidence, tables: LabelTables): readonly LabelPart[] {
  const parts: LabelPart[] = []
  for (const signal of SIGNALS) {
    const category = categoryOf(signal, evidence, tables.cuts)
    const odds = category === null ? undefined : tables.signals[signal][category]
    if (category === null || odds === undefined) continue
    const ratio = Math.log(Math.max(LOWEST, odds[0]) / Math.max(LOWEST, odds[1]))
    // "no interrupt seen" is not praise: silence is counted by the refit and adds nothing to a label
    parts.push({ signal, category, adds: speaks(signal, category) ? ratio * strengthOf(signal, evidence) : 0 })
  }
  return parts
}

/** Log odds of success. */
export const logOdds = (evidence: TurnEvidence, tables: LabelTables = EXPERT_TABLES): number =>
  partsOf(evidence, tables).reduce((sum, part) => sum + part.adds, logit(tables.prior))

export function latentLabel(evidence: TurnEvidence, tables: LabelTables = EXPERT_TABLES): LatentLabel {
  const parts = partsOf(evidence, tables)
  const p = sigmoid(parts.reduce((sum, part) => sum + part.adds, logit(tables.prior)))
  return { p, n: parts.filter(part => speaks(part.signal, part.category)).length, parts }
}

/** The label, or null when nothing spoke. */
export function labelOf(evidence: TurnEvidence, tables: LabelTables = EXPERT_TABLES): Unit | null {
  const { p, n } = latentLabel(evidence, tables)
  return n === 0 ? null : p
}

/** A turn of which nothing was seen. */
export const NO_EVIDENCE: TurnEvidence = {
  test: null,
  build: null,
  lint: null,
  typecheck: null,
  toolFailShare: null,
  nTools: 0,
  feedback: null,
  sentiment: null,
  feedbackConfidence: null,
  end: null,
  minutesPerCall: null,
  minutes: null,
  interrupted: false,
  refused: 0,
  edits: 0,
  files: 0,
  retries: 0,
  errors: 0,
  committed: null,
  reverted: null,
  survived: null,
  judge: null,
  reported: null,
}
