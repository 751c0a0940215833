// "courtyard" with a good store, a low base rate, plain-spoken users, long sessions and topics nobody can guess.
import { makeWorld as base } from "./courtyard.mjs"

export const meta = { family: "courtyard-loud", version: 1 }
export const makeWorld = ({ seed, episodes, params = {} }) => ({
  ...base({
    seed: seed + 800000,
    episodes,
    params: {
      nCards: 40,
      nTopics: 5,
      base: 0.36,
      words: 0.5,
      wrongWords: 0.05,
      stop: 0.15,
      guess: 0.2,
      driftShare: 0.3,
      confound: 0.2,
      mix: { user: [0.5, 0.4, 0.1], agent: [0.4, 0.45, 0.15], extracted: [0.3, 0.5, 0.2] },
      ...params,
    },
  }),
  meta,
  seed,
})
