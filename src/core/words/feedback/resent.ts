// Is this prompt the previous one again: sent anew before the agent did anything (resend), or asked again after it worked
// (retry)? Settled by D10 and D73. What the words judge is not looked at here.
import { keywords, sharedOf, squash } from "../similar.ts"
import { wordsSaid } from "../word-list.ts"
import type { FeedbackParams } from "./weights.ts"

interface Repeated {
  readonly same: boolean
  /** similar enough to be the same request */
  readonly similar: boolean
  /** shares enough with an unanswered prompt to be an edit of it */
  readonly edited: boolean
  /** how many of their words they share; null when there is nothing to compare */
  readonly shared: number | null
}

const COMPARED = 4000

function opensAlike(a: string, b: string): boolean {
  const left = wordsSaid(a.slice(0, 400))
  const right = wordsSaid(b.slice(0, 400))
  let shared = 0
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared++
  return shared >= 4 || (shared >= 2 && shared >= Math.min(left.length, right.length) * 0.5)
}

export function repeated(text: string, prev: string | null, params: FeedbackParams): Repeated {
  if (prev === null) return { same: false, similar: false, edited: false, shared: null }
  const a = text.slice(0, COMPARED)
  const b = prev.slice(0, COMPARED)
  const same = squash(a) !== "" && squash(a) === squash(b)
  const left = keywords(a, params.keywordLength)
  const right = keywords(b, params.keywordLength)
  const shared = sharedOf(left, right)
  const enough = left.size >= params.minKeywords && right.size >= params.minKeywords
  return {
    same,
    similar: same || (enough && shared !== null && shared > params.retryOverlap),
    edited: same || (shared !== null && shared >= params.editedOverlap) || opensAlike(a, b),
    shared,
  }
}

/** Did the agent produce anything since the previous prompt? null when the input does not say. */
export function produced(
  agentTail: string | null,
  tools: readonly string[] | null,
  nTools: number | null,
): boolean | null {
  const calls = tools?.filter(tool => !tool.startsWith("!")).length ?? null
  if (agentTail !== null && agentTail.trim() !== "") return true
  if (calls !== null && calls > 0) return true
  if (agentTail !== null) return calls === null ? null : false
  return calls === 0 && nTools === 0 ? false : null
}
