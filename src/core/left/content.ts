// The words of a text that name something: terms as search reads them, without the common ones.
import { STOP_WORDS } from "../recall/stop-words.ts"
import { terms } from "../recall/tokenise.ts"

/** What follows in a prompt is mostly pasted. */
const CHARS = 1500

export const content = (text: string): readonly string[] =>
  [...new Set(terms(text.slice(0, CHARS)))].filter(term => term.length > 2 && !STOP_WORDS.has(term))
