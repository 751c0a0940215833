// A trip of a breaker: what it looks like, under which key it lies, and whether it was right to trip.
import type { Breaker } from "../model.ts"
import { type Rule, ruleId } from "../rules/rule.ts"
import type { Rows } from "../views/rows.ts"
import { seqKey } from "../views/state.ts"
import { ASSESSED } from "./tables.ts"

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
export interface TriggerView {
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

// A trigger in shadow is written down and stays silent; it speaks once its trips have proved right here. Never one that was muted.

/** From this many trips on, and with this share of them right. */
export const PROVEN_PARAMS = { provenTrips: 10, provenShare: 0.8 }
export const PROVEN_READS = [ASSESSED.trigger]

export function isProven(
  rows: Rows,
  rule: Pick<Rule, "name" | "version">,
  trip: string,
  { provenTrips, provenShare, mute }: typeof PROVEN_PARAMS & { readonly mute?: unknown },
): boolean {
  const { n, right } = ASSESSED.trigger.get(rows, `${ruleId(rule)}/${trip}`) ?? { n: 0, right: 0 }
  return mute !== true && n >= provenTrips && right / n >= provenShare
}
