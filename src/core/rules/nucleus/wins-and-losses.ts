// Seed 004's wins and losses: cards shown before the first anchored outcome, the best k by score (S4-44 … S4-49). As written, a
// win if any outcome is good and a loss if any is bad; strict: the last verification or word decides (D55).
import { anchoredOf, shownIn } from "../../outcome/episode-outcome.ts"
import { defineRule } from "../rule.ts"

export const firstOutcomeTopK = defineRule({
  question: "credit",
  name: "first-outcome-top-k",
  version: 2,
  source: "S4-44 … S4-49, D55",
  params: { k: 3, kinds: ["tactic"] as readonly string[], strict: false },
  notes: { strict: "one win or loss per episode, by its last verification or word" },
  decide(_context, { episode, cards }, { k, kinds, strict }) {
    const outcomes = anchoredOf(episode, strict)
    const first = outcomes[0]
    if (!first) return { answer: { credits: [], rest: 0 }, because: "no anchored outcome, no credit" }
    const kindOf = new Map(cards.map(card => [card.id, card.kind]))
    const eligible = shownIn(episode)
      .filter(c => c.prompt <= first.prompt && kinds.includes(kindOf.get(c.id) ?? "tactic"))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, k)
    const ends = strict
      ? [outcomes.at(-1)!.good]
      : [true, false].filter(good => outcomes.some(outcome => outcome.good === good))
    const credits = eligible.flatMap(c =>
      ends.map(good => ({
        card: c.id,
        prompt: c.prompt,
        amount: good ? 1 : -1,
        weight: 1,
        because: good ? "win" : "loss",
        counts: good ? ("win" as const) : ("loss" as const),
      })),
    )
    return {
      answer: { credits, rest: 0 },
      because: `${eligible.length} eligible, ${ends.map(g => (g ? "win" : "loss")).join(" and ")}`,
    }
  },
})
