// Which exposure earned it: each card in context gets what it is believed to have done to this prompt, and everything else
// is named as such, so that the receipt adds up to what was observed (docs/credit.md).
import { LEARN } from "../../learn/params.ts"
import { receipt } from "../../learn/receipt.ts"
import { learnerIn } from "../../learn/state.ts"
import { defineRule } from "../rule.ts"

export const plusMinusCredit = defineRule({
  question: "credit",
  name: "plus-minus",
  version: 4,
  source: "docs/credit.md",
  params: { learn: LEARN },
  decide(_context, input, params) {
    const r = receipt(learnerIn(input.posterior), input.episode, input.cards, params.learn)
    const total = r.observed.reduce((s, x) => s + x, 0)
    const points = (x: number): string => `${x >= 0 ? "+" : "−"}${Math.abs(100 * x).toFixed(1)}`
    return {
      answer: {
        credits: r.credits,
        rest: r.rest,
        observed: r.observed.map((amount, i) => ({ prompt: input.episode.prompts[i]!.idx, amount })),
      },
      because: `${points(total)} points against the usual over ${r.observed.length} prompts: ${points(total - r.rest)} by ${new Set(r.credits.map(c => c.card)).size} cards, ${points(r.rest)} everything else`,
    }
  },
})
