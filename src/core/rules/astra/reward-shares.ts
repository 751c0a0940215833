// Seed 001's reward of an episode, −1 … 1, divided over its cards by contribution (S1-16) or given whole to each: the document's four
// terms and weights, read off the record. docs/machines/astra.md says what it leaves open here.
import { blendScore, creditsIn, shownIn } from "../../outcome/episode-outcome.ts"
import type { EpisodeRecord } from "../../questions/credit.ts"
import { mean } from "../../stats.ts"
import { defineRule } from "../rule.ts"

/** Divided over nine cards, hardly an update is left above the gate. */
const params = { wCoherence: 0.4, wConflict: 0.2, wStability: 0.2, wValidation: 0.2, manyErrors: 5, shared: true }

function rewardOf(episode: EpisodeRecord, p: typeof params): number {
  const heard = [...episode.prompts.map(prompt => prompt.fb), episode.closing]
  const errors = episode.prompts.flatMap(prompt => prompt.tools).filter(tool => tool.outErr).length
  const words = heard.flatMap(fb => (fb === "explicit_positive" ? 1 : fb === "explicit_negative" ? -1 : []))
  return (
    p.wCoherence * (2 * blendScore(episode).score - 1) +
    p.wConflict * -Math.min(1, errors / p.manyErrors) +
    p.wStability * (heard.includes("implicit_retry") ? -1 : episode.endReason === "exit" ? 1 : 0) +
    p.wValidation * (words.length === 0 ? 0 : mean(words))
  )
}

export const sharedReward = defineRule({
  question: "credit",
  name: "shared-reward",
  version: 2,
  source: "S1-04 … S1-06, S1-13, S1-16; docs/credit.md",
  params,
  notes: {
    manyErrors: "#1..1000 errors from which an episode is all conflict",
    shared: "whether the reward is divided over the cards shown, or given whole to each",
  },
  decide(_context, { episode }, p) {
    const cards = shownIn(episode)
    const r = rewardOf(episode, p)
    const total = cards.reduce((s, c) => s + c.score, 0)
    const credits = creditsIn(episode, c => ({
      // + 0: a share of nothing is not minus nothing, which JSON could not keep
      amount: (p.shared ? (total > 0 ? (r * c.score) / total : r / cards.length) : r) + 0,
      because: p.shared ? `its share of reward ${r.toFixed(2)}` : `reward ${r.toFixed(2)}`,
    }))
    return { answer: { credits, rest: 0 }, because: `reward ${r.toFixed(2)} over ${cards.length} cards` }
  },
})
