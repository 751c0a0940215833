// Seed 002's attribution: one running average of how the turns went, given to every active learning as a score −1 … 1
// (S2-17, S2-77, D40).
import { callFailed, shownIn } from "../../outcome/episode-outcome.ts"
import { defineRule } from "../rule.ts"

const WORD: Readonly<Record<string, number>> = {
  explicit_positive: 1,
  accept: 1,
  explicit_negative: 0,
  implicit_retry: 0.2,
  implicit_continuation: 0.7,
}

export const episodeScore = defineRule({
  question: "credit",
  name: "episode-score",
  version: 1,
  source: "S2-17, S2-77, D40",
  params: { alpha: 0.3, start: 0.5 },
  decide(_own, { episode }, params) {
    const alpha = params.alpha
    let ema = params.start
    episode.prompts.forEach((p, i) => {
      const seen: number[] = []
      const test = p.tools.findLast(t => t.test)
      if (test) seen.push(test.exit === 0 ? 1 : 0)
      if (p.tools.length > 0) seen.push(p.tools.filter(t => !callFailed(t)).length / p.tools.length)
      const word = WORD[episode.prompts[i + 1]?.fb ?? (i === episode.prompts.length - 1 ? episode.closing : null) ?? ""]
      if (word !== undefined) seen.push(word)
      if (seen.length > 0) ema = alpha * (seen.reduce((a, b) => a + b, 0) / seen.length) + (1 - alpha) * ema
    })
    const because = `running average ${ema.toFixed(2)}`
    const credits = shownIn(episode).map(c => ({
      card: c.id,
      prompt: c.prompt,
      amount: 2 * ema - 1,
      weight: 1,
      because,
    }))
    return { answer: { credits, rest: 0 }, because }
  },
})
