// A Q-value per memory: Q ← Q + 0.3·(r − Q), r the session's success (MemRL 2601.03192).
import { defineRule } from "../rule.ts"

type State = Readonly<Record<string, readonly [number, number]>>

export const qStep = defineRule<"value", State>({
  question: "value",
  name: "q-step",
  version: 1,
  source: "MemRL 2601.03192; credit.md 2-3",
  params: { start: 0.5, alpha: 0.3 },
  init: () => ({}),
  step(state, happened, params) {
    if (happened.what !== "episode") return state
    const next: Record<string, readonly [number, number]> = { ...state }
    for (const c of happened.credits) {
      const [q, n] = next[c.card] ?? [params.start as number, 0]
      next[c.card] = [q + (params.alpha as number) * ((1 + c.amount) / 2 - q), n + 1]
    }
    return next
  },
  decide(state, input, params) {
    const [mean, n] =
      input.what === "ask" ? (state[input.card.id] ?? [params.start as number, 0]) : [params.start as number, 0]
    return {
      answer: { mean, sd: 0, n, help: mean, nothing: 0, harm: 1 - mean, verdict: "early", utility: mean },
      because: `Q ${mean.toFixed(3)} after ${n} sessions`,
    }
  },
})
