// Assessment in three tiers (S2-11..13, S2-60): every message, checkpoints, the end of the episode. The first two expire
// after some days, the last never; the log they are derived from stays as it is (D33). It raises no alarm: it keeps what was raised.

import { average, type Progress, START, streakAfter } from "../../assess/progress.ts"
import { ASSESSED, type LiveView, type MessageView, pointsOf } from "../../assess/tables.ts"
import type { Event } from "../../events/define.ts"
import type { DataOf } from "../../events/registry.ts"
import { DAY } from "../../time.ts"
import type { Rows } from "../../views/rows.ts"
import { type EpisodeView, messageKey } from "../../views/state.ts"
import { TABLE } from "../../views/tables.ts"
import type { Consequences, Derived } from "../happening.ts"
import { defineScribe, onEach } from "../rule.ts"
import {
  addMarks,
  CHECKPOINT_PARAMS,
  type Cut,
  checkpointsAt,
  cutRest,
  dropCheckpoints,
  keepCheckpoint,
} from "./checkpoints.ts"
import { endTrip, follow, logTrip, settleTrips, trip, tripLabelled, tripSpoken } from "./trips.ts"

const params = {
  ...CHECKPOINT_PARAMS,
  alpha: 0.3,
  watched: 5,
  points: 200,
  messageDays: 7,
  checkpointDays: 30,
  lateMinutes: 15,
}
type P = typeof params

export const assessment = defineScribe("assessment@2", {
  source: "S2-11..24, S2-60, D33, D68",
  params,
  tables: Object.values(ASSESSED),
  reads: [TABLE.episode],
  on: {
    "alarms asked": ({ rows }, asked, p) => heard(rows, asked, p),
    "stretch judged"({ rows }, { stretch }) {
      keepCheckpoint(rows, stretch)
    },
    "breaker tripped"({ rows }, tripped) {
      logTrip(rows, tripped, tripped)
    },
    "breaker over"({ rows }, { at, key }) {
      endTrip(rows, at, key)
    },
    "breaker.labelled"({ rows }, { event }) {
      tripLabelled(rows, event.data)
    },
    "intervention.made"({ rows }, { event: { id, episode, data } }) {
      if (episode !== null) tripSpoken(rows, episode, id, data)
    },
    ...onEach(["turn.ended", "agent.replied"], ({ rows }, { event }) => {
      const at = assessedIn(rows, event)
      if (at) countTokens(rows, at.live, event.data)
      return undefined
    }),
    "pack.built"({ rows }, { event }) {
      const at = assessedIn(rows, event)
      if (at && event.data.shortlist.some(item => item.shown)) markPack(rows, at.live, turnOf(at.episode), event.ts)
    },
    "checkpoint.asked"({ rows }, { event }) {
      const at = assessedIn(rows, event)
      return at?.episode.closedAt === null ? keep(rows, cutRest(rows, at.live, turnOf(at.episode), "asked")) : undefined
    },
    "episode.closed": ({ rows }, { event }, p) => (event.episode === null ? undefined : end(rows, event.episode, p)),
    "episode closed": ({ rows }, { episode }, p) => end(rows, episode, p),
    "time due"({ rows }, { id }, p) {
      const [tier, closed, episode] = id.split(":") as [string, string, string]
      return tier === "late" ? end(rows, episode, p) : fade(rows, tier, episode, Number(closed))
    },
  },
})

/** The episode an event stands in, as far as it was assessed. */
function assessedIn(rows: Rows, { episode: id }: Event): { live: LiveView; episode: EpisodeView } | undefined {
  const live = id === null ? undefined : ASSESSED.live.get(rows, id)
  const episode = live && TABLE.episode.get(rows, live.episode)
  return episode && { live, episode }
}
const turnOf = ({ turns }: EpisodeView): number => Math.max(0, turns - 1)

function keep(rows: Rows, { live, cut }: Cut): Consequences {
  ASSESSED.live.set(rows, live.episode, live)
  return { follows: cut.map(stretch => ({ what: "stretch ended", stretch })) }
}

/** One message: the averages move, trips are watched and made, and what it ends is cut. */
function heard(rows: Rows, asked: Derived["alarms asked"], params: P): Consequences | undefined {
  const { message: input, alarms } = asked
  const episode = TABLE.episode.get(rows, input.episode)
  if (!episode) return undefined
  const before = ASSESSED.live.get(rows, input.episode) ?? emptyLive(input.episode, input.at)
  const { progress } = input
  const { frustration, success } = asked.averages ?? average(before, progress, params.alpha)
  const tripped = alarms.some(alarm => !alarm.early)
  const { message, at, by } = input
  const turn = turnOf(episode)
  // Written out, here and in `liveAfter`: adding fields to a copy costs many times as much.
  const { bad, good, marks } = progress
  const plain: MessageView = { frustration, success, message, turn, at, by, bad, good, marks }
  const row: MessageView = tripped ? { ...plain, marks: [...marks, "trip"] } : plain
  const failStreak = streakAfter(before.failStreak, progress.tool)
  const still = before.watching.filter(key => follow(rows, key, plain, params.watched))
  const made = alarms.length === 0 ? [] : trip(rows, asked, { frustration, success, failStreak }, turn, episode.scope)
  const live = liveAfter(before, progress, row, failStreak, made.length === 0 ? still : [...still, ...made])
  if (row.bad !== null || row.good !== null || row.marks.length > 0)
    ASSESSED.message.set(rows, messageKey(input.episode, input.message), row)
  const told = keep(rows, checkpointsAt(rows, { input, before, live, row }, params))
  if (episode.closedAt === null) return told
  return { ...told, due: [{ at: input.at + params.lateMinutes * 60_000, id: `late:0:${episode.id}` }] }
}

