// Later words of the user against what is known: which cards they replace.
import { replaces } from "../again/change.ts"
import { isNorm } from "../model.ts"
import { differsInValue } from "../propose/similar.ts"
import type { AdmitInput, Answer, Near } from "../questions/admit.ts"

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
