// Seed 002's "deprecate or boost": what a learning was attributed, on average over its last sessions, moves it (S2-77).
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import { defineRule, type RuleContext } from "../rule.ts"

const ATTRIBUTED = table<{ readonly amount: number; readonly day: number }>("groove_attributed", "card/episode/prompt")
/** From which day on they count, where somebody let a card begin anew. */
const BEGUN_ANEW = table<{ readonly day: number }>("groove_begun_anew", "card/act")
/** The last of them: what a learning did long ago does not hold up what it does now. */
function attributedTo(
  { rows }: RuleContext,
  card: string,
  window: number,
): { readonly n: number; readonly mean: number } {
  const begun = Math.max(-Infinity, ...BEGUN_ANEW.list(rows, `${card}/`).map(([, { day }]) => day))
  const amounts = ATTRIBUTED.list(rows, `${card}/`)
    .map(([, row]) => row)
    .filter(({ day }) => day > begun)
    .sort((a, b) => a.day - b.day)
    .slice(-window)
  return { n: amounts.length, mean: amounts.reduce((sum, { amount }) => sum + amount, 0) / Math.max(1, amounts.length) }
}

export const grooveBoost = defineRule({
  question: "stage",
  name: "groove-boost",
  version: 2,
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
