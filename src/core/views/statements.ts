// What cards say, taken apart once: every newcomer is compared with the cards of its scope, and a sweep compares them all.
import { lately } from "../lately.ts"
import { overlap, squash, stemsOf } from "../words/similar.ts"

export interface Statement {
  readonly text: string
  readonly words: string
  readonly stems: ReadonlySet<string>
}
const MET = lately<Statement>(2048)
export function takenApart(text: string): Statement {
  let statement = MET.get(text)
  if (statement === undefined) MET.set(text, (statement = { text, words: squash(text), stems: stemsOf(text) }))
  return statement
}

/** `jaccard` of two statements. */
export const likeness = (one: Statement, other: Statement): number =>
  one.stems.size === 0 && other.stems.size === 0 && one.words === other.words ? 1 : overlap(one.stems, other.stems)
