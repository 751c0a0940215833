// Seed 004's gate to the letter: evidence of the required kind, novelty against the same kind and scope, a budget;
// near-duplicates merge, norms are superseded only by later user spans (S4-22..28). It does not look for quotations. A fact that
// an anchor contradicts is disputed; contradicted once more while it waits for a recheck, it gives way (S4-31, S4-32).

import { replacedByUser } from "../../admission/against.ts"
import { budgetGroup, DEFAULT_CAPS, UPKEEP_PARAMS } from "../../admission/budget.ts"
import { type EvidenceKind, isNorm, type Kind } from "../../model.ts"
import { VALUE_OF } from "../../propose/seen-facts.ts"
import {
  type AdmitInput,
  type Answer,
  disputes,
  type EvidenceFacts,
  merges,
  type Near,
  refuse,
  supersedes,
} from "../../questions/cards.ts"
import { contradicts } from "../../words/opposes.ts"
import { differsInValue, same } from "../../words/similar.ts"
import { defineRule } from "../rule.ts"

// S4-09, S4-10, S4-12; tactics as D75 fills the gap
const REQUIRED: Readonly<Record<Kind, readonly EvidenceKind[]>> = {
  preference: ["user_span"],
  constraint: ["user_span"],
  commitment: ["user_span"],
  fact: ["user_span", "doc_span", "tool_output"],
  tactic: ["agent_span", "tool_output"],
  negative_result: ["tool_output"],
}
const params = {
  noveltyJaccard: 0.6,
  mergeJaccard: 0.8,
  caps: DEFAULT_CAPS,
  episodeCap: 6,
  episodeTactics: 2,
  ...UPKEEP_PARAMS,
}

export const nucleusAdmit = defineRule("admit", "nucleus-admit@4", {
  source: "S4-22..28, S4-31, S4-32, D75; numbers where the seed gives none are ours",
  params,
  decide(_context, input, p) {
    const anchors = input.evidence.filter(e => REQUIRED[input.kind].includes(e.kind))
    if (input.evidence.length === 0) return refuse("no-evidence", "nothing is cited")
    const wanted = `${input.kind} needs ${REQUIRED[input.kind].join(" or ")}`
    if (anchors.length === 0) return refuse(isNorm(input.kind) ? "needs-user-words" : "needs-anchor", wanted)
    if (!anchors.some(e => e.holds)) return refuse("span-broken", "no cited span holds")
    if (input.kind === "negative_result" && !anchors.some(e => e.outcome === "failure"))
      return refuse("no-failure", "not anchored to failure evidence")
    if (input.kind === "tactic" && !anchors.some(e => e.outcome === "success"))
      return refuse("no-success", "no success stands beside the procedure")
    const peers = input.near.filter(n => n.kind === input.kind && n.stage !== "superseded" && !n.narrower)
    for (const n of peers) {
      if (isNorm(input.kind) && n.topic === input.topic && input.at > n.at && contradicts(n.statement, input.statement))
        return supersedes(n, "a later user span on the same topic")
    }
    const later = replacedByUser(input)
    if (later !== null) return later
    const argued = input.kind === "fact" ? argue(input, peers, anchors) : null
    if (argued !== null) return argued
    const twin = peers.find(n => n.jaccard >= p.mergeJaccard)
    if (twin !== undefined) return merges(twin, `near-duplicate, jaccard ${twin.jaccard.toFixed(2)}`)
    const like = peers.find(n => n.jaccard >= p.noveltyJaccard)
    if (like !== undefined) return refuse("not-novel", `too like a card, jaccard ${like.jaccard.toFixed(2)}`)
    const cap = p.caps[budgetGroup(input.kind)][input.scope.tier]
    if (input.live >= cap) return refuse("budget-scope", `${input.live} of ${cap} live cards`)
    if (input.episodeAdmitted >= p.episodeCap)
      return refuse("budget-episode", `${input.episodeAdmitted} admitted in this episode`)
    if (input.kind === "tactic" && input.episodeTactics >= p.episodeTactics)
      return refuse("budget-tactics", `${input.episodeTactics} tactics in this episode`)
    return { answer: { act: "admit", stage: "active" }, because: `anchored, novel, ${input.live + 1} of ${cap}` }
  },
})

/** Another value of the same thing, or its contrary. */
const saysOtherwise = (n: Near, input: AdmitInput): boolean =>
  (n.topic === input.topic && n.topic.startsWith(VALUE_OF)) ||
  differsInValue(n.statement, input.statement) ||
  contradicts(n.statement, input.statement)

/** What a fact means for the facts it contradicts; null when it contradicts none, or one of them says the same. */
function argue(input: AdmitInput, peers: readonly Near[], anchors: readonly EvidenceFacts[]): Answer | null {
  const old = peers.some(n => same(n.statement, input.statement)) ? undefined : peers.find(n => saysOtherwise(n, input))
  if (old === undefined) return null
  if (input.at > old.at && anchors.some(e => e.holds && e.kind === "user_span" && e.typed))
    return supersedes(old, "the user says another value later")
  if (old.stage === "needs_recheck") return supersedes(old, "contradicted again while it waited for a recheck")
  return disputes(old, "an anchored contradiction: a dispute, not a new fact")
}
