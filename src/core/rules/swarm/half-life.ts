// Seed 003's criterion weight: faded raw scores of helpful against harmful sessions, half-life 90 days, floor 0.1
// (S3-11 … S3-16). Faded counts go along for the maturity rule. Days are epoch days; `now` is milliseconds.

import { implicitType } from "../../label/implicit-score.ts"
import { scored } from "../../questions/value.ts"
import { DAY } from "../../time.ts"
import { defineRule } from "../rule.ts"
import { agedTo, BY_HAND, criterionWeight, FADED, FADING, type Faded } from "./maturity.ts"

const NOTHING: Faded = { day: 0, raw: [0, 0], counts: [0, 0], n: 0 }

export const halfLifeValue = defineRule({
  question: "value",
  name: "half-life",
  version: 3,
  source: "S3-11 … S3-16, S3-45",
  params: { ...FADING },
  tables: [FADED],
  reads: [BY_HAND],
  on: {
    "record credited"({ rows }, { record: { day }, credits }, p) {
      for (const c of credits) {
        const hand = BY_HAND.get(rows, c.card)
        // what was seen before a new beginning does not come back when records are told again
        if (hand?.to === "reset" && day <= hand.day) continue
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
    "card.reset"({ rows }, { event }) {
      FADED.delete(rows, event.data.card)
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