const liveAfter = (
  before: LiveView,
  { correction, repeat }: Progress,
  { frustration, success, message, at, marks }: MessageView,
  failStreak: number,
  watching: readonly string[],
): LiveView => ({
  frustration,
  success,
  episode: before.episode,
  messages: message,
  peak: Math.max(before.peak, frustration),
  corrections: before.corrections + (correction ? 1 : 0),
  retries: before.retries + (repeat ? 1 : 0),
  failStreak,
  trips: before.trips + (marks.includes("trip") ? 1 : 0),
  lastAt: at,
  watching,
  from: before.from,
  fromTurn: before.fromTurn,
  fromAt: before.fromAt,
  tokens: before.tokens,
  marks: addMarks(before.marks, marks),
  checkpoints: before.checkpoints,
})

/** Whenever an episode may have ended; does nothing while it goes on. */
function end(rows: Rows, id: string, params: P): Consequences | undefined {
  const episode = TABLE.episode.get(rows, id)
  const live = ASSESSED.live.get(rows, id)
  if (!episode || episode.closedAt === null || !live) return undefined
  if (ASSESSED.assessment.get(rows, id)?.messages === live.messages) return undefined
  settleTrips(rows, live)
  const rest = cutRest(rows, live, turnOf(episode), "episode")
  const told = keep(rows, { ...rest, live: { ...rest.live, watching: [] } })
  const { messages, peak, frustration, success, corrections, retries, trips, checkpoints } = rest.live
  const at = episode.closedAt
  const figures = { messages, peak, end: frustration, success, corrections, retries, trips, checkpoints }
  const trajectory = thin(pointsOf(rows, id), params.points)
  ASSESSED.assessment.set(rows, id, { episode: id, at, ...figures, trajectory })
  const due = Object.entries({ light: params.messageDays, medium: params.checkpointDays })
  return {
    ...told,
    due: due.flatMap(([tier, days]) => (days > 0 ? [{ at: at + days * DAY, id: `${tier}:${at}:${id}` }] : [])),
  }
}

/** Rows of a tier are old enough to go. What came later (the episode went on) has its own day. */
function fade(rows: Rows, tier: string, id: string, closedAt: number): Consequences | undefined {
  const gone = tier === "light" ? dropMessages(rows, id, closedAt) : dropCheckpoints(rows, id, closedAt)
  ASSESSED.expired.set(rows, tier, (ASSESSED.expired.get(rows, tier) ?? 0) + gone)
  const over = tier === "light" && ASSESSED.live.get(rows, id) && TABLE.episode.get(rows, id)?.closedAt !== null
  return over ? { follows: [{ what: "messages faded", episode: id }] } : undefined
}

function dropMessages(rows: Rows, id: string, until: number): number {
  const old = ASSESSED.message.list(rows, `${id}/`).filter(([, { at }]) => at <= until)
  for (const [key] of old) ASSESSED.message.delete(rows, key)
  return old.length
}

/** Marks stay; of the plain points every so many. */
function thin<T>(points: readonly T[], most: number): readonly T[] {
  const every = Math.ceil(points.length / most)
  return points.filter((_, i) => i % every === 0 || i === points.length - 1)
}

function countTokens(
  rows: Rows,
  live: LiveView,
  { inputTokens, outputTokens }: Pick<DataOf<"turn.ended">, "inputTokens" | "outputTokens">,
): void {
  if (inputTokens == null && outputTokens == null) return
  const { input, output } = live.tokens ?? { input: 0, output: 0 }
  const tokens = { input: input + (inputTokens ?? 0), output: output + (outputTokens ?? 0) }
  ASSESSED.live.set(rows, live.episode, { ...live, tokens })
}

function markPack(rows: Rows, live: LiveView, turn: number, at: number): void {
  const key = messageKey(live.episode, live.messages)
  const row: MessageView = ASSESSED.message.get(rows, key) ?? {
    ...{ message: live.messages, turn, at, by: "user" },
    ...{ frustration: live.frustration, success: live.success, bad: null, good: null, marks: [] },
  }
  ASSESSED.message.set(rows, key, { ...row, marks: [...row.marks, "pack"] })
  ASSESSED.live.set(rows, live.episode, { ...live, marks: addMarks(live.marks, ["pack"]) })
}

const emptyLive = (episode: string, at: number): LiveView => ({
  ...START,
  ...{ episode, messages: 0, peak: 0, corrections: 0, retries: 0, failStreak: 0, trips: 0, lastAt: at, watching: [] },
  ...{ from: 1, fromTurn: 0, fromAt: at, tokens: null, marks: {}, checkpoints: 0 },
})
