// Seed 002's running aggregates as a judgement: one moving average of success and one of frustration over the turns, in
// order (S2-17, S2-35). A turn without evidence does not move them.
import type { TurnEvidence } from "../../questions/judge.ts"
import { defineRule } from "../rule.ts"

/** 1 = went well, 0 = did not, null = no evidence. */
function turnSignal(turn: TurnEvidence): number | null {
  const seen: number[] = []
  for (const check of [turn.test, turn.build, turn.lint, turn.typecheck]) if (check !== null) seen.push(check ? 1 : 0)
  if (turn.toolFailShare !== null) seen.push(1 - turn.toolFailShare)
  if (turn.sentiment !== null) seen.push(turn.sentiment)
  return seen.length === 0 ? null : seen.reduce((a, b) => a + b, 0) / seen.length
}
function turnFrustration(turn: TurnEvidence): number | null {
  if (
    turn.feedback === "explicit_negative" ||
    turn.feedback === "implicit_retry" ||
    turn.interrupted ||
    turn.refused > 0
  )
    return 1
  return turn.feedback === null ? null : 0
}

export const emaEpisode = defineRule({
  question: "judge",
  name: "ema-episode",
  version: 1,
  source: "S2-16, S2-17, S2-34 … S2-36",
  params: { alpha: 0.3, start: 0.5, frustrated: 0.7, success: 0.6, failure: 0.4 },
  decide(_context, input, p) {
    let success = p.start
    let frustration = 0
    let n = 0
    for (const turn of input.turns) {
      const signal = turnSignal(turn)
      if (signal !== null) {
        success = p.alpha * signal + (1 - p.alpha) * success
        n++
      }
      const upset = turnFrustration(turn)
      if (upset !== null) frustration = p.alpha * upset + (1 - p.alpha) * frustration
    }
    if (n === 0) return { answer: { p: null, verdict: "unjudged" }, because: "no turn with evidence" }
    const verdict =
      frustration > p.frustrated || success <= p.failure ? "failure" : success >= p.success ? "success" : "mixed"
    return {
      answer: { p: success, verdict },
      because: `success ${success.toFixed(2)}, frustration ${frustration.toFixed(2)} over ${n} turns`,
    }
  },
})
