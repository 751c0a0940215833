// What a model may look at, if one is switched on: ended episodes that the sampling picks and nobody analysed yet, and
// checkpoints without a written summary. The port for model backends; with none switched on nobody asks.
import { type Sampling, sampleEpisode, type Why } from "../core/assess/sampling.ts"
import type { AssessmentView } from "../core/views/assessment.ts"
import type { CheckpointView } from "../core/views/checkpoints.ts"
import { episodeOf } from "../core/views/context.ts"
import { list } from "../core/views/rows.ts"
import { TABLE } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

export interface AnalysisDue {
  readonly episodes: readonly { readonly episode: string; readonly why: Exclude<Why, null> }[]
  readonly checkpoints: readonly CheckpointView[]
}

export function analysisDue(memory: Memory, sampling: Sampling): AnalysisDue {
  const done = memory.parts.log.readTypes(["episode.analysed", "checkpoint.summarised"])
  const analysed = new Set(done.filter(e => e.type === "episode.analysed").map(e => e.episode))
  const stretch = (episode: string | null, from: unknown, to: unknown): string => `${episode} ${from} ${to}`
  const summarised = new Set(
    done.map(e => {
      const { fromTurn, toTurn } = e.data as { fromTurn?: number; toTurn?: number }
      return stretch(e.episode, fromTurn, toTurn)
    }),
  )
  const ended = list<AssessmentView>(memory.views, TABLE.assessment)
    .map(([, assessment]) => assessment)
    .sort((a, b) => a.at - b.at || (a.episode < b.episode ? -1 : 1))
  const scopeOf = ended.map(a => episodeOf(memory.views, a.episode)?.scope ?? null)
  const episodes = ended.flatMap((a, before) => {
    if (analysed.has(a.episode)) return []
    const why = sampleEpisode(
      {
        ...{ id: a.episode, before, tripped: a.trips > 0, messages: a.messages },
        spoke: a.corrections > 0 || a.trajectory.some(p => p.marks.includes("praise")),
        lengths: ended.slice(0, before).flatMap((b, i) => (scopeOf[i] === scopeOf[before] ? [b.messages] : [])),
      },
      sampling,
    )
    return why === null ? [] : [{ episode: a.episode, why }]
  })
  const checkpoints = list<CheckpointView>(memory.views, TABLE.checkpoint)
    .map(([, checkpoint]) => checkpoint)
    .filter(c => !summarised.has(stretch(c.episode, c.fromTurn, c.toTurn)))
  return { episodes, checkpoints }
}
