// The two running aggregates of an episode (S2-17, S2-35): how much goes wrong, how much goes well.
import type { Evidence } from "./evidence.ts"

export interface Averages {
  readonly frustration: number
  readonly success: number
}
/** Nobody is frustrated at the start, and nothing is known of success. */
export const START: Averages = { frustration: 0, success: 0.5 }

export const average = (
  now: Averages,
  evidence: Pick<Evidence, "frustration" | "success">,
  alpha: number,
): Averages => ({
  frustration: next(now.frustration, evidence.frustration, alpha),
  success: next(now.success, evidence.success, alpha),
})

const next = (ema: number, signal: 0 | 1 | null, alpha: number): number =>
  signal === null ? ema : alpha * signal + (1 - alpha) * ema
