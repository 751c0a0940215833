// What cards like a newcomer mean for it: said before, replaced, disputed, near enough to be one. No words in the answer.

import { replaces } from "../again/change.ts"
import { isNorm } from "../model.ts"
import { VALUE_OF } from "../propose/seen-facts.ts"
import { strategyOf } from "../propose/strategies.ts"
import { type AdmitInput, type Answer, disputes, type Near, refuse } from "../questions/admit.ts"
import { contradicts, differsInValue, namesMore, namesSame, negations, same } from "../words/similar.ts"

/** How alike is alike: of the rule's params. */
type Likeness = {
  readonly novelCosine: number
  readonly novelJaccard: number
  readonly mergeCosine: number
  readonly mergeJaccard: number
  readonly relatedJaccard: number
  /** two facts this alike that name different values speak of one thing */
  readonly valueJaccard: number
  /** a norm this alike of the repository it was said in is replaced by its wider self */
  readonly widenJaccard: number
}

/** What a like card means for the newcomer; null when none is like it. */
export function against(input: AdmitInput, p: Likeness): Answer | null {
  const norm = isNorm(input.kind)
  const peers = input.near.filter(
    n =>
      (norm ? isNorm(n.kind) : n.kind === input.kind) &&
      n.stage !== "superseded" &&
      n.stage !== "deprecated" &&
      !(norm && n.stage === "archived"),
  )
  const later = replacedByUser(input)
  if (later !== null) return later
  const likeness = (n: Near): number => Math.max(n.jaccard, n.cosine ?? 0)
  const twin = peers.find(n => !n.narrower && same(n.statement, input.statement))
  if (twin !== undefined) return { answer: { act: "merge", into: twin.card }, because: "said before in the same words" }
  for (const n of [...peers].sort((a, b) => likeness(b) - likeness(a) || b.at - a.at)) {
    const sameTopic = n.topic === input.topic
    if (input.kind === "negative_result" && !namesSame(n.statement, input.statement)) continue
    if (!sameTopic && strategyOf(input.statement) !== null && strategyOf(n.statement) !== null) continue
    if (input.kind === "fact" && input.topic.startsWith(VALUE_OF) && n.topic.startsWith(VALUE_OF)) {
      if (!sameTopic) continue
      return disputes(n, "another value of the same thing: a dispute, not a new fact")
    }
    const like = `jaccard ${n.jaccard.toFixed(2)}${n.cosine === null ? "" : `, cosine ${n.cosine.toFixed(2)}`}`
    if (n.narrower && (!norm || contradicts(n.statement, input.statement))) continue
    if (input.kind === "fact" && n.jaccard >= p.valueJaccard && differsInValue(n.statement, input.statement))
      return disputes(n, `says another value than a card (${like}): a dispute, not a new fact`)
    if ((sameTopic || n.jaccard >= p.relatedJaccard) && contradicts(n.statement, input.statement)) {
      if (!norm) {
        if (input.kind === "fact" && n.jaccard >= p.novelJaccard)
          return disputes(n, `contradicts a card (${like}): a dispute, not a new fact`)
        continue
      }
      if (input.at <= n.at) return refuse("older-than-card", "later user words already say otherwise")
      return { answer: { act: "supersede", old: n.card }, because: `later user words want the opposite (${like})` }
    }
    const turned = negations(n.statement) % 2 !== negations(input.statement) % 2
    if (n.narrower) {
      // what a repository wants otherwise stays its own; what is now said for all of them need not be said there
      if (norm && !turned && input.at > n.at && (sameTopic || likeness(n) >= p.widenJaccard))
        return { answer: { act: "supersede", old: n.card }, because: `later user words say it for more (${like})` }
      continue
    }
    // "run the report tests" does not say what to run before them
    if (norm && !sameTopic && namesMore(input.statement, n.statement)) continue
    if (!turned && (n.jaccard >= p.mergeJaccard || (n.cosine ?? 0) >= p.mergeCosine))
      return { answer: { act: "merge", into: n.card }, because: `near-duplicate (${like})` }
    if (n.jaccard >= p.novelJaccard || (n.cosine ?? 0) >= p.novelCosine) {
      if (norm && sameTopic && input.at > n.at)
        return { answer: { act: "supersede", old: n.card }, because: `the user said it again differently (${like})` }
      if (norm && turned) continue
      if (norm) return { answer: { act: "merge", into: n.card }, because: `says what a card says (${like})` }
      return refuse("not-novel", `too like a card (${like})`)
    }
  }
  return null
}

// Later words of the user against what is known: which cards they replace.

export const userSpoke = (input: AdmitInput): boolean => input.evidence.some(e => e.typed && e.kind === "user_span")

/** The cards that give way to what the user says now; null when none does. */
export function replacedByUser(input: AdmitInput): Answer | null {
  const [old, ...also] = userSpoke(input) ? input.near.filter(n => replacesCard(input, n)) : []
  if (old === undefined) return null
  return {
    answer: { act: "supersede", old: old.card, also: also.map(n => n.card) },
    because: "later user words replace it",
  }
}

/** A wish or a fact, said before and in force, that the newcomer turns round or gives another value. */
const replacesCard = (input: AdmitInput, near: Near): boolean =>
  (isNorm(input.kind) || input.kind === "fact") &&
  (isNorm(near.kind) || near.kind === "fact") &&
  (near.stage === "trial" || near.stage === "active" || near.stage === "proven" || near.stage === "needs_recheck") &&
  near.narrower !== true &&
  input.at > near.at &&
  (ties(input, near) || isOtherValue(input, near))

/** Where only some words are the same the user is asked first. */
function ties(input: AdmitInput, near: Near): boolean {
  const tie = replaces(input.statement, near.statement)
  return tie !== null && (tie !== "loose" || input.ask === true)
}

/** A fact with another number in it: of two things the user says, the later holds. */
const isOtherValue = (input: AdmitInput, near: Near): boolean =>
  input.kind === "fact" && near.kind === "fact" && differsInValue(near.statement, input.statement)
