// The breakers as people see them, in one log: trips with what set them off and what followed, how right each trigger has been,
// and the label a person gives.
import { type Course, type Numbers, type Parameter, type Weighed, weigh } from "../../core/assess/calibrate.ts"
import { START } from "../../core/assess/progress.ts"
import { type TripView, verdictOf } from "../../core/assess/tables.ts"
import { idStart, shortId } from "../../core/ids.ts"
import { onlyOne } from "../../core/nearest.ts"
import { betaInterval, seeded } from "../../core/stats.ts"
import { episodeOf, read } from "../../core/views/read.ts"
import { act } from "../acting/acts.ts"
import type { Memory } from "../memory.ts"

export { CALIBRATION } from "../../core/assess/calibrate.ts"

export type TripRead = ReturnType<typeof readTrips>[number]
export type Trigger = ReturnType<typeof readTriggers>[number]

/** Newest first; early signs only when asked for. `right`: the user's word, or what followed; null = not known. */
export const readTrips = (memory: Memory, episode?: string, early = false) =>
  read.trip
    .list(memory.views, episode === undefined ? "" : `${episode}/`)
    .filter(([, trip]) => early || !trip.early)
    .map(([, trip]) => ({ ...trip, short: shortId("b", trip.id), right: verdictOf(trip) }))
    .sort((a, b) => b.at - a.at || b.message - a.message)

/** `low` and `high`: 90 % interval of the share that was right. */
export const readTriggers = (memory: Memory) =>
  read.trigger.list(memory.views).map(([key, { n, right }]) => {
    const [rule, trip] = key.split("/") as [string, string]
    const [low, high] = betaInterval(right + 1, n - right + 1, 0.9)
    return { rule, trip, n, right, low, high }
  })

/** How many trips, and which share of them right, let a trigger in shadow speak; null when none may. */
export function provenBar(memory: Memory): { readonly trips: number; readonly share: number } | null {
  const params = memory.preset.rules.alarm.map(rule => rule.params).find(p => typeof p.provenTrips === "number")
  return params ? { trips: Number(params.provenTrips), share: Number(params.provenShare) } : null
}

export function findTrip(memory: Memory, given: string): TripRead {
  const start = idStart(given)
  const found = start === null ? [] : readTrips(memory, undefined, true).filter(trip => trip.id.startsWith(start))
  return onlyOne(found, given, "trip", "mettle history breaker lists them")
}

export async function labelTrip(memory: Memory, trip: TripView, right: boolean): Promise<void> {
  await act(memory, "breaker.labelled", { intervention: trip.id, right }, { episode: trip.episode })
}

export type BreakerNow = ReturnType<typeof breakerNow>

/** How the breaker stands in the episode that goes on, and when it tripped last anywhere. */
export function breakerNow(memory: Memory, episode: string | null) {
  const live = episode === null ? undefined : read.live.get(memory.views, episode)
  const { enabled, mute } = memory.preset.gate
  const last = readTrips(memory).find(trip => trip.breaker === "session")
  const gone = (tier: string): number => read.expired.get(memory.views, tier) ?? 0
  const isTripped = live?.watching.some(key => !read.trip.get(memory.views, key)?.early)
  return {
    state: !enabled ? ("off" as const) : isTripped ? ("tripped" as const) : ("normal" as const),
    /** may it say anything to the agent? */
    speaks: !mute,
    frustration: live?.frustration ?? START.frustration,
    success: live?.success ?? START.success,
    failStreak: live?.failStreak ?? 0,
    lastTrip: last ? { at: last.at, episode: last.episode, spoken: last.made !== null } : null,
    /** derived rows that have expired: of messages, of checkpoints */
    expired: { light: gone("light"), medium: gone("medium") },
  }
}

// What past episodes say about the breaker's numbers. The draw follows from the store's state, so that looking twice shows
// the same; adopting logs it and sets the keys, which then stay put until they are taken out (D31).

export function calibrate(memory: Memory, scope: string, now: Numbers, parameters: readonly Parameter[]) {
  const courses = read.assessment.list(memory.views).map(
    ([id, { messages, trajectory }]): Course => ({
      here: episodeOf(memory.views, id)?.scope === scope,
      messages,
      points: trajectory,
    }),
  )
  const seed = `calibrate ${memory.views.seq()}`
  const { gate, scribes } = memory.preset
  const watch = { ...gate, watched: scribes.assessment.params.watched }
  return { seed, episodes: courses.length, weighed: weigh(courses, now, watch, seeded(seed), parameters) }
}

/** Writes the draws down, as they stood when somebody adopted a proposal. */
export async function logDraws(
  memory: Memory,
  { seed, weighed }: { readonly seed: string; readonly weighed: readonly Weighed[] },
): Promise<void> {
  const draw = Object.fromEntries(
    weighed.flatMap(({ parameter, arms }) => arms.map(arm => [`${parameter}=${arm.value}`, arm.draw] as const)),
  )
  await act(memory, "parameters.drawn", { seed, draw, control: false, chance: 1 })
}
