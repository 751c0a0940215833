// Evidence where it stands: the cited words inside the text they were taken from, and the messages beside it. Answers "where
// did this card come from, in the user's own words" (U-04).
import type { Evidence } from "../../core/model.ts"
import type { Memory } from "../memory.ts"
import { messagesOf, sayAgain } from "../past/transcript.ts"

const ROUND = 1200
const BESIDE = 2
const BESIDE_CHARS = 1500

export type Cited = ReturnType<typeof citedAt>
/** `beside` false leaves the neighbours out: they cost a walk through the episode. */
export function citedAt(memory: Memory, evidence: Evidence, beside = true) {
  const event = memory.parts.log.get(evidence.event)
  const text = memory.text(evidence.blob)
  const quote = text === null ? null : text.slice(evidence.start, evidence.end)
  const holds = quote !== null && memory.parts.blobs.hash(quote) === evidence.hash
  const [start, stop] = text === null ? [0, 0] : windowOf(text, evidence)
  const places = beside && event?.episode ? messagesOf(memory, event.episode) : []
  const mine = places.findIndex(place => place.event === evidence.event)
  const near = mine < 0 ? [] : places.slice(Math.max(0, mine - BESIDE), mine + BESIDE + 1)
  return {
    ...evidence,
    episode: event?.episode ?? null,
    at: event?.ts ?? null,
    message: places[mine]?.message ?? null,
    holds,
    quote: holds ? quote : null,
    /** the text around it: the words are context.slice(from, to), with so many characters before and after the context */
    context: holds ? text!.slice(start, stop) : null,
    from: holds ? evidence.start - start : 0,
    to: holds ? evidence.end - start : 0,
    before: holds ? start : 0,
    after: holds ? text!.length - stop : 0,
    around: sayAgain(
      memory,
      near.filter(place => place.event !== evidence.event),
      BESIDE_CHARS,
    ),
  }
}

/** Some text on both sides, on whole characters. */
function windowOf(text: string, { start, end }: Evidence): readonly [number, number] {
  const low = (at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00
  let from = Math.max(0, start - ROUND)
  let to = Math.min(text.length, end + ROUND)
  if (from > 0 && low(from)) from++
  if (to < text.length && low(to)) to--
  return [Math.min(from, start), Math.max(to, end)]
}
