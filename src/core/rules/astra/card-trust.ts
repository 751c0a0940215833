// Seed 001 on cards: the reward of an episode by the document's four terms, −1 … 1, divided over its cards by contribution (S1-16) or
// given whole to each, and the trust it moves: T ← (1 − a)·T + a·(1 + r)/2 with a = 0.3/(1 + n/50), only when |r| ≥ 0.1
// (S1-04 … S1-06). docs/machines/astra.md says what the document leaves open here.
import { blendScore, creditsIn, shownIn } from "../../outcome/episode-outcome.ts"
import { type EpisodeRecord, scored } from "../../questions/worth.ts"
import { mean } from "../../stats.ts"
import { table } from "../../views/table.ts"
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

export const sharedReward = defineRule("credit", "shared-reward@2", {
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

const TRUST = table<readonly [t: number, n: number]>("shrinking_step", "card")

export const shrinkingStep = defineRule("value", "shrinking-step@1", {
  source: "S1-03 … S1-06; docs/credit.md",
  notes: { k: "0.1..100000 uses after which a step is half as long", gate: "0..1 reward below which nothing moves" },
  params: { start: 0.5, a0: 0.3, k: 50, gate: 0.1 },
  tables: [TRUST],
  on: {
    "record credited"({ rows }, { credits }, { start, a0, k, gate }) {
      for (const c of credits) {
        if (Math.abs(c.amount) < gate) continue
        const [t, n] = TRUST.get(rows, c.card) ?? [start, 0]
        const a = a0 / (1 + n / k)
        TRUST.set(rows, c.card, [(1 - a) * t + a * 0.5 * (c.amount + 1), n + 1])
      }
    },
  },
  decide({ rows }, { card }, { start }) {
    const [mean, n] = TRUST.get(rows, card.id) ?? [start, 0]
    return { answer: scored(mean, n), because: `trust ${mean.toFixed(3)} after ${n} updates above the gate` }
  },
})
