// Assessment in three tiers (S2-11..13, S2-60): every message, checkpoints, the end of the episode. The first two expire
// after 7 and 30 days, the last never; the log they are derived from stays as it is (D33).
import type { Mark } from "../assess/evidence.ts"
import type { Event } from "../events/define.ts"
import { askedCheckpoint, checkpointsAt, lastCheckpoint } from "./checkpoints.ts"
import { count, episodeOf, type FoldContext, type KeptDays, schedule } from "./context.ts"
import { happen } from "./happen.ts"
import { addMarks, hearMessage, type LiveView, liveOf, type MessageView } from "./live.ts"
import { messageKey } from "./state.ts"
import { TABLE } from "./tables.ts"
import { settleTrips, tripLabelled, tripSpoken, tripsAt } from "./trips.ts"

export interface AssessmentView {
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
  /** where the averages moved or something was marked, oldest first; thinned out beyond MOST_POINTS */
  readonly trajectory: readonly Point[]
}
export interface Point {
  readonly message: number
  readonly frustration: number
  readonly success: number
  /** what moved the averages: 1 bad, 0 good, null nothing */
  readonly bad: 0 | 1 | null
  readonly marks: readonly Mark[]
}

const DAY = 86_400_000
export const KEPT_DAYS: KeptDays = { light: 7, medium: 30 }
const MOST_POINTS = 200
const MESSAGES = new Set(["prompt.submitted", "agent.replied", "tool.finished"])

/** After the reducers: what the event means for the assessment. */
export function assess(context: FoldContext, event: Event): void {
  if (event.type === "breaker.labelled") tripLabelled(context, event as Event<never>)
  if (event.episode === null) return
  if (event.type === "intervention.made") tripSpoken(context, event as Event<never>)
  if (event.type === "turn.ended" || event.type === "agent.replied") countTokens(context, event)
  if (event.type === "pack.built") markPack(context, event)
  if (event.type === "checkpoint.asked") asked(context, event.episode)
  if (MESSAGES.has(event.type)) heard(context, event, event.episode)
  if (event.type === "episode.closed") assessEnd(context, event.episode)
}

function heard(context: FoldContext, event: Event, id: string): void {
  const episode = episodeOf(context.rows, id)
  const message = episode && hearMessage(context, event, episode)
  if (!message) return
  const { row } = message
  const { watching, tripped } = tripsAt(context, message)
  const marks: readonly Mark[] = tripped ? [...row.marks, "trip"] : row.marks
  if (row.bad !== null || row.good !== null || marks.length > 0)
    TABLE.message.set(context.rows, messageKey(id, row.message), { ...row, marks })
  const live = { ...message.live, watching, trips: message.live.trips + (tripped ? 1 : 0) }
  TABLE.live.set(context.rows, id, checkpointsAt(context, { ...message, live, row: { ...row, marks } }))
}

function asked(context: FoldContext, id: string): void {
  const episode = episodeOf(context.rows, id)
  const live = liveOf(context, id)
  if (!episode || episode.closedAt !== null || !live) return
  TABLE.live.set(context.rows, id, askedCheckpoint(context, live, Math.max(0, episode.turns - 1)))
}

/** Called whenever an episode may have ended; does nothing while it goes on. */
export function assessEnd(context: FoldContext, id: string): void {
  const episode = episodeOf(context.rows, id)
  const live = liveOf(context, id)
  if (!episode || episode.closedAt === null || !live) return
  if (TABLE.assessment.get(context.rows, id)?.messages === live.messages) return
  settleTrips(context, live)
  const done: LiveView = { ...lastCheckpoint(context, live, Math.max(0, episode.turns - 1)), watching: [] }
  TABLE.live.set(context.rows, id, done)
  const { messages, peak, success, corrections, retries, trips, checkpoints } = done
  const assessment: AssessmentView = {
    episode: id,
    at: episode.closedAt,
    messages,
    peak,
    end: done.frustration,
    success,
    corrections,
    retries,
    trips,
    checkpoints,
    trajectory: thin(pointsOf(context, id)),
  }
  TABLE.assessment.set(context.rows, id, assessment)
  for (const [tier, days] of Object.entries(context.keptDays ?? KEPT_DAYS) as [string, number][])
    if (days > 0) schedule(context.rows, episode.closedAt + days * DAY, tier, id)
}

/** Due: rows of a tier are old enough to go. What came later (the episode went on) has its own day. */
export function assessmentDue(
  context: FoldContext,
  event: Pick<Event, "seq">,
  tier: string,
  id: string,
  at: number,
): void {
  if (tier !== "light" && tier !== "medium") return
  const table = tier === "light" ? TABLE.message : TABLE.checkpoint
  const before = at - (context.keptDays ?? KEPT_DAYS)[tier] * DAY
  let gone = 0
  for (const [key, row] of table.list(context.rows, `${id}/`)) {
    if (row.at > before) continue
    table.delete(context.rows, key)
    gone++
  }
  count(context.rows, `expired/${tier}`, gone)
  const live = liveOf(context, id)
  if (tier === "light" && live && episodeOf(context.rows, id)?.closedAt !== null)
    happen(context, event, { what: "messages faded", episode: id })
}

export const pointsOf = (context: Pick<FoldContext, "rows">, id: string): readonly Point[] =>
  TABLE.message.list(context.rows, `${id}/`).map(([, row]) => {
    const { message, frustration, success, bad, marks } = row
    return { message, frustration, success, bad, marks }
  })

/** Marks stay; of the plain points every so many. */
function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= MOST_POINTS) return points
  const every = Math.ceil(points.length / MOST_POINTS)
  return points.filter((_, i) => i % every === 0 || i === points.length - 1)
}

function countTokens(context: FoldContext, event: Event): void {
  const live = liveOf(context, event.episode!)
  const { inputTokens, outputTokens } = event.data as { inputTokens?: number | null; outputTokens?: number | null }
  if (!live || (inputTokens == null && outputTokens == null)) return
  const tokens = {
    input: (live.tokens?.input ?? 0) + (inputTokens ?? 0),
    output: (live.tokens?.output ?? 0) + (outputTokens ?? 0),
  }
  TABLE.live.set(context.rows, live.episode, { ...live, tokens })
}

function markPack(context: FoldContext, event: Event): void {
  const { shortlist } = event.data as { shortlist: readonly { shown: boolean }[] }
  const live = liveOf(context, event.episode!)
  if (!live || !shortlist.some(item => item.shown)) return
  const key = messageKey(live.episode, live.messages)
  const known = TABLE.message.get(context.rows, key)
  const episode = episodeOf(context.rows, event.episode)
  const row: MessageView = known ?? {
    ...{ message: live.messages, turn: Math.max(0, (episode?.turns ?? 1) - 1), at: event.ts, by: "user" },
    ...{ frustration: live.frustration, success: live.success, bad: null, good: null, marks: [] },
  }
  TABLE.message.set(context.rows, key, { ...row, marks: [...row.marks, "pack"] })
  TABLE.live.set(context.rows, live.episode, { ...live, marks: addMarks(live.marks, ["pack"]) })
}
