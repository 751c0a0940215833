// What cards like a newcomer mean for it: said before, replaced, disputed, near enough to be one. No words in the answer.

import { replaces } from "../again/change.ts"
import { numbers } from "../again/same-order.ts"
import { isNorm } from "../model.ts"
import { VALUE_OF } from "../propose/seen-facts.ts"
import { strategyOf } from "../propose/strategies.ts"
import { type AdmitInput, type Answer, disputes, merges, type Near, refuse, supersedes } from "../questions/cards.ts"
import { contradicts, opposes, saysAgain } from "../words/opposes.ts"
import { differsInValue, namesMore, namesSame, negations, same } from "../words/similar.ts"

/** How alike is alike: of the rule's params. */
type Likeness = {
  readonly novelJaccard: number
  readonly mergeJaccard: number
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
  if (later !== null) return withAll(input, peers, later)
  const twin = peers.find(n => !n.narrower && same(n.statement, input.statement))
  if (twin !== undefined) return merges(twin, "said before in the same words")
  // what came before there was an ear was let in beside it, and may have been acted on since
  const byEar = norm && input.sure !== undefined
  const again = byEar ? peers.find(n => isInForce(n) && saysAgain(input.statement, n.statement)) : undefined
  if (again !== undefined) return merges(again, "says again what a card in force says")
  for (const n of [...peers].sort((a, b) => b.jaccard - a.jaccard || b.at - a.at)) {
    const answer = beside(input, n, p)
    if (answer !== null) return withAll(input, peers, answer)
  }
  return null
}

/** Whatever else stands for what the user now wants otherwise goes with it. */
function withAll(input: AdmitInput, peers: readonly Near[], { answer, because }: Answer): Answer {
  if (answer.act !== "supersede" || !isNorm(input.kind)) return { answer, because }
  const gone = [answer.old, ...(answer.also ?? [])]
  const pulled = peers.filter(
    n => isInForce(n) && input.at > n.at && opposes(input.statement, n.statement) === "outright",
  )
  const also = [...new Set([...gone, ...pulled.map(n => n.card)])].slice(1)
  return { answer: { ...answer, ...(also.length > 0 ? { also } : {}) }, because }
}

/** What one like card means for the newcomer; null when nothing. */
function beside(input: AdmitInput, n: Near, p: Likeness): Answer | null {
  const norm = isNorm(input.kind)
  const fact = input.kind === "fact"
  const sameTopic = n.topic === input.topic
  if (input.kind === "negative_result" && !namesSame(n.statement, input.statement)) return null
  if (!sameTopic && strategyOf(input.statement) !== null && strategyOf(n.statement) !== null) return null
  if (fact && input.topic.startsWith(VALUE_OF) && n.topic.startsWith(VALUE_OF))
    return sameTopic ? disputes(n, "another value of the same thing: a dispute, not a new fact") : null
  const like = `jaccard ${n.jaccard.toFixed(2)}`
  const isOpposite = (): boolean =>
    !norm
      ? contradicts(n.statement, input.statement)
      : input.at > n.at
        ? opposes(input.statement, n.statement) === "outright"
        : opposes(n.statement, input.statement) === "outright"
  if (n.narrower && (!norm || isOpposite())) return null
  if (fact && n.jaccard >= p.valueJaccard && differsInValue(n.statement, input.statement))
    return disputes(n, `says another value than a card (${like}): a dispute, not a new fact`)
  if (isOpposite()) {
    if (norm)
      return input.at <= n.at
        ? refuse("older-than-card", "later user words already say otherwise")
        : supersedes(n, `later user words want the opposite (${like})`)
    return fact && n.jaccard >= p.novelJaccard
      ? disputes(n, `contradicts a card (${like}): a dispute, not a new fact`)
      : null
  }
  const turned = negations(n.statement) % 2 !== negations(input.statement) % 2
  // what a repository wants otherwise stays its own; what is now said for all of them need not be said there
  if (n.narrower)
    return norm && !turned && input.at > n.at && (sameTopic || n.jaccard >= p.widenJaccard)
      ? supersedes(n, `later user words say it for more (${like})`)
      : null
  // "run the report tests" does not say what to run before them
  if (norm && !sameTopic && namesMore(input.statement, n.statement)) return null
  // "go on with task 11", "go on with task 2": two orders, however alike
  const other = turned || (norm && numbers(n.statement) !== numbers(input.statement))
  if (!other && n.jaccard >= p.mergeJaccard) return merges(n, `near-duplicate (${like})`)
  if (n.jaccard < p.novelJaccard) return null
  if (!norm) return refuse("not-novel", `too like a card (${like})`)
  // turned round for another place: "never on the laptop", "always on the server"
  if (turned) return null
  if (sameTopic && input.at > n.at) return supersedes(n, `the user said it again differently (${like})`)
  if (other) return null
  // what waited says it less plainly: the words that end its wait are the ones to keep
  if (n.stage === "trial" && input.sure !== false && input.ask !== true && input.at > n.at)
    return supersedes(n, `said plainly now (${like})`)
  return merges(n, `says what a card says (${like})`)
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

const isInForce = (near: Near): boolean => near.stage !== "trial" && near.stage !== "archived" && near.narrower !== true

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
