// Seed 004's two user outcomes, literally: an explicit confirmation that something helped, an explicit correction. The seed
// lists no words, so the smallest ones that say just that stand here; everything else is no outcome (S4-48).
import { feedbackOf, says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const nucleusWords = defineRule({
  question: "detect",
  name: "nucleus-words",
  version: 1,
  source: "S4-42, S4-43, S4-48",
  hears: "prompt",
  params: {
    confirmed: "that helped|this helped|that was helpful|this was helpful|very helpful|confirmed, that works".split(
      "|",
    ),
    corrected: "that's wrong|that is wrong|this is wrong|that's not correct|that is not correct|that's incorrect".split(
      "|",
    ),
    confidence: 0.9,
  },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    if (moment.prev === null) return silent("first prompt: nothing to confirm or correct")
    const text = moment.text.toLowerCase().replace(/[’‘]/g, "'")
    const holds = (phrases: readonly string[]) => phrases.some(phrase => text.includes(phrase))
    const outcome = holds(params.corrected)
      ? "user_corrected"
      : holds(params.confirmed)
        ? "user_confirmed_helpful"
        : null
    if (outcome === null) return silent("no explicit confirmation or correction")
    const [type, sentiment] = outcome === "user_corrected" ? ["explicit_negative", 0] : ["explicit_positive", 1]
    return says(feedbackOf(type, sentiment, params.confidence, outcome, { outcome }))
  },
})
