// Seed 003's judgement as written: 0.4 success + 0.2 each of duration, errors and retries; helpful, neutral or harmful
// (S3-02 … S3-07, S3-43). Success never reads as harmful, failure never as helpful (D50).
import { IMPLICIT_PARAMS, implicitRaw, implicitType } from "../../label/implicit-score.ts"
import type { JudgeInput } from "../../questions/judge.ts"
import { defineRule } from "../rule.ts"

/** The task's own success flag: as reported, else its last outcome, else its last test, else that nothing went wrong. */
function succeeded(input: JudgeInput): boolean {
  const reported = input.turns.findLast(turn => turn.reported !== null)?.reported
  if (reported !== undefined && reported !== null) return reported
  const last = input.outcomes[input.outcomes.length - 1]
  if (last !== undefined) return last.type === "tool_success" || last.type === "user_confirmed_helpful"
  const test = input.turns.findLast(turn => turn.test !== null)?.test
  return test ?? input.turns.every(turn => turn.errors === 0)
}

export const implicitScore = defineRule({
  question: "judge",
  name: "implicit-score",
  version: 2,
  source: "S3-02 … S3-09, S3-43",
  params: { ...IMPLICIT_PARAMS },
  decide(_context, input, p) {
    const total = (of: (turn: JudgeInput["turns"][number]) => number): number =>
      input.turns.reduce((sum, turn) => sum + of(turn), 0)
    // What a report says of the whole task stands in place of what was seen of it (S3-08).
    const told = input.turns.findLast(turn => turn.told !== undefined)?.told
    const signals = {
      minutes: told?.minutes ?? total(turn => turn.minutes ?? 0),
      errors: told?.errors ?? total(turn => turn.errors),
      retries: told?.retries ?? total(turn => turn.retries),
      success: succeeded(input),
    }
    const raw = implicitRaw(signals, p)
    const type = implicitType(raw, p)
    return {
      answer: { p: raw, verdict: type === "helpful" ? "success" : type === "harmful" ? "failure" : "mixed" },
      because: `${type}: ${raw.toFixed(2)} of ${signals.minutes.toFixed(1)} min, ${signals.errors} errors, ${signals.retries} retries, success ${signals.success}`,
    }
  },
})
