// What is visible about one prompt's work, as categories: one per signal, null when it was not seen (and then it adds
// nothing). Edits are not a signal (D07). Not here: what a category is worth (tables.ts).
import type { TurnEvidence } from "../questions/judge.ts"

export const SIGNALS = [
  "test",
  "build",
  "typecheck",
  "lint",
  "tool",
  "feedback",
  "end",
  "slow",
  "interrupted",
  "refused",
  "retries",
  "committed",
  "reverted",
  "survived",
  "reported",
  "judge",
] as const
export type SignalName = (typeof SIGNALS)[number]

/** cut points of minutes per call (terciles) */
export type Cuts = readonly [number, number]

const passFail = (value: boolean | null): string | null => (value === null ? null : value ? "pass" : "fail")
const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? "yes" : "no")

export function categoryOf(signal: SignalName, e: TurnEvidence, cuts: Cuts): string | null {
  switch (signal) {
    case "test":
      return passFail(e.test)
    case "build":
      return passFail(e.build)
    case "typecheck":
      return passFail(e.typecheck)
    case "lint":
      return passFail(e.lint)
    case "tool":
      return e.toolFailShare === null ? null : e.toolFailShare <= 0 ? "none" : e.toolFailShare <= 0.25 ? "some" : "many"
    case "feedback":
      return e.feedback
    case "end":
      return e.end
    case "slow":
      return e.minutesPerCall === null
        ? null
        : e.minutesPerCall <= cuts[0]
          ? "fast"
          : e.minutesPerCall <= cuts[1]
            ? "mid"
            : "slow"
    case "interrupted":
      return e.interrupted ? "yes" : "no"
    case "refused":
      return e.refused > 0 ? "yes" : "no"
    case "retries":
      return e.retries <= 0 ? "none" : e.retries === 1 ? "one" : "many"
    case "committed":
      return yesNo(e.committed)
    case "reverted":
      return yesNo(e.reverted)
    case "survived":
      return e.survived === null ? null : e.survived >= 0.7 ? "kept" : e.survived >= 0.3 ? "part" : "gone"
    case "reported":
      return yesNo(e.reported)
    case "judge":
      return e.judge === null ? null : e.judge >= 0.5 ? "good" : "bad"
  }
}

/** How far to believe the category, 0 … 1: a detector's own confidence, a judge's distance from the fence. */
export function strengthOf(signal: SignalName, e: TurnEvidence): number {
  if (signal === "feedback") return e.feedbackConfidence === null ? 1 : Math.min(1, Math.max(0, e.feedbackConfidence))
  if (signal === "judge") return e.judge === null ? 0 : Math.min(1, Math.abs(e.judge - 0.5) * 2)
  return 1
}

/** Nothing that speaks of the result was seen: an empty interrupt, refusal or retry count is no evidence by itself. */
const SILENT: readonly string[] = ["interrupted no", "refused no", "retries none"]
export const speaks = (signal: SignalName, category: string | null): boolean =>
  category !== null && !SILENT.includes(`${signal} ${category}`)
