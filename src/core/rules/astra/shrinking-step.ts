// Seed 001's trust formula on a card: T ← (1 − a)·T + a·(1 + r)/2 with a = 0.3/(1 + n/50), only when |r| ≥ 0.1 (S1-04 … S1-06).
import { scored } from "../../questions/value.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"

const TRUST = table<readonly [t: number, n: number]>("shrinking_step", "card")

export const shrinkingStep = defineRule({
  question: "value",
  name: "shrinking-step",
  version: 1,
  source: "S1-03 … S1-06; docs/credit.md",
  notes: { k: "0.1..100000 uses after which a step is half as long", gate: "0..1 reward below which nothing moves" },
  params: { start: 0.5, a0: 0.3, k: 50, gate: 0.1 },
  tables: [TRUST],
  on: {
    "record credited"({ rows }, { credits }, { start, a0, k, gate }) {
      for (const c of credits) {
        if (Math.abs(c.amount) < gate) continue
        const [t, n] = TRUST.get(rows, c.card) ?? [start, 0]
        const a = a0 / (1 + n / k)
        TRUST.set(rows, c.card, [(1 - a) * t + a * 0.5 * (c.amount + 1), n + 1])
      }
    },
  },
  decide({ rows }, { card }, { start }) {
    const [mean, n] = TRUST.get(rows, card.id) ?? [start, 0]
    return { answer: scored(mean, n), because: `trust ${mean.toFixed(3)} after ${n} updates above the gate` }
  },
})
