// A world's prompt in words, as a person could have typed it: so much of the last prompt said again, a verdict where there is one,
// an error where there is one. What the product reads out of them is the product's own affair.
import { echoOf } from "../../src/core/words/prompt-facts.ts"
import type { WorldContext } from "./short-way.ts"

const SYLLABLES = "ba ke lo mi nu ra se ti vo zu pra sto gle dri fa hu".split(" ")
/** A word of no meaning that no other number gives. */
export const odd = (n: number): string => {
  let word = ""
  for (let k = n + 256; k > 0; k >>= 4) word += SYLLABLES[k & 15]
  return word
}
/** What a prompt speaks of: odd words would make another tongue of it, and another tongue is heard otherwise. */
const thing = (n: number): string => `file${n}`
const WORDS = 64
const EDGES = [0.2, 0.4, 0.6, 0.75, 0.9]
const binOf = (x: number): number => EDGES.filter(edge => x >= edge).length

const PRAISE = "Perfect, works great, thanks!"
const COMPLAINT = "No, that is wrong."
const ASK = "look at"
const TRACE = "EACCES"

/** The words of each prompt of one session, one after the other. */
export function speaker(session: number): (ctx: Pick<WorldContext, "fb" | "hasError" | "overlap">) => string {
  let n = session * 4096
  let last: readonly string[] = []
  let before: string | null = null
  return ({ fb, hasError, overlap }) => {
    const said = fb === "explicit_positive" ? PRAISE : fb === "explicit_negative" ? COMPLAINT : ASK
    const make = (again: number): { words: readonly string[]; text: string } => {
      const words = [...last.slice(0, again), ...Array.from({ length: WORDS - again }, (_, i) => thing(n + i))]
      return { words, text: [before === null ? ASK : said, ...words, ...(hasError ? [TRACE] : [])].join(" ") }
    }
    let made = make(0)
    if (before !== null && overlap !== null) {
      const far = (m: { text: string }): number => {
        const echo = echoOf(m.text, before) ?? 0
        return Math.abs(echo - overlap) + (binOf(echo) === binOf(overlap) ? 0 : 1)
      }
      // as many words again as make it so much, and a few around that
      const guess = Math.round((2 * WORDS * overlap) / (1 + overlap))
      let off = far(made)
      for (let again = Math.max(1, guess - 6); off > 0 && again <= Math.min(last.length, guess + 12); again++) {
        const other = make(again)
        const otherOff = far(other)
        if (otherOff < off) [made, off] = [other, otherOff]
      }
    }
    n += WORDS
    last = made.words
    before = made.text
    return made.text
  }
}
