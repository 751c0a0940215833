// What seed 002 does with what a card was attributed: its average over the last sessions boosts or deprecates it (S2-77), and a draw
// from its Beta belief, weighed by relevance, orders the pack (S2-40).
import { fill, shownFirst, shownOf } from "../../pack/fill.ts"
import type { RankCandidate } from "../../questions/rank.ts"
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import { defineRule, type RuleContext } from "../rule.ts"

/** Gamma(shape ≥ 1) by Marsaglia and Tsang. */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < 64; tries++) {
    const x = Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(Math.max(random(), 1e-12)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
  return d
}
function betaDraw(c: RankCandidate, random: () => number): number {
  const n = c.value?.n ?? 0
  const mean = c.value?.mean ?? 0.5
  const good = gamma(Math.max(1, mean * (n + 2)), random)
  return good / (good + gamma(Math.max(1, (1 - mean) * (n + 2)), random))
}

/** Chances come from redraws. */
export const betaThompson = defineRule("rank", "beta-thompson@2", {
  source: "S2-40, S2-77",
  notes: { base: "0..10 what relevance counts beside the drawn value" },
  params: { base: 0.5, redraws: 200 },
  decide(_context, input, p) {
    const draw = () => fill(input, c => c.score * (p.base + betaDraw(c, input.random)))
    const drawn = draw()
    const hits = new Map<string, number>()
    for (let r = 0; r < p.redraws; r++)
      for (const { card, shown } of draw()) if (shown) hits.set(card, (hits.get(card) ?? 0) + 1)
    const must = new Set(input.candidates.filter(c => c.mustShow).map(c => c.card))
    const answer = drawn
      .map(r => ({ ...r, chance: must.has(r.card) ? 1 : ((hits.get(r.card) ?? 0) + 0.5) / (p.redraws + 1) }))
      .sort(shownFirst)
    return { answer, because: `${shownOf(answer)} by drawn value` }
  },
})

const ATTRIBUTED = table<{ readonly amount: number; readonly day: number }>("groove_attributed", "card/episode/prompt")
/** From which day on they count, where somebody let a card begin anew. */
const BEGUN_ANEW = table<{ readonly day: number }>("groove_begun_anew", "card/act")
/** The last of them: what a learning did long ago does not hold up what it does now. */
function attributedTo({ rows }: RuleContext, card: string, window: number) {
  const begun = Math.max(-Infinity, ...BEGUN_ANEW.list(rows, `${card}/`).map(([, { day }]) => day))
  const amounts = ATTRIBUTED.list(rows, `${card}/`)
    .map(([, row]) => row)
    .filter(({ day }) => day > begun)
    .sort((a, b) => a.day - b.day)
    .slice(-window)
  return { n: amounts.length, mean: amounts.reduce((sum, { amount }) => sum + amount, 0) / Math.max(1, amounts.length) }
}

export const grooveBoost = defineRule("stage", "groove-boost@2", {
  source: "S2-77, S2-78; the seed names no numbers",
  params: { least: 4, window: 10, boosted: 0.25, deprecated: -0.2, boost: 1.25 },
  notes: {
    least: "1..100 attributions before a card is moved",
    window: "1..1000 last attributions that count",
    boosted: "-1..1 average from which a card is proven",
    deprecated: "-1..1 average down to which a card is taken out of packs",
    boost: "0..10 how much more a proven card counts",
  },
  tables: [ATTRIBUTED, BEGUN_ANEW],
  on: {
    "record credited"({ rows }, { record, credits }) {
      for (const { card, prompt, amount } of credits)
        ATTRIBUTED.set(rows, `${card}/${record.ep}/${prompt}`, { amount, day: record.day })
    },
    "card.reset"({ rows }, { event: { id, ts, data } }) {
      BEGUN_ANEW.set(rows, `${data.card}/${id}`, { day: ts / DAY })
    },
    "act.undone"({ rows }, { event: { data } }) {
      for (const [key] of BEGUN_ANEW.list(rows)) if (key.endsWith(`/${data.act}`)) BEGUN_ANEW.delete(rows, key)
    },
  },
  weigh: (_context, { stage }, p) => (stage === "proven" ? p.boost : 1),
  explain(context, { card }, p) {
    const { n, mean } = attributedTo(context, card, p.window)
    const answer = `${mean >= 0 ? "+" : ""}${mean.toFixed(2)} on average over its last ${n} sessions (boosted from +${p.boosted}, deprecated from ${p.deprecated}, after ${p.least})`
    return n === 0 ? [] : [{ question: "What was it attributed?", answer }]
  },
  decide(context, { card, stage }, p) {
    const { n, mean } = attributedTo(context, card, p.window)
    const because = `attributed ${mean.toFixed(2)} on average over its last ${n} sessions`
    const moves = stage === "active" || stage === "proven"
    if (!moves || n < p.least) return { answer: null, because }
    if (mean <= p.deprecated) return { answer: { to: "deprecated" }, because }
    const to = mean >= p.boosted ? "proven" : "active"
    return { answer: stage === to ? null : { to }, because }
  },
})
