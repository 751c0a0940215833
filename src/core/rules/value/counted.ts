// Values by credit alone: as a Beta belief, or a running step towards it. They measure association and claim no verdict.
import type { Credit } from "../../questions/credit.ts"
import { scored } from "../../questions/value.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"

const COUNTS = table<readonly [sum: number, weight: number]>("beta_counts", "card")
const good = (c: Credit): number => c.weight * ((1 + c.amount) / 2)

/** (1 + Σ w·c) / (2 + Σ w) over credit rows, c = (1 + amount) / 2 (D02). */
export const betaCounts = defineRule("value", "beta-counts@1", {
  source: "D02, S0-61, S4-45, S4-46; Memory Worth 2604.12007",
  params: { prior: 1 },
  tables: [COUNTS],
  on: {
    "record credited"({ rows }, { credits }) {
      for (const c of credits) {
        const [sum, weight] = COUNTS.get(rows, c.card) ?? [0, 0]
        COUNTS.set(rows, c.card, [sum + good(c), weight + c.weight])
      }
    },
  },
  decide({ rows }, { card }, { prior }) {
    const [sum, weight] = COUNTS.get(rows, card.id) ?? [0, 0]
    const a = prior + sum
    const b = prior + weight - sum
    const mean = a / (a + b)
    const sd = Math.sqrt((mean * (1 - mean)) / (a + b + 1))
    return {
      answer: scored(mean, weight, sd),
      because: `${sum.toFixed(2)} of ${weight} with a prior of ${prior} and ${prior}`,
    }
  },
})

const Q = table<readonly [q: number, n: number]>("q_step", "card")

/** Q ← Q + 0.3·(r − Q), r the session's success. */
export const qStep = defineRule("value", "q-step@1", {
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
