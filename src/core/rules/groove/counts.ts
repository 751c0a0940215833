// Seed 002's lightweight tier as written, on every message: a few configurable phrases, the same request again, and failures of tools
// "from tool output", for which it gives no words. Edits by the user's hand are seen in files (D41), not here.
import { outputOf } from "../../calls/read-tool.ts"
import { callSays, feedbackOf, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

const escaped = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
const plain = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim()

export const groovePhrases = defineRule("detect", "groove-phrases@1", {
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

export const grooveCounters = defineRule("detect", "groove-counters@1", {
  source: "S2-16 (tool failures), S2-37, S2-110",
  hears: "tool",
  params: {
    words: ["error:", "failed", "failure", "fatal:", "exception", "panic:", "command not found"],
    readsAtMost: 65_536,
  },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment).slice(0, params.readsAtMost).toLowerCase()
    const word = params.words.find(w => output.includes(w))
    const failed = moment.ok === false || (moment.exitCode !== null && moment.exitCode !== 0) || word !== undefined
    const because = word === undefined ? (failed ? "structural failure" : "no word") : `word ${word}`
    return callSays(!failed, because)
  },
})
