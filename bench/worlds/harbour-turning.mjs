// "harbour" where most effects turn over time, bundles are large, words are wrong a quarter of the time and topics unknown.
import { makeWorld as base } from "./harbour.mjs"

export const meta = { family: "harbour-turning", version: 1 }
export const makeWorld = ({ seed, episodes, params = {} }) => ({
  ...base({
    seed: seed + 950000,
    episodes,
    params: {
      nCards: 48,
      bundle: 6,
      fades: 0.6,
      turn: [-1, 0.3],
      words: [0.2, 0.5],
      wrongWords: 0.25,
      guess: 0,
      first: 4,
      later: 1,
      ...params,
    },
  }),
  meta,
  seed,
})
