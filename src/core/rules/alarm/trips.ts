// Trips, the one log of every breaker: the session breaker's with what followed in the next messages (D68), frozen promotions (S1-75),
// memory standing down; the user's label counts before the measurement. And the checkpoints that an episode is cut at.
import {
  ASSESSED,
  type CheckpointView,
  type LiveView,
  type MessageView,
  type Stretch,
  type TripView,
  tripKey,
  verdictOf,
} from "../../assess/tables.ts"
import { hashId } from "../../ids.ts"
import type { AlarmInput } from "../../questions/happened.ts"
import type { Rows } from "../../views/rows.ts"
import { messageKey } from "../../views/state.ts"
import type { Derived } from "../happening.ts"

type Asked = Derived["alarms asked"]
const NOTHING_AFTER = { messages: 0, bad: 0, good: 0, complaints: 0, frustration: 0 }

/** Writes what the alarm rules said of a message. Returns the keys of the trips, to be watched from here on. */
export function trip(
  rows: Rows,
  { message, alarms }: Asked,
  { frustration, success, failStreak }: Pick<LiveView, "frustration" | "success" | "failStreak">,
  turn: number,
  scope: string | null,
): readonly string[] {
  const first = new Map<string, Asked["alarms"][number]>()
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

// Checkpoints (S2-19..24): stretches of messages cut while the episode runs, each with a score, token figures and counts. What is cut
// is judged by whoever judges, and written then. Free of text: its one line is made when it is shown (memory/reading/history.ts).

export const CHECKPOINT_PARAMS = { every: 10, pauseMinutes: 5 }

/** The live row with the next stretch begun, and what was cut on the way. */
export interface Cut {
  readonly live: LiveView
  readonly cut: readonly Stretch[]
}
interface Heard {
  readonly input: AlarmInput
  readonly before: LiveView
  readonly live: LiveView
  readonly row: MessageView
}

export function checkpointsAt(rows: Rows, heard: Heard, params: typeof CHECKPOINT_PARAMS): Cut {
  const { before, input, row } = heard
  const begun = before.messages >= before.from
  const left =
    begun && input.at - before.lastAt > params.pauseMinutes * 60_000
      ? cutBefore(rows, heard, "pause")
      : begun && input.signals.some(s => s.signal === "boundary")
        ? cutBefore(rows, heard, "boundary")
        : { live: heard.live, cut: [] }
  const { live } = left
  const trigger = row.marks.includes("commit")
    ? "commit"
    : endsWork(heard)
      ? "outcome"
      : input.message - live.from + 1 >= params.every
        ? "messages"
        : null
  if (trigger === null) return { live, cut: left.cut }
  const next = cut(rows, live, row.turn, input.at, trigger, input.message)
  return { live: next.live, cut: [...left.cut, ...next.cut] }
}

/** S2-22: a passing build or test. */
const endsWork = ({ input, row }: Heard): boolean =>
  row.marks.includes("pass") &&
  input.signals.some(s => s.signal === "tool" && (s.facts?.salient === "test" || s.facts?.salient === "build"))

function cutBefore(rows: Rows, { before, live, row, input }: Heard, by: "pause" | "boundary"): Cut {
  const last = input.by === "user" ? Math.max(before.fromTurn, row.turn - 1) : row.turn
  const done = cut(rows, before, last, before.lastAt, by, input.message - 1)
  const { from, checkpoints } = done.live
  const marks = addMarks({}, row.marks)
  const begun = { from, checkpoints, fromTurn: row.turn, fromAt: input.at, tokens: null, marks }
  return { live: { ...live, ...begun }, cut: done.cut }
}

/** All that was not cut yet: somebody wants to see it now, or the episode is over. */
export const cutRest = (rows: Rows, live: LiveView, turn: number, by: "asked" | "episode"): Cut =>
  live.messages < live.from ? { live, cut: [] } : cut(rows, live, turn, live.lastAt, by, live.messages)

function cut(rows: Rows, live: LiveView, toTurn: number, at: number, trigger: Stretch["trigger"], to: number): Cut {
  const begun = { ...live, from: to + 1, fromTurn: toTurn, fromAt: at + 1, tokens: null, marks: {} }
  const tail = to === live.from && (trigger === "boundary" || trigger === "pause" || trigger === "episode")
  const last = tail ? ASSESSED.checkpoint.get(rows, messageKey(live.episode, live.checkpoints)) : undefined
  if (last) {
    // One message is no stretch: it closes the one before.
    keepCheckpoint(rows, { ...last, to, toTurn, at })
    return { live: begun, cut: [] }
  }
  const { episode, from, fromTurn, fromAt, tokens, frustration, success, marks } = live
  const n = live.checkpoints + 1
  const stretch = { episode, n, from, to, fromTurn, toTurn, fromAt, at, trigger, tokens, frustration, success, marks }
  return { live: { ...begun, checkpoints: n }, cut: [stretch] }
}

export const keepCheckpoint = (rows: Rows, checkpoint: CheckpointView): void =>
  ASSESSED.checkpoint.set(rows, messageKey(checkpoint.episode, checkpoint.n), checkpoint)

export function dropCheckpoints(rows: Rows, episode: string, until: number): number {
  const old = ASSESSED.checkpoint.list(rows, `${episode}/`).filter(([, { at }]) => at <= until)
  for (const [key] of old) ASSESSED.checkpoint.delete(rows, key)
  return old.length
}

export function addMarks(to: LiveView["marks"], marks: MessageView["marks"]): LiveView["marks"] {
  if (marks.length === 0) return to
  const sum = { ...to }
  for (const mark of marks) sum[mark] = (sum[mark] ?? 0) + 1
  return sum
}
