// Seed 001's trust of actors: T ← (1 − a)·T + a·(r + 1)/2 with a shrinking step, moved by the rewards of decisions the actor had
// a share in, at 2 hours, 24 hours and 7 days. All eleven settings of the seed are params here (S1-41..51).
import type { TrustInput } from "../../questions/trust.ts"
import { intervalWithMean } from "../../trust/pooled-beta.ts"
import {
  type ActorTrust,
  freshTrust,
  type RewardTrustParams,
  remembered,
  rewarded,
  trustMultiplier,
} from "../../trust/reward-trust.ts"
import { defineRule } from "../rule.ts"

type State = Readonly<Record<string, ActorTrust>>
const params = {
  start: 0.5,
  alpha0: 0.3,
  kSamples: 50,
  rMin: 0.1,
  wCoherence: 0.4,
  wConflict: 0.2,
  wStability: 0.2,
  wValidation: 0.2,
  horizonShortHours: 2,
  horizonLongHours: 24,
  alignExponent: 1.5,
  dedupSeconds: 120,
  shareAs: "reward",
  startWeight: 3,
  /** part of a full step at each horizon; the week's is what stability weighs in the reward (D21) */
  stepShort: 0.15,
  stepLong: 1,
  stepWeek: 0.2,
  stabilityDays: 7,
  validationHours: 24,
  explicit: 0.7,
  implicit: 0.3,
  base: { keep: 1, doubt: -1, artifact: -0.5 },
  precision: 1.2,
  gate: 0.2,
  convictionFloor: 0.5,
  convictionSlope: 1.5,
  /** a sentence that hits a card less than this speaks of no card */
  leastAlignment: 0.2,
  globalWindow: 50,
  globalLeast: 10,
  breakerNeg: 0.6,
  /** how fast coherence follows new evidence, and how much of its past is kept */
  coherenceStep: 0.2,
  courseKept: 128,
  mass: 0.8,
} as const

/** An actor may be named anything, "constructor" too. */
const actorIn = (state: State, source: string, p: RewardTrustParams): ActorTrust =>
  Object.hasOwn(state, source) ? state[source]! : freshTrust(p)

export const outcomeReward = defineRule<"trust", State>({
  question: "trust",
  name: "outcome-reward",
  version: 2,
  source: "S1-01 … S1-51, S1-75 … S1-77; D20 … D29, D63",
  params,
  init: () => ({}),
  step(state, happened: TrustInput, raw) {
    if (happened.what !== "reward") return state
    const p = raw as unknown as RewardTrustParams
    const old = actorIn(state, happened.source, p)
    const next = rewarded(old, happened, p)
    return next === old ? state : { ...state, [happened.source]: next }
  },
  decide(state, input, raw) {
    const p = raw as unknown as RewardTrustParams & { readonly mass: number }
    const actor = actorIn(state, input.source, p)
    const [low, high] = intervalWithMean(remembered(actor), (input.what === "ask" ? input.mass : undefined) ?? p.mass)
    const mean = actor.t
    return {
      answer: { mean, low: Math.min(low, mean), high: Math.max(high, mean), n: actor.n },
      because: `T ${mean.toFixed(3)} after ${actor.n} rewards above the gate: × ${trustMultiplier(mean).toFixed(2)}`,
    }
  },
})
