// Seed 003's criterion weight: faded raw scores of helpful against harmful sessions, half-life 90 days, floor 0.1
// (S3-11 … S3-16). Faded counts go along for the maturity rule. Days are epoch days; `now` is milliseconds.

import { implicitType } from "../../label/implicit-score.ts"
import { scored } from "../../questions/value.ts"
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"
import { agedTo, BY_HAND, begunAnew, criterionWeight, FADED, FADING, type Faded } from "./maturity.ts"

/** What was known of a card when somebody let it begin anew: taking that back adds it again. */
const LAID_DOWN = table<{ readonly card: string; readonly faded: Faded }>("half_life_laid_down", "act")
const NOTHING: Faded = { day: 0, raw: [0, 0], counts: [0, 0], n: 0 }

const sum = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]) => [a + c, b + d] as const
const joined = (a: Faded, b: Faded): Faded => ({
  day: b.day,
  raw: sum(a.raw, b.raw),
  counts: sum(a.counts, b.counts),
  n: a.n + b.n,
})

export const halfLifeValue = defineRule({
  question: "value",
  name: "half-life",
  version: 4,
  source: "S3-11 … S3-16, S3-45",
  params: { ...FADING },
  tables: [FADED, LAID_DOWN],
  reads: [BY_HAND],
  on: {
    "record credited"({ rows }, { record: { day }, credits }, p) {
      for (const c of credits) {
        // what was seen before a new beginning does not come back when records are told again
        if (day <= begunAnew(rows, c.card)) continue
        const f = agedTo(FADED.get(rows, c.card) ?? { ...NOTHING, day }, day, p)
        const raw = (1 + c.amount) / 2
        const type = implicitType(raw)
        const [h, b] = [type === "helpful" ? 1 : 0, type === "harmful" ? 1 : 0]
        FADED.set(rows, c.card, {
          ...f,
          raw: [f.raw[0] + h * raw, f.raw[1] + b * raw],
          counts: [f.counts[0] + h, f.counts[1] + b],
          n: f.n + 1,
        })
      }
    },
    "card.reset"({ rows }, { event: { id, data } }) {
      const faded = FADED.get(rows, data.card)
      if (!faded) return
      LAID_DOWN.set(rows, id, { card: data.card, faded })
      FADED.delete(rows, data.card)
    },
    "act.undone"({ rows }, { event: { data } }, p) {
      const laid = LAID_DOWN.get(rows, data.act)
      if (!laid) return
      LAID_DOWN.delete(rows, data.act)
      const since = FADED.get(rows, laid.card)
      FADED.set(rows, laid.card, since ? joined(agedTo(laid.faded, since.day, p), since) : laid.faded)
    },
  },
  decide({ rows }, { card, now }, p) {
    const f = agedTo(FADED.get(rows, card.id) ?? NOTHING, now / DAY, p)
    const mean = criterionWeight(f.raw[0], f.raw[1], p)
    const [helpful, harmful] = f.counts
    return {
      answer: { ...scored(mean, f.n), faded: { helpful, harmful, total: helpful + harmful } },
      because: `faded helpful ${helpful.toFixed(2)}, harmful ${harmful.toFixed(2)} of ${f.n} uses`,
    }
  },
})
