// Trips, the one log of every breaker: the session breaker's with what followed in the next messages (D68), frozen promotions (S1-75),
// memory standing down; the user's label counts before the measurement.
import { ASSESSED, type LiveView, type MessageView, type TripView, tripKey, verdictOf } from "../../assess/tables.ts"
import { hashId } from "../../ids.ts"
import type { Rows } from "../../views/rows.ts"
import { messageKey } from "../../views/state.ts"
import type { Derived } from "../happening.ts"

type AlarmsAsked = Derived["alarms asked"]
const NOTHING_AFTER = { messages: 0, bad: 0, good: 0, complaints: 0, frustration: 0 }

/** Writes what the alarm rules said of a message. Returns the keys of the trips, to be watched from here on. */
export function trip(
  rows: Rows,
  { message, alarms }: AlarmsAsked,
  { frustration, success, failStreak }: Pick<LiveView, "frustration" | "success" | "failStreak">,
  turn: number,
  scope: string | null,
): readonly string[] {
  const first = new Map<string, AlarmsAsked["alarms"][number]>()
  for (const alarm of alarms) if (!first.has(alarm.trip)) first.set(alarm.trip, alarm)
  const { episode, message: place, at } = message
  return [...first.values()].map(alarm => {
    const key = sessionTripKey(episode, place, alarm.trip)
    const { rule, trip, intervention, because, spoken, early } = alarm
    ASSESSED.trip.set(rows, key, {
      id: hashId("trip", episode, place, rule, trip),
      breaker: "session",
      ...{ scope, episode, message: place, turn, at, frustration, success, failStreak },
      ...{ rule, trip, intervention, because, spoken, made: null },
      after: { ...NOTHING_AFTER, frustration },
      ...{ settled: false, label: null },
      ...(early ? { early: true } : {}),
    })
    return key
  })
}
const sessionTripKey = (episode: string, message: number, trip: string): string =>
  `${messageKey(episode, message)}/${trip}`

/** A trip of another breaker than the session's. It stands (`settled: false`) until `endTrip`. */
export function logTrip(
  rows: Rows,
  { at, seq }: { readonly at: number; readonly seq: number },
  { trip: what }: Derived["breaker tripped"],
): void {
  const key = tripKey(what, seq)
  if (ASSESSED.trip.get(rows, key)) return
  ASSESSED.trip.set(rows, key, {
    ...what,
    id: hashId("trip", key, what.rule),
    ...{ message: 0, turn: 0, at, frustration: 0, success: 0, failStreak: 0 },
    ...{ spoken: false, made: null, settled: false, label: null },
    after: NOTHING_AFTER,
  })
}

/** What it guarded against is over. */
export function endTrip(rows: Rows, at: number, key: string): void {
  if (!ASSESSED.trip.get(rows, key)?.settled) rewrite(rows, key, { settled: true, endedAt: at })
}

/** What this message says of an earlier trip. False once enough was seen. */
export function follow(rows: Rows, key: string, row: MessageView, watched: number): boolean {
  const trip = ASSESSED.trip.get(rows, key)
  if (!trip) return false
  const { messages, bad, good, complaints } = trip.after
  const after = {
    messages: messages + 1,
    bad: bad + (row.bad === 1 ? 1 : 0),
    good: good + (row.bad === 0 || row.good === 1 ? 1 : 0),
    complaints: complaints + (row.marks.some(mark => mark === "correction" || mark === "interrupt") ? 1 : 0),
    frustration: row.frustration,
  }
  const settled = after.messages >= watched
  rewrite(rows, key, { after, settled, ...(settled ? { watched: true } : {}) })
  return !settled
}

/** The episode is over: what was seen has to do. */
export function settleTrips(rows: Rows, { watching }: LiveView): void {
  for (const key of watching) rewrite(rows, key, { settled: true })
}

export function tripSpoken(rows: Rows, episode: string, event: string, said: { trip: string; message: number }): void {
  rewrite(rows, sessionTripKey(episode, said.message, said.trip), { made: event })
}

export function tripLabelled(rows: Rows, { intervention, right }: { intervention: string; right: boolean }): void {
  const found = ASSESSED.trip.list(rows).find(([, trip]) => trip.id === intervention || trip.made === intervention)
  if (found) rewrite(rows, found[0], { label: right })
}

/** What is known of a trip by now, and with it how often its trigger was right. */
function rewrite(rows: Rows, key: string, known: Partial<TripView>): void {
  const before = ASSESSED.trip.get(rows, key)
  if (!before) return
  const after = { ...before, ...known }
  ASSESSED.trip.set(rows, key, after)
  const was = verdictOf(before)
  const is = verdictOf(after)
  if (was === is) return
  const name = `${after.rule}/${after.trip}`
  const { n, right } = ASSESSED.trigger.get(rows, name) ?? { n: 0, right: 0 }
  const counted = (verdict: boolean | null): number => (verdict === null ? 0 : 1)
  ASSESSED.trigger.set(rows, name, {
    n: n + counted(is) - counted(was),
    right: right + Number(is === true) - Number(was === true),
  })
}
