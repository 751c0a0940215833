// Which rule answers which question in each preset. `mettle` takes the best known answer by measurement; the seeds'
// presets keep their own, so that they stay runnable as baselines; where a seed has no answer it borrows the default's.
import type { PresetName } from "./presets.ts"
import type { Question } from "./rule.ts"

interface Choice {
  readonly about: string
  readonly rules: Readonly<Record<Question, readonly string[]>>
}

const DETECT = [
  "tool-result",
  "user-words",
  "user-phrases",
  "refusal",
  "interrupt",
  "task-boundary",
  "git-operation",
  "duration",
  "file-drift",
]
const STAGE = ["recheck", "archive"]
/** Retrieval without learning; every preset starts from it and says what it does differently. */
const PLAIN = {
  detect: DETECT,
  judge: ["salient-latent"],
  credit: ["unattributed"],
  value: ["uses"],
  trust: ["beta"],
  admit: ["anchored-novel-budgeted"],
  stage: STAGE,
  rank: ["slots"],
  alarm: ["failure-streak", "ema-breaker", "first-correction", "assessment"],
} as const satisfies Choice["rules"]

export const CHOICES: Readonly<Record<PresetName, Choice>> = {
  mettle: {
    about: "the best known answer to each question, chosen by measurement",
    rules: { ...PLAIN, credit: ["plus-minus"], value: ["plus-minus"], rank: ["pooled-thompson"] },
  },
  plain: { about: "retrieval of the same log without learning", rules: PLAIN },
  evolver: {
    about: "feedback words, tool-success words, weighted outcome score, fractional credit",
    rules: {
      ...PLAIN,
      detect: ["evolver-tool-words", "evolver-user-words", "git-operation"],
      judge: ["weighted-blend"],
      credit: ["fractional"],
      value: ["beta-counts"],
      rank: ["value-weighted"],
    },
  },
  astra: {
    about: "keep and doubt tags, trust by delayed outcomes, a gardener, shared reward",
    rules: {
      ...PLAIN,
      detect: [...DETECT, "keep-doubt"],
      credit: ["shared-reward"],
      value: ["shrinking-step"],
      trust: ["outcome-reward"],
      stage: ["gardener", ...STAGE],
      rank: ["value-weighted"],
    },
  },
  groove: {
    about: "three tiers, EMA breaker, adaptive parameters",
    rules: {
      ...PLAIN,
      // What kind of work a call was is the default's answer; whether it went well, the seed's, which comes later.
      detect: [
        ...["tool-result", "groove-counters", "groove-phrases", "user-phrases"],
        ...["git-operation", "task-boundary", "file-drift"],
      ],
      judge: ["ema-episode"],
      credit: ["episode-score"],
      value: ["beta-counts"],
      stage: ["groove-boost", ...STAGE],
      rank: ["beta-thompson"],
      alarm: ["groove-breaker", "assessment"],
    },
  },
  swarm: {
    about: "implicit score, decay, maturity, inversion",
    rules: {
      ...PLAIN,
      detect: [...DETECT, "swarm-signals"],
      judge: ["implicit-score"],
      credit: ["implicit-observation"],
      value: ["half-life"],
      stage: ["invert", "maturity", ...STAGE],
      rank: ["value-weighted"],
    },
  },
  nucleus: {
    about: "anchored outcomes, wins and losses, slots, budgets",
    rules: {
      ...PLAIN,
      detect: ["tool-result", "nucleus-anchored", "nucleus-words", "git-operation"],
      judge: ["any-anchored"],
      credit: ["first-outcome-top-k"],
      value: ["beta-counts"],
      admit: ["nucleus-admit"],
      stage: ["nucleus-work", ...STAGE],
      rank: ["nucleus-pack"],
    },
  },
  memrl: {
    about: "MemRL: a similarity gate, then similarity and a Q-value per card, learned from the session's success",
    rules: { ...PLAIN, credit: ["episode-proxy"], value: ["q-step"], rank: ["gated-blend"] },
  },
}
