// Seed 001's trust formula on a card: T ← (1 − a)·T + a·(1 + r)/2 with a = 0.3/(1 + n/50), only when |r| ≥ 0.1 (S1-04 … S1-06).
import { defineRule } from "../rule.ts"

type State = Readonly<Record<string, readonly [number, number]>>

export const shrinkingStep = defineRule<"value", State>({
  question: "value",
  name: "shrinking-step",
  version: 1,
  source: "S1-03 … S1-06; credit.md 3 (E)",
  params: { start: 0.5, a0: 0.3, k: 50, gate: 0.1 },
  init: () => ({}),
  step(state, happened, params) {
    if (happened.what !== "episode") return state
    const { start, a0, k, gate } = params as Record<string, number>
    const next: Record<string, readonly [number, number]> = { ...state }
    for (const c of happened.credits) {
      if (Math.abs(c.amount) < gate!) continue
      const [t, n] = next[c.card] ?? [start!, 0]
      const a = a0! / (1 + n / k!)
      next[c.card] = [(1 - a) * t + a * 0.5 * (c.amount + 1), n + 1]
    }
    return next
  },
  decide(state, input, params) {
    const [mean, n] =
      input.what === "ask" ? (state[input.card.id] ?? [params.start as number, 0]) : [params.start as number, 0]
    return {
      answer: { mean, sd: 0, n, help: mean, nothing: 0, harm: 1 - mean, verdict: "early", utility: mean },
      because: `trust ${mean.toFixed(3)} after ${n} updates above the gate`,
    }
  },
})
