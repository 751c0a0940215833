// Seed 002's lightweight tier as written: a few configurable phrases on every message, and the same request again.
// Its third counter, the user editing the agent's output, cannot be seen in a prompt (D41) and is read from files elsewhere.
import { defineRule } from "../rule.ts"

const escaped = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
const plain = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim()

export const groovePhrases = defineRule({
  question: "detect",
  name: "groove-phrases",
  version: 1,
  source: "S2-14..S2-16; the seed states no confidence, so one half stands for it",
  params: {
    negative: ["why didn't you", "no, that's not what I meant", "actually, let's go back"],
    positive: ["perfect", "great", "thanks", "exactly"],
    confidence: 0.5,
  },
  decide(_own, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return { answer: [], because: "not a prompt of the user" }
    const text = plain(moment.text)
    const hit = (phrases: unknown) =>
      (phrases as readonly string[]).findIndex(phrase => new RegExp(`\\b${escaped(plain(phrase))}\\b`).test(text))
    const confidence = params.confidence
    const readings = []
    const bad = hit(params.negative)
    if (bad >= 0) readings.push({ type: "explicit_negative", polarity: -1, because: `negative-${bad + 1}` })
    const good = hit(params.positive)
    if (good >= 0) readings.push({ type: "explicit_positive", polarity: 1, because: `positive-${good + 1}` })
    if (moment.prev !== null && plain(moment.prev) === text)
      readings.push({ type: "implicit_retry", polarity: -1, because: "same-request" })
    return {
      answer: readings.map(reading => ({
        ...reading,
        signal: "feedback" as const,
        confidence,
        facts: { sentiment: (reading.polarity + 1) / 2 },
      })),
      because: readings.length === 0 ? "no phrase" : readings.map(reading => reading.because).join(" "),
    }
  },
})
