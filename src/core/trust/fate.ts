// What became of a proposal, as far as its source is answerable for it: the user's last word, else what was measured, else an
// open dispute. Silence says nothing: a card that was never judged is no ground for trust or distrust (D63).
import type { Stage, Value } from "../model.ts"

/** One act of the user on a card, as a word about who proposed it. */
export interface UserWord {
  /** the event, so that undo can take it back */
  readonly act: string
  readonly good: 0 | 1
  readonly weight: number
  readonly because: string
}
interface FateFacts {
  readonly words: readonly UserWord[]
  /** the user typed it: only the user's own later acts speak of who read it out of the words */
  readonly typed: boolean
  readonly stage: Stage
  readonly verdict: Value["verdict"] | null
}
export interface Fate {
  readonly good: number
  readonly weight: number
  readonly because: string
}

/** An open dispute is half a judgement: it may be settled either way. */
const DISPUTED = 0.5

export function fateOf(facts: FateFacts): Fate | null {
  const word = facts.words[facts.words.length - 1]
  if (word) return { good: word.good, weight: word.weight, because: word.because }
  if (facts.typed) return null
  if (facts.verdict === "harms") return { good: 0, weight: 1, because: "measured: it harms" }
  if (facts.stage === "deprecated") return { good: 0, weight: 1, because: "deprecated" }
  if (facts.stage === "superseded") return { good: 0, weight: 1, because: "the user's later words replaced it" }
  if (facts.stage === "needs_recheck") return { good: 0, weight: DISPUTED, because: "disputed" }
  if (facts.verdict === "helps") return { good: 1, weight: 1, because: "measured: it helps" }
  return null
}

/** What an act says of the card's source. */
const ACTS: Readonly<Record<string, readonly [good: 0 | 1, because: string]>> = {
  "card.confirmed": [1, "confirmed by the user"],
  "card.pinned": [1, "pinned by the user"],
  "card.promoted": [1, "given a wider scope by the user"],
  "card.verified": [1, "checked by the user, and it holds"],
  "card.archived": [0, "put away by the user"],
  "card.corrected": [0, "rewritten by the user"],
}
/** What a mark claims of a card: that it stands or does not, and how surely. */
const MARKS: Readonly<Record<string, readonly [good: 0 | 1, weight: number]>> = {
  ...{ keep: [1, 1], useful: [1, 1] },
  ...{ wrong: [0, 1], doubt: [0, DISPUTED], artifact: [0, DISPUTED] },
}

/** What a user's act says of the card's source: good or not, how surely, in words. null = nothing. */
export function wordOf(type: string, data: Readonly<Record<string, unknown>>): Omit<UserWord, "act"> | null {
  if (type === "feedback.given") {
    const [good, weight] = (data.by === "user" && markOf(String(data.tag))) || []
    return good === undefined ? null : { good, weight: weight!, because: `marked ${data.tag} by the user` }
  }
  // What a teammate took back or widened, or what went on in another card, says nothing of whether it was right.
  const others = (type === "card.archived" || type === "card.promoted") && data.by !== undefined
  const unpinned = type === "card.pinned" && data.on !== true
  const said = others || unpinned ? undefined : ACTS[type]
  return said === undefined ? null : { good: said[0], weight: 1, because: said[1] }
}

const markOf = (tag: string) => (Object.hasOwn(MARKS, tag) ? MARKS[tag] : undefined)
/** What somebody else's mark claims of a card: 1 that it stands, 0 that it does not, null nothing. */
export const claimOf = (tag: string): 0 | 1 | null => markOf(tag)?.[0] ?? null
