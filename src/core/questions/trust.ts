// trust: how far has a source (agent, proposer@version, model, tool, teammate) been right? Never asked of the user's words.
import type { Trust } from "../model.ts"

export type TrustInput =
  | {
      readonly what: "came_true"
      readonly source: string
      readonly good: number
      readonly weight: number
      readonly at: number
      /** what was said of the same before and no longer holds */
      readonly was?: { readonly good: number; readonly weight: number }
    }
  /** seed 001: the reward of a decision the source had a share in, at one horizon */
  | {
      readonly what: "reward"
      readonly source: string
      /** of the whole decision, −1 … 1 */
      readonly r: number
      /** the source's part of it, 0 … 1 */
      readonly share: number
      /** the horizon's part of a full step, 0 … 1 */
      readonly step: number
      readonly at: number
    }
  /** `mass` of the interval, 0.8 when not said */
  | { readonly what: "ask"; readonly source: string; readonly now: number; readonly mass?: number }
export type TrustAnswer = Trust
