// A loop of failing tool calls: the one alarm that speaks by default, because the known fix can be named.
import { defineRule } from "../rule.ts"

type State = Readonly<Record<string, number>>

export const failureStreak = defineRule<"alarm", State>({
  question: "alarm",
  name: "failure-streak",
  version: 1,
  source: "S2-37",
  params: { failures: 3 },
  init: () => ({}),
  step(state, happened) {
    let streak = state[happened.episode] ?? 0
    for (const s of happened.signals)
      if (s.signal === "tool") streak = s.type === "fail" ? streak + 1 : s.type === "ok" ? 0 : streak
    return { ...state, [happened.episode]: streak }
  },
  decide(state, input, params) {
    const streak = state[input.episode] ?? 0
    const over = streak >= (params.failures as number)
    return {
      answer: over ? { trip: "failure_streak", intervention: "fix", spoken: true } : null,
      because: `${streak} tool failures in a row`,
    }
  },
})
