// The fold's clock and the time an event is folded at. A time after its own recording is not believed: the recorded one counts.
// A leap far beyond everything seen so far is believed once a second episode is there too; until then its events go on from
// where the log stood, so that one wrong clock moves nobody else's episodes, stages or values.

import type { Event } from "../events/define.ts"
import { HOUR } from "../time.ts"
import { type FoldContext, saveCard, saveEpisode, saveTurn } from "./context.ts"
import { clockOf, episodeOf } from "./read.ts"
import type { Rows } from "./rows.ts"
import { TABLE } from "./tables.ts"

const ALL = "all"
/** Nobody works with any agent for so long now and then: the gap is real once it is seen twice. */
const LEAP = 30 * 24 * HOUR

/** A leap that one episode made and nobody has borne out. */
export interface Doubt {
  readonly episode: string
  /** its latest time, as given */
  readonly at: number
  /** how far its times are set back, and the first of them as used */
  readonly by: number
  readonly from: number
}
/** Times that were not believed: how many, and the last of them. */
export interface SetAside {
  readonly count: number
  readonly seq: number
  readonly ts: number
  readonly used: number
}

export const setAsideTimes = (rows: Rows): SetAside | null => TABLE.setAside.get(rows, ALL) ?? null

/** The event at the time it is folded at. */
export function placed(context: FoldContext, stored: Event): Event {
  const { rows } = context
  const recorded = stored.data.recorded
  const event = typeof recorded === "number" ? aside(rows, stored, recorded) : stored
  const clock = clockOf(rows)
  const doubt = TABLE.doubt.get(rows, ALL)
  if (clock === 0 || event.ts <= clock + LEAP) {
    // What was made out of the leap itself (a proposal, say) has its time from there, and says nothing about it.
    if (doubt && !sameEpisode(doubt, event)) TABLE.doubt.delete(rows, ALL)
    return event
  }
  if (doubt && bearsOut(doubt, event)) {
    TABLE.doubt.delete(rows, ALL)
    redate(context, doubt)
    return event
  }
  // What belongs to no episode neither makes a leap nor bears one out.
  if (event.episode === null) return { ...event, ts: clock }
  const next = doubt && goesOn(doubt, event) ? { ...doubt, at: event.ts } : leap(event, clock)
  TABLE.doubt.set(rows, ALL, next)
  return aside(rows, event, event.ts - next.by)
}

const leap = (event: Event, clock: number): Doubt => ({
  episode: event.episode ?? "",
  ...{ at: event.ts, by: event.ts - clock - 1, from: clock + 1 },
})
const sameEpisode = (doubt: Doubt, event: Event): boolean => event.episode === null || doubt.episode === event.episode
/** Later in the same leap, or a little before what came last. */
const goesOn = (doubt: Doubt, event: Event): boolean =>
  sameEpisode(doubt, event) && event.ts - doubt.by >= doubt.from && event.ts <= doubt.at + LEAP
const bearsOut = (doubt: Doubt, event: Event): boolean => !sameEpisode(doubt, event) && event.ts >= doubt.at - HOUR

function aside(rows: Rows, event: Event, used: number): Event {
  const count = (setAsideTimes(rows)?.count ?? 0) + 1
  TABLE.setAside.set(rows, ALL, { count, seq: event.seq, ts: event.ts, used })
  return { ...event, ts: used }
}

/** The leap was real: what was set back gets the time it came with. */
function redate({ rows }: FoldContext, { episode: id, by, from }: Doubt): void {
  const moved = (at: number): number => (at >= from ? at + by : at)
  const episode = episodeOf(rows, id)
  if (episode) {
    const closedAt = episode.closedAt === null ? null : moved(episode.closedAt)
    saveEpisode(rows, { ...episode, openedAt: moved(episode.openedAt), lastAt: moved(episode.lastAt), closedAt })
    for (const [, turn] of TABLE.turn.list(rows, `${episode.id}/`))
      if (turn.lastAt >= from) saveTurn(rows, { ...turn, at: moved(turn.at), lastAt: moved(turn.lastAt) })
  }
  for (const [, card] of TABLE.card.list(rows)) {
    const bornAt = moved(card.bornAt)
    const lastShownAt = card.lastShownAt === null ? null : moved(card.lastShownAt)
    if (bornAt !== card.bornAt || lastShownAt !== card.lastShownAt) saveCard(rows, { ...card, bornAt, lastShownAt })
  }
  TABLE.setAside.delete(rows, ALL)
}
