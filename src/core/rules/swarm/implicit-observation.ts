// Seed 003's observation: every card in play gets the episode's implicit score, the very one it was judged by; helpful, neutral or
// harmful is read off the same number by its value rule (S3-06, S3-07, S3-29, S3-44).
import { implicitType } from "../../label/implicit-score.ts"
import { creditsIn, implicitOf } from "../../outcome/episode-outcome.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule } from "../rule.ts"

export const implicitObservation = defineRule({
  question: "credit",
  name: "implicit-observation",
  version: 2,
  source: "S3-02 … S3-07, S3-29, S3-44",
  params: {},
  reads: [TABLE.episode],
  decide({ rows }, { episode }) {
    // a record that no fold judged speaks for itself
    const raw = TABLE.episode.get(rows, episode.ep)?.p ?? implicitOf(episode)
    // S3-44: a neutral session counts as a failure
    const counts = implicitType(raw) === "helpful" ? "win" : "loss"
    const credits = creditsIn(episode, () => ({ amount: 2 * raw - 1, because: `raw score ${raw.toFixed(2)}`, counts }))
    return { answer: { credits, rest: 0 }, because: `raw score ${raw.toFixed(2)} for all` }
  },
})
