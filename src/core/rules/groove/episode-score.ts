// Seed 002's attribution: one running average of how the turns went, −1 … 1, given to each active learning by the evidence that it
// was used: named, quoted or followed. What shows no sign of use gets little (S2-75, S2-77, D40).
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
  version: 2,
  source: "S2-17, S2-75, S2-77, D40",
  params: { alpha: 0.3, start: 0.5, used: 1, unused: 0.125 },
  notes: { used: "0..1 share of a card that was seen in use", unused: "0..1 share of a card without a sign of use" },
  decide(_own, { episode }, p) {
    let ema = p.start
    episode.prompts.forEach((prompt, i) => {
      const seen: number[] = []
      const test = prompt.tools.findLast(t => t.test)
      if (test) seen.push(test.exit === 0 ? 1 : 0)
      if (prompt.tools.length > 0) seen.push(prompt.tools.filter(t => !callFailed(t)).length / prompt.tools.length)
      const word = WORD[episode.prompts[i + 1]?.fb ?? (i === episode.prompts.length - 1 ? episode.closing : null) ?? ""]
      if (word !== undefined) seen.push(word)
      if (seen.length > 0) ema = p.alpha * (seen.reduce((a, b) => a + b, 0) / seen.length) + (1 - p.alpha) * ema
    })
    const average = `running average ${ema.toFixed(2)}`
    const credits = shownIn(episode).map(c => {
      const at = episode.prompts.find(prompt => prompt.cited.some(use => use.card === c.id))
      const how = at?.cited.find(use => use.card === c.id)?.how
      return {
        card: c.id,
        prompt: c.prompt,
        amount: (at ? p.used : p.unused) * (2 * ema - 1),
        weight: 1,
        because: `${at ? `${how} in turn ${at.idx + 1}` : "no sign of use"}, ${average}`,
      }
    })
    return { answer: { credits, rest: 0 }, because: average }
  },
})
