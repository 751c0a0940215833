// Why nothing was learned of a message: one reason for every message, with the ear's chance where it had one.
import { ownership } from "../../admission/anchor.ts"
import { statedBy } from "../ear/stance.ts"
import { isForeign } from "../whose/mask.ts"
import { ownWords } from "../whose/own-words.ts"
import { type Hear, leadsOn, type PromptInput, passes, takesBack } from "./from-prompt.ts"

export const UNLEARNED = {
  "not-typed": "not typed by you",
  unattended: "a run without a person",
  "not-own-words": "not your own words: quoted, pasted or handed over",
  "taken-back": "taken back in the same message",
  "leads-on": "only leads on to something else",
  "not-asserted": "asked, supposed, reported or denied, not stated",
  question: "a question",
  "one-off": "said for this time, or as something to do",
  "below-the-line": "an order for now, or nothing that sounds lasting",
  fragment: "no statement of its own: a complaint, a habit or a fragment",
} as const
export type Unlearned = keyof typeof UNLEARNED

interface WhyNot {
  readonly reason: Unlearned
  /** how likely its most lasting sentence was to last, as the ear heard it */
  readonly p: number | null
}

export function whyNotLearned(hear: Hear, input: PromptInput): WhyNot {
  if (input.author !== "user") return { reason: "not-typed", p: null }
  if (!input.interactive) return { reason: "unattended", p: null }
  const own = ownWords(input.text, input.agentTail)
  if (!/\p{L}/u.test(own.typed)) return { reason: "not-own-words", p: null }
  const { stretches } = hear(own.typed, (input.agentTail ?? "").slice(-300))
  const best = stretches.toSorted((a, b) => b.p - a.p)[0]
  if (best === undefined) return { reason: "fragment", p: null }
  const masked = own.masked.slice(best.start, best.end)
  const because = (reason: Unlearned): WhyNot => ({ reason, p: best.p })
  if (stretches.some(s => takesBack(own.masked.slice(s.start, s.end)))) return because("taken-back")
  if (best.level === "unlikely") {
    if (/[?？]\s*$/.test(masked)) return because("question")
    return because(passes(hear.work.stance(masked)) ? "one-off" : "below-the-line")
  }
  if (isForeign(masked)) return because("not-own-words")
  if (leadsOn(own, best.start, best.end)) return because("leads-on")
  const stands = ownership(
    input.text.slice(own.origin(best.start), own.origin(best.end - 1) + 1),
    input.text,
    statedBy(hear.work.stance),
  )
  return because(stands === "unasserted" ? "not-asserted" : stands === "own" ? "fragment" : "not-own-words")
}
