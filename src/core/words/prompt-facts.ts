// Facts of a prompt that later serve as difficulty covariates (docs/credit.md): cheap, text in, numbers out.
import { keywords, sharedOf } from "./similar.ts"

const ERROR_TEXT =
  /\b(?:error|exception|traceback|panic|failed|fatal|undefined|cannot|stack trace)\b|^\s+at \S+ \(|\bE[A-Z]{3,}\b/im

/** Does the prompt carry an error trace? Only the first 8 KB are looked at. */
export const hasErrorText = (text: string): boolean => ERROR_TEXT.test(text.slice(0, 8192))

const LOOKED_AT = 4000
const SHORTEST_WORD = 2
/** How far a prompt says the words of the one before it again, 0 … 1; null when there is nothing to compare. */
export const echoOf = (text: string | null, before: string | null): number | null =>
  text === null || before === null
    ? null
    : sharedOf(keywords(text.slice(0, LOOKED_AT), SHORTEST_WORD), keywords(before.slice(0, LOOKED_AT), SHORTEST_WORD))
