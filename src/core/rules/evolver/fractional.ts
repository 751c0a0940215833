// Seed 000's fractional credit as written: outcome score, then the share of succeeding calls while the card was active,
// then the mean sentiment (S0-52 … S0-58). Stored as a = 2c − 1 (D40).
import { blendScore, callFailed, creditsIn } from "../../outcome/episode-outcome.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule } from "../rule.ts"
import { HEARD, heardIn } from "./heard.ts"

export const fractional = defineRule({
  question: "credit",
  name: "fractional",
  version: 2,
  source: "S0-52 … S0-58",
  byUse: true,
  params: { tools: 0.4, sentiment: 0.3 },
  reads: [TABLE.episode, HEARD],
  decide(context, { episode }, params) {
    // The judge's own score where it judged; a record alone has its signals only.
    const { first } = heardIn(context, episode.ep)
    const blend = blendScore(episode, first ? [first.sentiment] : [])
    const score = TABLE.episode.get(context.rows, episode.ep)?.p ?? blend.score
    const { sentiment } = blend
    const [tools, words] = [params.tools, params.sentiment]
    const credits = creditsIn(episode, card => {
      const calls = episode.prompts.filter(p => p.idx >= card.prompt).flatMap(p => p.tools)
      const reasons: string[] = []
      // a mean of shares of one, so it stays within 0 … 1 by itself (S0-56)
      let c = score
      if (calls.length > 0) {
        const rate = calls.filter(t => !callFailed(t)).length / calls.length
        c = (1 - tools) * c + tools * rate
        reasons.push(`tool_success=${Math.round(100 * rate)}%`)
      }
      if (sentiment !== null) {
        c = (1 - words) * c + words * sentiment
        reasons.push(`user_sentiment=${Math.round(100 * sentiment)}%`)
      }
      return { amount: 2 * c - 1, because: reasons.length > 0 ? reasons.join(", ") : "base_outcome" }
    })
    return { answer: { credits, rest: 0 }, because: `outcome score ${score.toFixed(3)}, ${credits.length} cards` }
  },
})
