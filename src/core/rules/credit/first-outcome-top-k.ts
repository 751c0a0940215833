// Seed 004's wins and losses as written: cards shown before the first anchored outcome, the best K by score; a win if the
// episode holds any good outcome and a loss if it holds any bad one (S4-44 … S4-49). Strict: the last verification or word decides.
import { anchoredOf, shownIn } from "../../outcome/session-outcome.ts"
import type { CreditAnswer, CreditInput } from "../../questions/credit.ts"
import { type Decision, defineRule, type Params } from "../rule.ts"

function share(strict: boolean, { episode }: CreditInput, params: Params): Decision<CreditAnswer> {
  const outcomes = anchoredOf(episode, strict)
  const first = outcomes[0]
  if (!first) return { answer: { credits: [], rest: 0 }, because: "no anchored outcome, no credit" }
  const eligible = shownIn(episode)
    .filter(c => c.prompt <= first.prompt)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, params.k as number)
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
    })),
  )
  return {
    answer: { credits, rest: 0 },
    because: `${eligible.length} eligible, ${ends.map(g => (g ? "win" : "loss")).join(" and ")}`,
  }
}

export const firstOutcomeTopK = defineRule({
  question: "credit",
  name: "first-outcome-top-k",
  version: 1,
  source: "S4-44 … S4-49",
  params: { k: 3 },
  decide: (_state, input, params) => share(false, input, params),
})
export const lastOutcomeTopK = defineRule({
  question: "credit",
  name: "last-outcome-top-k",
  version: 1,
  source: "S4-44 … S4-49, D55",
  params: { k: 3 },
  decide: (_state, input, params) => share(true, input, params),
})
