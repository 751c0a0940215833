// How a card reads on a terminal: its kind, stage, value and evidence in few words. No number without its count (L8).
import { isNorm, type Kind, type Value } from "../../core/model.ts"
import { ENOUGH } from "../../memory/reading/explain.ts"
import type { CardRead, Quoted } from "../../memory/reading/read.ts"
import type { Paint } from "../print.ts"

export const kindText = (kind: Kind): string => (kind === "negative_result" ? "negative" : kind)

export const stagePaint = (stage: string): Paint =>
  stage === "needs_recheck" ? "yellow" : stage === "active" || stage === "proven" ? "green" : "dim"

export function valueText(card: Pick<CardRead, "kind" | "value" | "pinned" | "confirmed">): string {
  if (isNorm(card.kind)) return "not scored: your own words are kept, not measured"
  if (card.pinned || card.confirmed) return "not scored: you vouched for it"
  return measuredText(card.value)
}

function measuredText(value: Value | null): string {
  if (value === null || value.n < ENOUGH) return `too early, ${value?.n ?? 0} judged uses (it takes ${ENOUGH})`
  const points = (x: number) => `${x >= 0 ? "+" : ""}${Math.round(x * 100)}`
  return `${value.verdict === "early" ? "too early to say" : value.verdict}: ${points(value.mean)} points (${points(value.mean - 2 * value.sd)} to ${points(value.mean + 2 * value.sd)}), ${value.n} judged uses`
}

const WHO: Readonly<Record<Quoted["kind"], string>> = {
  user_span: "you",
  agent_span: "agent",
  doc_span: "document",
  tool_output: "tool output",
}
export const whoSaid = (evidence: Quoted): string => WHO[evidence.kind]
