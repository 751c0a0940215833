// Is it helping? Weeks in a row: episodes and how they ended, corrections, norms broken again; and the worst episodes
// of the last one. Reads views.

import { WEEK } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import type { EpisodeView } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"
import { readEpisodes } from "../reading/episodes.ts"

export const everyEpisode = (memory: Memory): readonly EpisodeView[] =>
  asOf(memory, "episodes", () =>
    [...readEpisodes(memory)]
      .filter(e => e.turns > 0)
      .sort((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? -1 : 1)),
  )

/** Breaches of norms by episode. */
const breaches = (memory: Memory): ReadonlyMap<string, number> =>
  asOf(
    memory,
    "breaches",
    () =>
      new Map(
        read.adherence
          .list(memory.views)
          .map(([key, row]) => [key, Object.values(row).filter(followed => followed.adherence === "violated").length]),
      ),
  )

/** Oldest first; the last one ends now. */
export function readWeeks(memory: Memory, now: number, count: number) {
  const broken = breaches(memory)
  const end = now + 1
  const placeOf = (at: number): number => count - 1 - Math.floor((end - at) / WEEK)
  const weeks = Array.from({ length: count }, (_, i) => ({
    ...{ from: end - (count - i) * WEEK, episodes: 0, corrections: 0 },
    verdicts: { success: 0, failure: 0, mixed: 0, unjudged: 0 },
    /** a norm that was known already was broken */
    repeated: 0,
  }))
  for (const episode of everyEpisode(memory)) {
    const week = weeks[placeOf(episode.lastAt)]
    if (!week) continue
    const live = read.live.get(memory.views, episode.id)
    week.episodes++
    week.verdicts[episode.verdict]++
    week.corrections += live?.corrections ?? 0
    week.repeated += broken.get(episode.id) ?? 0
  }
  return weeks
}

/** Judged a failure or mixed, within the last week that had any. */
export function worstEpisodes(memory: Memory, most: number): readonly EpisodeView[] {
  const recent = everyEpisode(memory)
  const last = recent[0]?.lastAt ?? 0
  const badness = (e: EpisodeView): number => {
    const live = read.live.get(memory.views, e.id)
    return (e.verdict === "failure" ? 1 : e.verdict === "mixed" ? 0.5 : 0) + (1 - (e.p ?? 0.5)) + (live?.peak ?? 0)
  }
  return recent
    .filter(e => e.lastAt > last - WEEK && (e.verdict === "failure" || e.verdict === "mixed"))
    .map(e => ({ e, bad: badness(e) }))
    .sort((a, b) => b.bad - a.bad || b.e.lastAt - a.e.lastAt)
    .slice(0, most)
    .map(({ e }) => e)
}
