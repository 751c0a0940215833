// trust: how far has a source (agent, proposer@version, model, tool, teammate) been right? Never asked of the user's words.
import type { Trust } from "../model.ts"

export type TrustInput =
  | {
      readonly what: "came_true"
      readonly source: string
      readonly good: number
      readonly weight: number
      readonly at: number
    }
  | { readonly what: "ask"; readonly source: string; readonly now: number }
export type TrustAnswer = Trust
