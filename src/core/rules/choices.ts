// Which rule answers which question in each preset. `mettle` takes the best known answer by measurement; the seeds'
// presets keep their own, so that they stay runnable as baselines; where a seed has no answer it borrows the default's.
import type { PresetName } from "./presets.ts"
import type { Question } from "./rule.ts"

interface Choice {
  readonly about: string
  readonly rules: Readonly<Record<Question, readonly string[]>>
}

const DETECT = ["tool-result", "user-words", "refusal", "interrupt", "task-boundary", "git-operation", "duration"]
const STAGE = ["recheck", "archive"]
const BASE = {
  detect: DETECT,
  judge: ["salient-latent"],
  credit: ["unattributed"],
  value: ["uses"],
  trust: ["beta"],
  admit: ["anchored-novel-budgeted"],
  stage: STAGE,
  rank: ["slots"],
  alarm: ["failure-streak"],
} as const satisfies Choice["rules"]

export const CHOICES: Readonly<Record<PresetName, Choice>> = {
  mettle: { about: "the best known answer to each question, chosen by measurement", rules: BASE },
  plain: { about: "retrieval of the same log without learning", rules: BASE },
  evolver: {
    about: "seed 000: feedback words, tool-success words, weighted outcome score, fractional credit",
    rules: {
      ...BASE,
      detect: ["evolver-tool-words", "evolver-user-words", "git-operation"],
      judge: ["weighted-blend"],
    },
  },
  astra: { about: "seed 001: trust by outcomes", rules: BASE },
  groove: {
    about: "seed 002: three tiers, EMA breaker, adaptive parameters",
    rules: {
      ...BASE,
      detect: ["groove-counters", "groove-phrases", "git-operation", "task-boundary"],
      judge: ["ema-episode"],
    },
  },
  swarm: {
    about: "seed 003: implicit score, decay, maturity, inversion",
    rules: { ...BASE, judge: ["implicit-score"] },
  },
  nucleus: {
    about: "seed 004: anchored outcomes, wins and losses, slots, budgets",
    rules: {
      ...BASE,
      detect: ["nucleus-anchored", "nucleus-words", "git-operation"],
      judge: ["any-anchored"],
      admit: ["nucleus-admit"],
    },
  },
}
