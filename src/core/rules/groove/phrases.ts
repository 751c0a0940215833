// Seed 002's lightweight tier as written: a few configurable phrases on every message, and the same request again.
// Its third counter, the user editing the agent's output, cannot be seen in a prompt (D41) and is read from files elsewhere.
import { feedbackOf, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

const escaped = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
const plain = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim()

export const groovePhrases = defineRule({
  question: "detect",
  name: "groove-phrases",
  version: 1,
  source: "S2-14..S2-16; the seed states no confidence, so one half stands for it",
  hears: "prompt",
  params: {
    negative: ["why didn't you", "no, that's not what I meant", "actually, let's go back"],
    positive: ["perfect", "great", "thanks", "exactly"],
    confidence: 0.5,
  },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    const text = plain(moment.text)
    const hit = (phrases: readonly string[]) =>
      phrases.findIndex(phrase => new RegExp(`\\b${escaped(plain(phrase))}\\b`).test(text))
    const readings = []
    const bad = hit(params.negative)
    if (bad >= 0) readings.push({ type: "explicit_negative", sentiment: 0, because: `negative-${bad + 1}` })
    const good = hit(params.positive)
    if (good >= 0) readings.push({ type: "explicit_positive", sentiment: 1, because: `positive-${good + 1}` })
    if (moment.prev !== null && plain(moment.prev) === text)
      readings.push({ type: "implicit_retry", sentiment: 0, because: "same-request" })
    return {
      answer: readings.map(({ type, sentiment, because }) => feedbackOf(type, sentiment, params.confidence, because)),
      because: readings.length === 0 ? "no phrase" : readings.map(reading => reading.because).join(" "),
    }
  },
})
