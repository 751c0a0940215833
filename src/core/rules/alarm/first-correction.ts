// An early sign: the user sets something right for the first time in an episode. Written down and measured like a trip, but
// not counted as one and never said, unless it has proved right here.
import { evidenceOf } from "../../assess/evidence.ts"
import { GATE_PARAMS, perEpisode } from "../../assess/gate.ts"
import { isProven, PROVEN_PARAMS, PROVEN_READS } from "../../assess/trip.ts"
import { defineRule } from "../rule.ts"

interface State {
  /** where it was heard; null = not yet */
  readonly heard: { readonly message: number; readonly at: number } | null
}

const params = { ...GATE_PARAMS, speaks: false, ...PROVEN_PARAMS }
const episode = perEpisode<State, typeof params>(
  "first_correction",
  { heard: null },
  (state, { by, signals, message, at }, params) => {
    if (state.heard !== null || by !== "user" || params.enabled === false) return state
    return evidenceOf(signals).marks.includes("correction") ? { heard: { message, at } } : state
  },
)

const NAMED = { name: "first-correction", version: 1 } as const

export const firstCorrection = defineRule({
  question: "alarm",
  ...NAMED,
  source: "bench/assessment.ts: comes before the first interrupt twice as often as an alarm at random times",
  params,
  tables: episode.tables,
  reads: PROVEN_READS,
  on: episode.on,
  decide(context, input, params) {
    const { heard } = episode.of(context, input.episode)
    if (heard === null || heard.message !== input.message || heard.at !== input.at)
      return { answer: null, because: heard === null ? "no correction yet" : `first correction at ${heard.message}` }
    const spoken =
      (params.speaks === true && params.mute !== true) || isProven(context.rows, NAMED, "correction", params)
    return {
      answer: { trip: "correction", intervention: "clarify", spoken, early: true },
      because: "the first correction of the episode",
    }
  },
})
