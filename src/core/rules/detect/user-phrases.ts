// Phrases the user configured as praise, complaint or go-ahead, in RE2 semantics with caps (core/patterns). Read from the
// user's own sentences only, beside the built-in reading, never instead of it.

import { patternsOf, type UserPattern } from "../../patterns.ts"
import { feedbackOf, silent } from "../../questions/detect.ts"
import { proseOf } from "../../words/feedback/prose.ts"
import { normalise } from "../../words/word-list.ts"
import { defineRule } from "../rule.ts"

const SAYS: Readonly<Record<string, { readonly type: string; readonly sentiment: number }>> = {
  praise: { type: "explicit_positive", sentiment: 0.95 },
  complaint: { type: "explicit_negative", sentiment: 0.05 },
  accept: { type: "accept", sentiment: 0.62 },
}
export const userPhrases = defineRule({
  question: "detect",
  name: "user-phrases",
  version: 1,
  source: "S2-14 (regex-based, configurable); issue 4",
  hears: "prompt",
  params: { patterns: [] as readonly UserPattern[], confidence: 0.9 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || moment.prev === null)
      return silent("no later prompt of the user")
    const { patterns, refused } = patternsOf(params.patterns)
    if (patterns.length === 0) return silent(`no phrases configured, ${refused.length} refused`)
    const prose = normalise(proseOf(moment.text).prose)
    const hits = patterns.filter(pattern => Object.hasOwn(SAYS, pattern.says) && pattern.matches(prose))
    const answer = hits.map(({ id, says }) => {
      const { type, sentiment } = SAYS[says]!
      return feedbackOf(type, sentiment, params.confidence, id, { target: "previous_turn" })
    })
    return { answer, because: hits.length === 0 ? "no configured phrase" : hits.map(hit => hit.id).join(" ") }
  },
})
