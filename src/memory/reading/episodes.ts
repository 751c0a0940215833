// Episodes as doors read them: by the start of an id, and the one that goes on now in a scope.
import { idStart, shortId } from "../../core/ids.ts"
import { onlyOne } from "../../core/nearest.ts"
import { read } from "../../core/views/read.ts"
import type { EpisodeView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export const episodeShort = (id: string): string => shortId("e", id)

/** An episode by its id, the start of it, or the short form people see (e-91c4a0). */
export function findEpisode(memory: Memory, given: string): EpisodeView {
  const start = idStart(given)
  const found = start === null ? [] : read.episode.values(memory.views, start)
  const lists = "mettle review ledger names the episodes something was learned in"
  return onlyOne(found, given, "episode", lists, e => episodeShort(e.id))
}

export const readEpisodes = (memory: Memory): readonly EpisodeView[] => read.episode.values(memory.views)

/** Open, and not silent for longer than the idle time: the fold closes it only at the next event. */
export const goesOn = (memory: Memory, episode: EpisodeView): boolean =>
  episode.closedAt === null && memory.parts.now() - episode.lastAt < memory.idleMinutes * 60_000

/** The last episode of a scope, those that go on first. */
export function currentEpisode(memory: Memory, scope: string | null, openOnly = false): EpisodeView | null {
  const mine = readEpisodes(memory)
    .filter(episode => episode.scope === scope && (!openOnly || goesOn(memory, episode)))
    .sort((a, b) => Number(goesOn(memory, b)) - Number(goesOn(memory, a)) || b.lastAt - a.lastAt)
  return mine[0] ?? null
}
