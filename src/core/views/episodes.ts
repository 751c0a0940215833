// Episodes: opened by the client or by their first event, closed by the client, by idle time, never deleted.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { type FoldContext, saveEpisode, saveTurn, schedule } from "./context.ts"
import { creditEpisode } from "./crediting.ts"
import { judgeEpisode } from "./episode/judging.ts"
import { lookAtUse } from "./episode/uses.ts"
import { happen } from "./happen.ts"
import { lookAtNorms } from "./norms.ts"
import { episodeOf, lastTurn } from "./read.ts"
import type { EpisodeView } from "./state.ts"

const MINUTE = 60_000

export function openEpisode(context: FoldContext, event: Event<DataOf<"episode.opened">>): void {
  if (event.episode === null) return
  const { data } = event
  const known = episodeOf(context.rows, event.episode)
  const base = known ?? emptyEpisode(event.episode, event.scope, event.ts)
  // One that was over and is taken up again has no row of its own any more.
  if (!known || known.closedAt !== null)
    schedule(context.rows, event.ts + context.idleMinutes * MINUTE, "idle", event.episode)
  saveEpisode(context.rows, {
    ...base,
    client: data.client,
    model: data.model ?? base.model,
    scope: event.scope ?? base.scope,
    // A program that takes up a person's session says of its own prompts that nobody typed them; what was typed stays typed.
    interactive: data.interactive || (data.start === "resume" && base.interactive),
    parent: data.parent,
    cwd: data.cwd ?? base.cwd,
    branch: data.branch ?? base.branch,
    lastAt: Math.max(base.lastAt, event.ts),
    closedAt: null,
    closeReason: null,
  })
}

/** Every event of an episode keeps it alive; one that was never opened (backfill, lost hook) opens it as unknown. */
export function touchEpisode(context: FoldContext, event: Event): EpisodeView | undefined {
  if (event.episode === null) return undefined
  const known = episodeOf(context.rows, event.episode)
  if (!known) {
    const fresh = emptyEpisode(event.episode, event.scope, event.ts)
    schedule(context.rows, event.ts + context.idleMinutes * MINUTE, "idle", event.episode)
    saveEpisode(context.rows, fresh)
    return fresh
  }
  if (event.ts <= known.lastAt) return known
  const alive = { ...known, lastAt: event.ts }
  saveEpisode(context.rows, alive)
  return alive
}

export function closeEpisode(
  context: FoldContext,
  event: Pick<Event, "seq">,
  id: string,
  reason: string,
  at: number,
): void {
  const episode = episodeOf(context.rows, id)
  if (!episode || episode.closedAt !== null) return
  const turn = lastTurn(context.rows, episode)
  if (turn) {
    saveTurn(context.rows, { ...turn, end: turn.end ?? (reason === "idle" ? "timeout" : "episode_end") })
  }
  saveEpisode(context.rows, { ...episode, closedAt: at, closeReason: reason })
  judgeEpisode(context, event, id, episode.uncredited)
  lookAtUse(context, episodeOf(context.rows, id)!)
  lookAtNorms(context, episodeOf(context.rows, id)!)
  creditEpisode(context, event, id)
  happen(context, event, { what: "episode closed", episode: id })
}

/** Due: an episode whose last event is long ago is over. One row per open episode, moved on while it lives. */
export function idleDue(context: FoldContext, event: Pick<Event, "seq">, id: string, at: number): void {
  const episode = episodeOf(context.rows, id)
  if (!episode || episode.closedAt !== null) return
  const over = episode.lastAt + context.idleMinutes * MINUTE
  if (over > at) schedule(context.rows, over, "idle", id)
  else closeEpisode(context, event, id, "idle", over)
}

/** A prompt after the close: the person came back. What was credited stays credited; what follows is a new part. */
export function reopenEpisode(context: FoldContext, episode: EpisodeView, at: number): EpisodeView {
  if (episode.closedAt === null) return episode
  const open = { ...episode, closedAt: null, closeReason: null, lastAt: Math.max(episode.lastAt, at) }
  schedule(context.rows, at + context.idleMinutes * MINUTE, "idle", episode.id)
  saveEpisode(context.rows, open)
  return open
}

const emptyEpisode = (id: string, scope: string | null, at: number): EpisodeView => ({
  id,
  client: "unknown",
  model: null,
  scope,
  interactive: false,
  parent: null,
  cwd: null,
  branch: null,
  openedAt: at,
  lastAt: at,
  closedAt: null,
  closeReason: null,
  turns: 0,
  uncredited: 0,
  parts: [],
  sawTurnEnd: false,
  tools: 0,
  failures: 0,
  failStreak: 0,
  packs: 0,
  admitted: 0,
  admittedTactics: 0,
  interventions: 0,
  compactedAt: null,
  verdict: "unjudged",
  p: null,
  because: "nothing to judge by yet",
  segments: [],
  pending: [],
  intervened: false,
  control: false,
})
