// Trips, the one log of every breaker: the session breaker's with what followed in the next five messages (D68), frozen
// promotions (S1-75), memory standing down. The user's label counts before the measurement.

import { type TripView, tripKey, verdictOf, WATCHED } from "../assess/trip.ts"
import type { Event } from "../events/define.ts"
import { hashId } from "../ids.ts"
import { ruleId } from "../rules/rule.ts"
import { clockOf, count, decide, episodeOf, type FoldContext } from "./context.ts"
import type { LiveView, Message } from "./live.ts"
import { messageKey } from "./state.ts"
import { TABLE } from "./tables.ts"

/** Moves the trips still watched, asks the alarm rules and writes what they say. Returns the keys watched from here on. */
export function tripsAt(
  context: FoldContext,
  message: Message,
): { readonly watching: readonly string[]; readonly tripped: boolean } {
  const watching = message.before.watching.filter(key => follow(context, key, message))
  const alarms = alarmsAt(context, message.input)
  const named = new Set<string>()
  for (const alarm of alarms) {
    if (named.has(alarm.trip)) continue
    named.add(alarm.trip)
    const { episode, message: place, at } = message.input
    const key = messageKey(episode, place) + `/${alarm.trip}`
    const { frustration, success, failStreak } = message.live
    const trip: TripView = {
      id: hashId("trip", episode, place, alarm.rule, alarm.trip),
      breaker: "session",
      scope: episodeOf(context.rows, episode)?.scope ?? null,
      episode,
      message: place,
      turn: message.turn,
      at,
      frustration,
      success,
      failStreak,
      rule: alarm.rule,
      trip: alarm.trip,
      intervention: alarm.intervention,
      because: alarm.because,
      spoken: alarm.spoken,
      made: null,
      after: { messages: 0, bad: 0, good: 0, complaints: 0, frustration },
      settled: false,
      label: null,
      ...(alarm.early ? { early: true } : {}),
    }
    TABLE.trip.set(context.rows, key, trip)
    if (!alarm.early) count(context.rows, "trips")
    watching.push(key)
  }
  return { watching, tripped: alarms.some(alarm => !alarm.early) }
}

/** What the alarm rules say of a message they have heard. */
const alarmsAt = (context: FoldContext, input: Message["input"]) =>
  context.preset.rules.alarm.flatMap(rule => {
    const { answer, because } = decide(context, rule, input)
    return answer === null ? [] : [{ ...answer, rule: ruleId(rule), because }]
  })

/** A trip of another breaker than the session's. It stands (`settled: false`) until `endTrip`. */
export function logTrip(
  context: FoldContext,
  event: Pick<Event, "seq">,
  what: Pick<TripView, "breaker" | "scope" | "episode" | "rule" | "trip" | "intervention" | "because">,
): string {
  const key = tripKey(what, event.seq)
  if (TABLE.trip.get(context.rows, key)) return key
  TABLE.trip.set(context.rows, key, {
    ...what,
    id: hashId("trip", key, what.rule),
    ...{ message: 0, turn: 0, at: clockOf(context.rows), frustration: 0, success: 0, failStreak: 0 },
    ...{ spoken: false, made: null, settled: false, label: null },
    after: { messages: 0, bad: 0, good: 0, complaints: 0, frustration: 0 },
  } satisfies TripView)
  count(context.rows, "trips")
  return key
}

/** What it guarded against is over. */
export function endTrip(context: FoldContext, key: string): void {
  const trip = TABLE.trip.get(context.rows, key)
  if (trip && !trip.settled) rewrite(context, key, trip, { ...trip, settled: true, endedAt: clockOf(context.rows) })
}

/** False once enough was seen. */
function follow(context: FoldContext, key: string, { row }: Message): boolean {
  const trip = TABLE.trip.get(context.rows, key)
  if (!trip) return false
  const { messages, bad, good, complaints } = trip.after
  const after = {
    messages: messages + 1,
    bad: bad + (row.bad === 1 ? 1 : 0),
    good: good + (row.bad === 0 || row.good === 1 ? 1 : 0),
    complaints: complaints + (row.marks.some(mark => mark === "correction" || mark === "interrupt") ? 1 : 0),
    frustration: row.frustration,
  }
  const settled = after.messages >= WATCHED
  rewrite(context, key, trip, { ...trip, after, settled })
  return !settled
}

/** The episode is over: what was seen has to do. */
export function settleTrips(context: FoldContext, live: LiveView): void {
  for (const key of live.watching) {
    const trip = TABLE.trip.get(context.rows, key)
    if (trip) rewrite(context, key, trip, { ...trip, settled: true })
  }
}

export function tripSpoken(
  context: FoldContext,
  event: Event<{ trip: string; message: number; spoken: boolean }>,
): void {
  const key = `${messageKey(event.episode ?? "", event.data.message)}/${event.data.trip}`
  const trip = TABLE.trip.get(context.rows, key)
  if (trip && event.data.spoken) rewrite(context, key, trip, { ...trip, made: event.id })
}

export function tripLabelled(context: FoldContext, event: Event<{ intervention: string; right: boolean }>): void {
  const found = TABLE.trip
    .list(context.rows)
    .find(([, trip]) => trip.id === event.data.intervention || trip.made === event.data.intervention)
  if (found) rewrite(context, found[0], found[1], { ...found[1], label: event.data.right })
}

function rewrite(context: FoldContext, key: string, before: TripView, after: TripView): void {
  TABLE.trip.set(context.rows, key, after)
  const was = verdictOf(before)
  const is = verdictOf(after)
  if (was === is) return
  const name = `${after.rule}/${after.trip}`
  const { n, right } = TABLE.trigger.get(context.rows, name) ?? { n: 0, right: 0 }
  const counted = (verdict: boolean | null): number => (verdict === null ? 0 : 1)
  TABLE.trigger.set(context.rows, name, {
    n: n + counted(is) - counted(was),
    right: right + Number(is === true) - Number(was === true),
  })
}
