// Breakers: when did it step in, and was that right?
import {
  breakerCourses,
  breakerNow,
  readTriggers,
  readTrips,
  type TripRead,
  trippedState,
} from "../../memory/checks/breaker.ts"
import { episodeById } from "../../memory/reading/episode-marks.ts"
import { currentEpisode, episodeShort } from "../../memory/reading/episodes.ts"
import { historyRow } from "../../memory/reading/history.ts"
import { type Asked, type Desk, iso, numberIn, pageOf } from "../desk.ts"
import { grouped, tripLineOf } from "../lines.ts"
import type { BreakersPage } from "../schemas.ts"

const TIMELINES = 30
const SPANS = 200

export function breakersPage(desk: Desk, { query }: Asked): BreakersPage {
  const { memory, place } = desk
  const trips = readTrips(memory)
  const now = breakerNow(memory, currentEpisode(memory, place.scope, true)?.id ?? null)
  const limit = numberIn(query, "limit", 100, 500)
  return {
    ...pageOf(desk, "mettle history breaker", trips.length === 0 ? "It never noticed trouble, that is good." : null),
    state: now.state,
    speaks: now.speaks,
    frustration: now.frustration,
    success: now.success,
    failStreak: now.failStreak,
    trips: trips.slice(0, limit).map(tripLineOf),
    total: trips.length,
    triggers: readTriggers(memory).map(({ rule, trip, n, right, low, high }) => ({ rule, trip, n, right, low, high })),
    timelines: [
      ...grouped(
        trips.filter(trip => trip.breaker === "session"),
        trip => trip.episode,
      ),
    ]
      .slice(0, TIMELINES)
      .flatMap(([id, mine]) => timelineOf(desk, id, mine)),
    courses: breakerCourses(memory, trips).map(({ spans, ...course }) => ({
      ...course,
      spans: spans.slice(-SPANS).map(({ from, to, because }) => ({
        from: iso(from),
        to: to === null ? null : iso(to),
        state: trippedState(course.breaker),
        because,
      })),
    })),
  }
}

/** Tripped from the trip through the messages it watched; normal between. */
function timelineOf(desk: Desk, id: string, trips: readonly TripRead[]): BreakersPage["timelines"] {
  const episode = episodeById(desk.memory, id)
  if (!episode) return []
  const { messages } = historyRow(desk.memory, episode)
  const spans: BreakersPage["timelines"][number]["spans"] = []
  let at = 1
  for (const trip of [...trips].sort((a, b) => a.message - b.message)) {
    const end = Math.max(trip.message, trip.message + trip.after.messages)
    if (trip.message > at) spans.push({ from: at, to: trip.message - 1, state: "normal" })
    const from = Math.max(at, trip.message)
    if (end >= from) spans.push({ from, to: end, state: "tripped" })
    at = Math.max(at, end + 1)
  }
  if (messages >= at) spans.push({ from: at, to: messages, state: "normal" })
  const { openedAt, lastAt } = episode
  return [
    { episode: id, episodeShort: episodeShort(id), messages, openedAt: iso(openedAt), lastAt: iso(lastAt), spans },
  ]
}
