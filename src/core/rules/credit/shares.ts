// Which exposure earned it: each by what it is believed to have done, all the same by how the session ended, or nobody.
import { LEARN } from "../../learn/params.ts"
import { receipt } from "../../learn/receipt.ts"
import { learnerIn } from "../../learn/state.ts"
import { creditsIn, episodeProxy } from "../../outcome/episode-outcome.ts"
import { points } from "../../say-number.ts"
import { defineRule } from "../rule.ts"

/**
 * Each card in context gets what it is believed to have done to this prompt, and everything else is named as such, so that the
 * receipt adds up to what was observed (docs/credit.md).
 */
export const plusMinusCredit = defineRule("credit", "plus-minus@4", {
  source: "docs/credit.md",
  params: { learn: LEARN },
  decide(_context, input, params) {
    const r = receipt(learnerIn(input.posterior), input.episode, input.cards, params.learn)
    const total = r.observed.reduce((s, x) => s + x, 0)
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

/** Last test, else last word, else a normal end: what counters and Q-values in the literature learn from (2604.12007, 2601.03192). */
export const episodeProxyCredit = defineRule("credit", "episode-proxy@1", {
  source: "docs/credit.md (Memory Worth, MemRL)",
  params: {},
  decide(_context, { episode }) {
    const good = episodeProxy(episode)
    const because = good ? "the session succeeded" : "the session did not succeed"
    const credits = creditsIn(episode, () => ({ amount: good ? 1 : -1, because }))
    return { answer: { credits, rest: 0 }, because }
  },
})

/** What was observed is nobody's doing, so that presence alone never earns (L10). */
export const unattributed = defineRule("credit", "unattributed@1", {
  source: "plain: nothing is credited",
  params: {},
  decide(_context, { episode }) {
    const rest = episode.prompts.reduce((sum, p) => sum + (p.label === null ? 0 : 2 * p.label - 1), 0)
    return { answer: { credits: [], rest }, because: "retrieval without learning" }
  },
})
