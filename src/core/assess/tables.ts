// How an episode goes, row by row (S2-11..24): live averages, single messages, checkpoints, the whole, and the one log of every
// breaker. Free of text. Written by the rule `assessment` alone; other rules and the doors look into them.
import type { Unit, Verdict } from "../model.ts"
import type { AlarmInput } from "../questions/alarm.ts"
import type { Rows } from "../views/rows.ts"
import { table } from "../views/table.ts"
import type { Averages, Mark } from "./evidence.ts"
import type { TriggerView, TripView } from "./trip.ts"

/** how often each mark was set */
type Marks = Readonly<Partial<Record<Mark, number>>>

export interface LiveView extends Averages {
  readonly episode: string
  /** messages so far: prompts, replies, calls that came back */
  readonly messages: number
  readonly peak: number
  readonly corrections: number
  readonly retries: number
  readonly failStreak: number
  readonly trips: number
  readonly lastAt: number
  /** keys of trips whose next messages are still watched */
  readonly watching: readonly string[]
  /** the checkpoint being gathered: its first message and turn, when it began, tokens known so far */
  readonly from: number
  readonly fromTurn: number
  readonly fromAt: number
  readonly tokens: { readonly input: number; readonly output: number } | null
  readonly marks: Marks
  readonly checkpoints: number
}
export interface MessageView extends Averages {
  readonly message: number
  readonly turn: number
  readonly at: number
  readonly by: AlarmInput["by"]
  /** what moved the averages; null = nothing */
  readonly bad: 0 | 1 | null
  readonly good: 0 | 1 | null
  readonly marks: readonly Mark[]
}
/** Messages that belong together, before anybody judges them. */
export interface Stretch {
  readonly episode: string
  readonly n: number
  /** messages and turns [from, to] */
  readonly from: number
  readonly to: number
  readonly fromTurn: number
  readonly toTurn: number
  readonly fromAt: number
  readonly at: number
  readonly trigger: "messages" | "boundary" | "commit" | "outcome" | "pause" | "asked" | "episode"
  readonly tokens: LiveView["tokens"]
  readonly frustration: number
  readonly success: number
  readonly marks: Marks
}
export interface CheckpointView extends Stretch {
  readonly score: Unit | null
  readonly verdict: Verdict
  readonly because: string
  /** cards that were in the agent's hands */
  readonly cards: readonly string[]
}
interface AssessmentView {
  readonly episode: string
  readonly at: number
  readonly messages: number
  readonly peak: number
  readonly end: number
  readonly success: number
  readonly corrections: number
  readonly retries: number
  readonly trips: number
  readonly checkpoints: number
  /** where the averages moved or something was marked, oldest first; thinned out when there are many */
  readonly trajectory: readonly Point[]
}
export interface Point extends Averages {
  readonly message: number
  /** what moved the averages: 1 bad, 0 good, null nothing */
  readonly bad: 0 | 1 | null
  readonly marks: readonly Mark[]
}

export const ASSESSED = {
  live: table<LiveView>("live", "episode"),
  message: table<MessageView>("message", "episode/message"),
  checkpoint: table<CheckpointView>("checkpoint", "episode/n"),
  assessment: table<AssessmentView>("assessment", "episode"),
  trip: table<TripView>("trip", "episode/message/trip or breaker/seq/scope/trip"),
  trigger: table<TriggerView>("trigger", "rule/trip"),
  /** rows that were old enough to go */
  expired: table<number>("expired", "tier"),
} as const

/** The way an episode took, as far as its messages are kept. */
export const pointsOf = (rows: Rows, episode: string): readonly Point[] =>
  ASSESSED.message
    .list(rows, `${episode}/`)
    .map(([, { message, frustration, success, bad, marks }]) => ({ message, frustration, success, bad, marks }))
