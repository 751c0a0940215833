// How did it go? A turn: its latent label. A segment or an episode: the last salient outcome decides, a failure repaired on
// the way counts 0.75, a kind of check still red at the end makes it mixed (D06, D13, D55, D70); without outcomes, the labels.
import { labelOf, latentLabel } from "../../label/latent-label.ts"
import { EXPERT_TABLES, type LabelTables } from "../../label/tables.ts"
import type { Outcome, Salient, Verdict } from "../../model.ts"
import type { JudgeAnswer, JudgeInput, TurnEvidence } from "../../questions/judge.ts"
import { clampUnit, mean } from "../../stats.ts"
import { type Decision, defineRule } from "../rule.ts"

interface SalientParams {
  readonly tables: LabelTables
  /** probability per verdict by outcomes */
  readonly clean: number
  readonly repaired: number
  readonly mixed: number
  readonly failed: number
  /** verdict of a label alone */
  readonly success: number
  readonly failure: number
  /** share of the labels in a segment's probability, the rest is the verdict's */
  readonly labelShare: number
}
const good = (outcome: Outcome): boolean => outcome.type === "tool_success" || outcome.type === "user_confirmed_helpful"

function byOutcomes(
  outcomes: readonly Outcome[],
  p: SalientParams,
): { readonly verdict: Verdict; readonly c: number; readonly because: string } {
  const last = outcomes[outcomes.length - 1] as Outcome
  const standing = new Map<Salient, boolean>()
  for (const outcome of outcomes) standing.set(outcome.salient, good(outcome))
  if (!good(last)) return { verdict: "failure", c: p.failed, because: `last outcome ${last.type} of ${last.salient}` }
  // the user's own word outranks a check that is still red
  const red =
    last.salient === "user" ? [] : [...standing].filter(([kind, ok]) => !ok && kind !== "user").map(([kind]) => kind)
  if (red.length > 0)
    return { verdict: "mixed", c: p.mixed, because: `${last.salient} passed last, still red: ${red.join(", ")}` }
  if (standing.get("user") === false)
    return { verdict: "mixed", c: p.mixed, because: `${last.salient} passed after the user's correction` }
  if (outcomes.some(outcome => !good(outcome)))
    return { verdict: "success", c: p.repaired, because: `repaired: ${last.salient} passed last` }
  return { verdict: "success", c: p.clean, because: `last outcome ${last.type} of ${last.salient}` }
}

const verdictOf = (y: number, p: SalientParams): Verdict =>
  y >= p.success ? "success" : y <= p.failure ? "failure" : "unjudged"

function judgeTurn(turn: TurnEvidence, p: SalientParams): Decision<JudgeAnswer> {
  const label = latentLabel(turn, p.tables)
  if (label.n === 0) return { answer: { p: null, verdict: "unjudged" }, because: "nothing seen" }
  const strongest = [...label.parts].sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds)).slice(0, 3)
  return {
    answer: { p: label.p, verdict: verdictOf(label.p, p) },
    because: strongest
      .map(part => `${part.signal} ${part.category} ${part.adds >= 0 ? "+" : ""}${part.adds.toFixed(2)}`)
      .join(", "),
  }
}

export const salientLatent = defineRule({
  question: "judge",
  name: "salient-latent",
  version: 1,
  source: "credit.md 4.1; D06, D07, D08, D13, D55, D70",
  params: {
    tables: EXPERT_TABLES,
    clean: 0.9,
    repaired: 0.75,
    mixed: 0.5,
    failed: 0.1,
    success: 0.65,
    failure: 0.35,
    labelShare: 0.3,
  },
  decide(_own, input: JudgeInput, p): Decision<JudgeAnswer> {
    const [only] = input.turns
    if (input.level === "turn" && only !== undefined) return judgeTurn(only, p)
    const labels = input.turns.flatMap(turn => labelOf(turn, p.tables) ?? [])
    if (input.outcomes.length === 0) {
      if (labels.length === 0) return { answer: { p: null, verdict: "unjudged" }, because: "no outcome and no label" }
      const y = mean(labels)
      return {
        answer: { p: y, verdict: verdictOf(y, p) },
        because: `no salient outcome; mean label of ${labels.length} turns`,
      }
    }
    const { verdict, c, because } = byOutcomes(input.outcomes, p)
    const y = labels.length === 0 ? c : (1 - p.labelShare) * c + p.labelShare * mean(labels)
    const vanished = input.turns[input.turns.length - 1]?.end === "vanished" && verdict === "failure"
    return { answer: { p: clampUnit(y), verdict }, because: vanished ? `${because}; ended after it` : because }
  },
})
