// Seed 001's trust of an actor: an average that moves by a shrinking step towards each outcome, gated by its size (S1-03..11,
// S1-29). The seed gives no interval; the one here follows from how much the average still remembers.
import { clampUnit } from "../../stats.ts"
import type { Posterior } from "../../trust/pooled-beta.ts"
import { sourceKey } from "../../trust/tally.ts"
import { table } from "../../views/table.ts"

export const TRUST_PARAMS = {
  start: 0.5,
  alpha0: 0.3,
  kSamples: 50,
  rMin: 0.1,
  /** "reward": the share shrinks the reward, as the seed has it (S1-16); "step": it shortens the step (D20) */
  shareAs: "reward" as "reward" | "step",
  /** for the interval only */
  startWeight: 3,
}
export type RewardTrustParams = typeof TRUST_PARAMS
interface ActorTrust {
  readonly t: number
  readonly n: number
  /** sum of squared weights of what the average remembers */
  readonly v: number
}

export const ACTOR = table<ActorTrust>("actor", "source")
export const actorKey = sourceKey

export const freshTrust = (p: RewardTrustParams): ActorTrust => ({ t: p.start, n: 0, v: 1 / p.startWeight })
/** a = a0 / (1 + n/k) (S1-05) */
export const stepSize = (n: number, p: RewardTrustParams): number => p.alpha0 / (1 + n / p.kSamples)
/** q = (r + 1) / 2 (S1-04) */
export const outcomeOf = (r: number): number => 0.5 * (r + 1)
/** g_trust = 0.5 + T (S1-09, S1-29) */
export const trustMultiplier = (t: number): number => 0.5 + clampUnit(t)

/** One update (S1-04..06, S1-10). The gate looks at what moves trust: the whole reward, or the actor's part of it. */
export function rewarded(
  old: ActorTrust,
  { r, share, step }: { readonly r: number; readonly share: number; readonly step: number },
  p: RewardTrustParams,
): ActorTrust {
  const part = r * (p.shareAs === "reward" ? share : Math.sign(share))
  if (Math.abs(part) < p.rMin) return old
  const a = stepSize(old.n, p) * step * (p.shareAs === "step" ? Math.abs(share) : 1)
  return {
    t: clampUnit((1 - a) * old.t + a * outcomeOf(part)),
    n: old.n + 1,
    v: (1 - a) ** 2 * old.v + a ** 2,
  }
}

/** A Beta with the average as its mean and as many observations as it remembers. */
export function remembered({ t, v }: ActorTrust): Posterior {
  const size = Math.max(0.5, 1 / v)
  const mean = Math.min(1 - 1e-6, Math.max(1e-6, t))
  return { a: mean * size, b: (1 - mean) * size }
}
