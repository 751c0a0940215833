// "harbour" where almost every card does nothing, the store is large, nobody says much and few repositories have tests.
import { makeWorld as base } from "./harbour.mjs"

export const meta = { family: "harbour-null", version: 1 }
export const makeWorld = ({ seed, episodes, params = {} }) => ({
  ...base({
    seed: seed + 900000,
    episodes,
    params: {
      nCards: 150,
      nTopics: 8,
      skills: 16,
      mix: { tactic: [0.1, 0.82, 0.08], fact: [0.05, 0.9, 0.05], negative: [0.08, 0.8, 0.12] },
      words: [0, 0.1],
      tested: [0, 0.35],
      tokenCost: 0.04,
      ...params,
    },
  }),
  meta,
  seed,
})
