// What cards say, taken apart once: every newcomer is compared with the cards of its scope, and a sweep compares them all.
import { readLately } from "../once.ts"
import { overlap, squash, stemsOf } from "../words/similar.ts"

export interface Statement {
  readonly text: string
  readonly words: string
  readonly stems: ReadonlySet<string>
}
export const takenApart: (text: string) => Statement = readLately(2048, text => ({
  text,
  words: squash(text),
  stems: stemsOf(text),
}))

/** `jaccard` of two statements. */
export const likeness = (one: Statement, other: Statement): number =>
  one.stems.size === 0 && other.stems.size === 0 && one.words === other.words ? 1 : overlap(one.stems, other.stems)
