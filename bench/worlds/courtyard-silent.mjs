// "courtyard" where nobody says a word, tests are rare, sessions are short and the store is large and mostly poor.
import { makeWorld as base } from "./courtyard.mjs"

export const meta = { family: "courtyard-silent", version: 1 }
export const makeWorld = ({ seed, episodes, params = {} }) => ({
  ...base({
    seed: seed + 700000,
    episodes,
    params: {
      nCards: 200,
      nTopics: 14,
      base: 0.62,
      words: 0,
      testRate: 0.15,
      stop: 0.5,
      mix: { user: [0.3, 0.5, 0.2], agent: [0.1, 0.6, 0.3], extracted: [0.05, 0.55, 0.4] },
      clutter: 0.015,
      ...params,
    },
  }),
  meta,
  seed,
})
