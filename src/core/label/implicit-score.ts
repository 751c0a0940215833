// The implicit score: duration, errors, retries and success as steps, and their blend (S3-02 … S3-07).
interface ImplicitParams {
  readonly minutes: readonly [number, number]
  readonly duration: readonly [number, number, number]
  readonly errors: readonly [number, number, number]
  readonly retries: readonly [number, number, number]
  /** so many errors are few */
  readonly maxErrorsForHelpful: number
  readonly weights: {
    readonly success: number
    readonly duration: number
    readonly errors: number
    readonly retries: number
  }
  readonly helpful: number
  readonly harmful: number
}
export const IMPLICIT_PARAMS: ImplicitParams = {
  minutes: [5, 30],
  duration: [1, 0.6, 0.2],
  errors: [1, 0.6, 0.2],
  retries: [1, 0.7, 0.3],
  maxErrorsForHelpful: 2,
  weights: { success: 0.4, duration: 0.2, errors: 0.2, retries: 0.2 },
  helpful: 0.7,
  harmful: 0.4,
}
interface ImplicitSignals {
  readonly minutes: number
  readonly errors: number
  readonly retries: number
  readonly success: boolean
}

const durationScore = (minutes: number, p: Pick<ImplicitParams, "minutes" | "duration">): number =>
  minutes < p.minutes[0] ? p.duration[0] : minutes <= p.minutes[1] ? p.duration[1] : p.duration[2]
const errorScore = (errors: number, p: ImplicitParams): number =>
  errors <= 0 ? p.errors[0] : errors <= p.maxErrorsForHelpful ? p.errors[1] : p.errors[2]
const retryScore = (retries: number, p: ImplicitParams): number =>
  retries <= 0 ? p.retries[0] : retries === 1 ? p.retries[1] : p.retries[2]

export function implicitRaw(s: ImplicitSignals, p: ImplicitParams = IMPLICIT_PARAMS): number {
  const { weights: w } = p
  return (
    w.success * (s.success ? 1 : 0) +
    w.duration * durationScore(s.minutes, p) +
    w.errors * errorScore(s.errors, p) +
    w.retries * retryScore(s.retries, p)
  )
}
const EXACT = 1e-9
/** Thresholds include their ends; sums of decimals are compared with a hair's tolerance. */
export const implicitType = (raw: number, p: ImplicitParams = IMPLICIT_PARAMS): "helpful" | "neutral" | "harmful" =>
  raw >= p.helpful - EXACT ? "helpful" : raw <= p.harmful + EXACT ? "harmful" : "neutral"
