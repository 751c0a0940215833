// What a model may look at, if one is switched on: ended episodes that the sampling picks and nobody analysed yet. The one
// place that knows how far the burn-in is: the worker's queue and what status says of it are the same numbers.

import type { Config } from "../../config.ts"
import { type Sampling, sampleEpisode } from "../../core/assess/sampling.ts"
import { pointsOf } from "../../core/assess/tables.ts"
import { DAY } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import type { EpisodeView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { goesOn, readEpisodes } from "../reading/episodes.ts"

export const samplingOf = (config: Config): Sampling => ({
  rate: config.get("sampling.rate"),
  burnInEpisodes: config.get("sampling.burnInEpisodes"),
})

/** Older work is not dug up when a model is switched on. */
const DAYS = 14

export function analysisDue(memory: Memory, sampling: Sampling) {
  const analysed = new Set(memory.parts.log.readTypes(["episode.analysed"]).flatMap(event => event.episode ?? []))
  const since = memory.parts.now() - DAYS * DAY
  const all = readEpisodes(memory).filter(e => e.turns > 0 && !goesOn(memory, e))
  const lengths = lengthsBefore(memory, all)
  let before = analysed.size
  const episodes = all
    .filter(e => e.lastAt >= since && !analysed.has(e.id))
    .sort((a, b) => b.lastAt - a.lastAt)
    .flatMap(episode => {
      const why = sampleEpisode({ ...heardIn(memory, episode.id), before, lengths: lengths(episode) }, sampling)
      if (why === null) return []
      before++
      return [{ episode, why }]
    })
  // Newest first; the burn-in lasts until `burnInEpisodes` were read.
  return { read: analysed.size, episodes }
}

/** An episode that fell silent is not closed in the views before the next event: what was heard so far has to do. */
function heardIn(memory: Memory, id: string) {
  const live = read.live.get(memory.views, id)
  const points = read.assessment.get(memory.views, id)?.trajectory ?? pointsOf(memory.views, id)
  return {
    id,
    tripped: (live?.trips ?? 0) > 0,
    messages: live?.messages ?? 0,
    spoke: (live?.corrections ?? 0) > 0 || points.some(point => point.marks.includes("praise")),
  }
}

function lengthsBefore(memory: Memory, all: readonly EpisodeView[]): (episode: EpisodeView) => readonly number[] {
  const messages = new Map(all.map(e => [e.id, read.live.get(memory.views, e.id)?.messages ?? 0]))
  return ({ scope, openedAt }) =>
    all.filter(e => e.scope === scope && e.openedAt < openedAt).map(e => messages.get(e.id) ?? 0)
}
