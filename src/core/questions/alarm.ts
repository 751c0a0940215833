// alarm: is it going wrong right now? State belongs to one episode and steps over its messages; several rules may speak.
import type { Signal } from "../model.ts"

export interface AlarmInput {
  readonly episode: string
  /** place of the message in its episode, from 1 */
  readonly message: number
  /** who spoke: a person, the agent (or its harness), or a tool that came back */
  readonly by: "user" | "agent" | "tool"
  readonly signals: readonly Signal[]
  readonly at: number
}
export type AlarmAnswer = {
  readonly trip: string
  readonly intervention: "clarify" | "pivot" | "check_in" | "fix"
  readonly spoken: boolean
  /** an early sign: measured, but no trip */
  readonly early?: true
} | null
