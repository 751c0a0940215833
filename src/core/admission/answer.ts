// The gate's answers, said shortly.
import type { AdmitAnswer, Near, Refusal } from "../questions/admit.ts"

export interface Answer {
  readonly answer: AdmitAnswer
  readonly because: string
}
export const refuse = (refused: Refusal, because: string): Answer => ({ answer: { act: "refuse", refused }, because })
export const disputes = (near: Near, because: string): Answer => ({
  answer: { act: "refuse", refused: "disputes-card", against: near.card },
  because,
})
