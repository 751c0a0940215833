// Seed 003's criterion weight: faded raw scores of helpful against harmful sessions, half-life 90 days, floor 0.1
// (S3-11 … S3-16). Faded counts go along for the maturity rule. Days are epoch days; `now` is milliseconds.
import { implicitType } from "../../label/implicit-score.ts"
import { criterionWeight, faded, MATURITY, type MaturityParams } from "../../maturity/maturity.ts"
import { defineRule } from "../rule.ts"

interface Faded {
  readonly day: number
  readonly raw: readonly [number, number]
  readonly counts: readonly [number, number, number]
  readonly successes: number
  readonly n: number
}
type State = Readonly<Record<string, Faded>>
const NOTHING: Faded = { day: 0, raw: [0, 0], counts: [0, 0, 0], successes: 0, n: 0 }
const DAY = 86_400_000

function age(f: Faded, day: number, p: MaturityParams): Faded {
  const k = faded(1, day - f.day, p)
  const day1 = Math.max(f.day, day)
  return {
    ...f,
    day: day1,
    raw: [f.raw[0] * k, f.raw[1] * k],
    counts: [f.counts[0] * k, f.counts[1] * k, f.counts[2] * k],
  }
}

export const halfLifeValue = defineRule<"value", State>({
  question: "value",
  name: "half-life",
  version: 1,
  source: "S3-11 … S3-16, S3-45",
  params: { ...MATURITY },
  init: () => ({}),
  step(state, happened, params) {
    if (happened.what !== "episode" || happened.credits.length === 0) return state
    const p = params as unknown as MaturityParams
    const next: Record<string, Faded> = { ...state }
    for (const c of happened.credits) {
      const f = age(next[c.card] ?? { ...NOTHING, day: happened.episode.day }, happened.episode.day, p)
      const raw = (1 + c.amount) / 2
      const type = implicitType(raw)
      const [h, b] = [type === "helpful" ? 1 : 0, type === "harmful" ? 1 : 0]
      next[c.card] = {
        ...f,
        raw: [f.raw[0] + h * raw, f.raw[1] + b * raw],
        counts: [f.counts[0] + h, f.counts[1] + b, f.counts[2] + 1],
        successes: f.successes + h,
        n: f.n + 1,
      }
    }
    return next
  },
  decide(state, input, params) {
    const p = params as unknown as MaturityParams
    const f = input.what === "ask" ? age(state[input.card.id] ?? NOTHING, input.now / DAY, p) : NOTHING
    const mean = criterionWeight(f.raw[0], f.raw[1], p)
    const [helpful, harmful, total] = f.counts
    return {
      answer: {
        mean,
        sd: 0,
        n: f.n,
        help: mean,
        nothing: 0,
        harm: 1 - mean,
        verdict: "early",
        utility: mean,
        faded: { helpful, harmful, total },
      },
      because: `faded helpful ${helpful.toFixed(2)}, harmful ${harmful.toFixed(2)} of ${total.toFixed(2)}; last on day ${f.day.toFixed(1)}`,
    }
  },
})
