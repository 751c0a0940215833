// alarm: is it going wrong right now? Steps over signals of one episode; several rules may speak.
import type { Signal } from "../model.ts"

export interface AlarmInput {
  readonly episode: string
  readonly message: number
  readonly signals: readonly Signal[]
  readonly at: number
}
export type AlarmAnswer = {
  readonly trip: string
  readonly intervention: "clarify" | "pivot" | "check_in" | "fix"
  readonly spoken: boolean
} | null
