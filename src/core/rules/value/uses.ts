// Counts judged uses and claims nothing: value without learning. Always "early".
import { defineRule } from "../rule.ts"

type State = Readonly<Record<string, number>>

export const uses = defineRule<"value", State>({
  question: "value",
  name: "uses",
  version: 1,
  source: "design 4 (plain), L8",
  params: {},
  init: () => ({}),
  step(state, happened) {
    if (happened.what !== "episode") return state
    const next: Record<string, number> = { ...state }
    for (const prompt of happened.episode.prompts)
      if (prompt.label !== null) for (const c of prompt.cand) if (c.shown) next[c.id] = (next[c.id] ?? 0) + 1
    return next
  },
  decide(state, input) {
    const n = input.what === "ask" ? (state[input.card.id] ?? 0) : 0
    return {
      answer: { mean: 0, sd: 1, n, help: 0, nothing: 1, harm: 0, verdict: "early" },
      because: `${n} judged uses, nothing learned`,
    }
  },
})
