// The stretch of a message that somebody quotes as the user's wish: a whole sentence of the user's own words, or a whole wish in
// one, never a part that could have lost its "don't", its condition or its speaker.
import { ownership } from "../../admission/anchor.ts"
import { type ReadStance, statedBy } from "../ear/stance.ts"
import { sentenceParts } from "../sentences.ts"
import { squash } from "../similar.ts"
import { normaliseStatement } from "../statement.ts"
import { GONE } from "../whose/mask.ts"
import { type OwnWords, ownWords } from "../whose/own-words.ts"
import { wishesIn } from "./clauses.ts"
import { fillerLength, plain } from "./filler.ts"
import { leadsOn } from "./from-prompt.ts"

export const NO_CLAUSE = {
  absent: "these words are not in what the user typed",
  foreign: "the user did not write these words: quoted, pasted or handed over",
  part: "only a part of what the user said: quote the whole sentence",
  unasserted: "asked, supposed, reported or denied, not stated",
  doubted: "perhaps pasted: it waits for the user",
} as const
export type NoClause = keyof typeof NO_CLAUSE
interface Clause {
  /** UTF-16 offsets into the message */
  readonly start: number
  readonly end: number
  readonly statement: string
  /** the message also holds text that somebody else wrote */
  readonly mixed: boolean
}

export function wholeClause(
  stance: ReadStance,
  message: string,
  agentTail: string | null,
  quote: string,
): Clause | NoClause {
  const wanted = squash(quote)
  if (wanted === "" || !squash(message).includes(wanted)) return "absent"
  const own = ownWords(message, agentTail)
  const spans = sentenceParts(own.masked).flatMap(s => spansIn(own, s.start, s.end))
  const found = spans.filter(([from, to]) => squash(own.text.slice(from, to)) === wanted)
  const mine = found.find(([from, to]) => isOwn(own, from, to))
  if (mine === undefined)
    return found.length > 0 || !squash(own.masked.replaceAll(GONE, " ")).includes(wanted) ? "foreign" : "part"
  const [from, to] = mine
  const start = own.origin(from)
  const end = own.origin(to - 1) + 1
  const stands = ownership(message.slice(start, end), message, statedBy(stance))
  if (stands !== "own") return stands === "doubted" ? "doubted" : stands === "unasserted" ? "unasserted" : "foreign"
  return { start, end, statement: normaliseStatement(own.text.slice(from, to)), mixed: own.masked.includes(GONE) }
}

/** A sentence, and each wish in it; both also without "ok, so please". */
function spansIn(own: OwnWords, start: number, end: number): readonly (readonly [number, number])[] {
  const masked = own.masked.slice(start, end)
  const whole: (readonly [number, number])[] = [[start, end]]
  for (const [from, to] of wishesIn(masked)) whole.push([start + from, start + to])
  return whole.flatMap(([from, to]) => {
    let last = to
    while (last > from && /[\s.!;,。！；，]/.test(own.masked[last - 1]!)) last--
    const filler = fillerLength(own.masked.slice(from, last).toLowerCase())
    return filler === 0 ? [[from, last] as const] : [[from, last] as const, [from + filler, last] as const]
  })
}

const isOwn = (own: OwnWords, from: number, to: number): boolean =>
  !own.masked.slice(from, to).includes(GONE) &&
  !own.tampered(own.origin(from), own.origin(to - 1) + 1) &&
  !leadsOn(own, from, to) &&
  (plain(own.masked.slice(from, to)).match(/\p{L}{2,}/gu) ?? []).length >= 2
