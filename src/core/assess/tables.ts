// How an episode goes, row by row (S2-11..24): live averages, single messages, checkpoints, the whole, and the one log of every
// breaker, with whether it was right to trip. Free of text. Written by the scribe `assessment` alone; rules and the doors look in.
import type { Breaker, Unit, Verdict } from "../model.ts"
import type { AlarmInput } from "../questions/happened.ts"
import type { Rows } from "../views/rows.ts"
import { seqKey } from "../views/state.ts"
import { table } from "../views/table.ts"
import type { Averages, Mark } from "./progress.ts"

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
type AssessmentView = Pick<
  LiveView,
  "episode" | "messages" | "peak" | "success" | "corrections" | "retries" | "trips" | "checkpoints"
> & {
  readonly at: number
  readonly end: number
  /** where the averages moved or something was marked, oldest first; thinned out when there are many */
  readonly trajectory: readonly Point[]
}
export type Point = Pick<MessageView, "message" | "frustration" | "success" | "bad" | "marks">

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

/** What a rule looks into that speaks only once its trips have proved right (gate.ts). */
export const PROVEN_READS = [ASSESSED.trigger]

/** The way an episode took, as far as its messages are kept. */
export const pointsOf = (rows: Rows, episode: string): readonly Point[] =>
  ASSESSED.message
    .values(rows, `${episode}/`)
    .map(({ message, frustration, success, bad, marks }) => ({ message, frustration, success, bad, marks }))

export interface TripView {
  readonly id: string
  readonly breaker: Breaker
  /** the scope it holds in; null = everywhere */
  readonly scope: string | null
  /** the episode at hand, "" when none was */
  readonly episode: string
  readonly message: number
  readonly turn: number
  readonly at: number
  readonly rule: string
  readonly trip: string
  readonly intervention: "clarify" | "pivot" | "check_in" | "fix" | "freeze" | "stand_down"
  /** whether it may be said to the agent; `made` is the event once it was */
  readonly spoken: boolean
  readonly made: string | null
  readonly because: string
  readonly frustration: number
  readonly success: number
  readonly failStreak: number
  /** the next messages: how many, what went wrong and well in them, how often the user complained or broke off */
  readonly after: {
    readonly messages: number
    readonly bad: number
    readonly good: number
    readonly complaints: number
    readonly frustration: number
  }
  readonly settled: boolean
  /** as many messages were seen after it as were to be */
  readonly watched?: true
  /** when what it guarded against was over; absent of a session's trips and while it stands */
  readonly endedAt?: number
  readonly label: boolean | null
  /** an early sign: measured, but no trip */
  readonly early?: true
}
/** A trip of the session breaker: only these lie under the name of an episode. */
export interface EpisodeTrip extends TripView {
  readonly intervention: Exclude<TripView["intervention"], "freeze" | "stand_down">
}
export const isOfEpisode = (trip: TripView): trip is EpisodeTrip => trip.breaker === "session"
interface TriggerView {
  /** trips that say whether the trigger is right: labelled, or measured in shadow */
  readonly n: number
  readonly right: number
}

/** What breaks something off other than a session lies under the event that brought it about. */
export const tripKey = ({ breaker, scope, trip }: Pick<TripView, "breaker" | "scope" | "trip">, seq: number): string =>
  `${breaker}/${seqKey(seq)}/${scope ?? "-"}/${trip}`

/**
 * Was it right to trip? The user's word; else, for a trip nobody heard of, whether the user complained or broke off right
 * after it: more red tests alone prove nothing, they come in rows anyway. null = not known.
 */
export function verdictOf(trip: TripView): boolean | null {
  if (trip.label !== null) return trip.label
  if (!trip.settled || trip.made !== null) return null
  if (trip.after.complaints > 0) return true
  return trip.watched ? false : null
}
