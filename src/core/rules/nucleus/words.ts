// Seed 004's two user outcomes, literally: an explicit confirmation that something helped, an explicit correction. The seed
// lists no words, so the smallest ones that say just that stand here; everything else is no outcome (S4-48).
import { defineRule } from "../rule.ts"

export const nucleusWords = defineRule({
  question: "detect",
  name: "nucleus-words",
  version: 1,
  source: "S4-42, S4-43, S4-48",
  params: {
    confirmed: [
      "that helped",
      "this helped",
      "that was helpful",
      "this was helpful",
      "very helpful",
      "confirmed, that works",
    ],
    corrected: [
      "that's wrong",
      "that is wrong",
      "this is wrong",
      "that's not correct",
      "that is not correct",
      "that's incorrect",
    ],
    confidence: 0.9,
  },
  decide(_own, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return { answer: [], because: "not a prompt of the user" }
    if (moment.prev === null) return { answer: [], because: "first prompt: nothing to confirm or correct" }
    const text = moment.text.toLowerCase().replace(/[’‘]/g, "'")
    const says = (phrases: unknown) => (phrases as readonly string[]).some(phrase => text.includes(phrase))
    const outcome = says(params.corrected) ? "user_corrected" : says(params.confirmed) ? "user_confirmed_helpful" : null
    if (outcome === null) return { answer: [], because: "no explicit confirmation or correction" }
    const polarity = outcome === "user_corrected" ? -1 : 1
    return {
      answer: [
        {
          signal: "feedback",
          type: polarity < 0 ? "explicit_negative" : "explicit_positive",
          polarity,
          confidence: params.confidence,
          because: outcome,
          facts: { sentiment: (polarity + 1) / 2, outcome },
        },
      ],
      because: outcome,
    }
  },
})
