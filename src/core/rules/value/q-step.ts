// A Q-value per memory: Q ← Q + 0.3·(r − Q), r the session's success (MemRL 2601.03192).
import { scored } from "../../questions/value.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"

const Q = table<readonly [q: number, n: number]>("q_step", "card")

export const qStep = defineRule({
  question: "value",
  name: "q-step",
  version: 1,
  source: "MemRL 2601.03192; docs/credit.md",
  params: { start: 0.5, alpha: 0.3 },
  tables: [Q],
  on: {
    "record credited"({ rows }, { credits }, { start, alpha }) {
      for (const c of credits) {
        const [q, n] = Q.get(rows, c.card) ?? [start, 0]
        Q.set(rows, c.card, [q + alpha * ((1 + c.amount) / 2 - q), n + 1])
      }
    },
  },
  decide({ rows }, { card }, { start }) {
    const [mean, n] = Q.get(rows, card.id) ?? [start, 0]
    return { answer: scored(mean, n), because: `Q ${mean.toFixed(3)} after ${n} sessions` }
  },
})
