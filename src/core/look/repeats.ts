// Instructions said more than once, in the user's own words: what was to be kept (norms), and short requests that came in
// several episodes. The same breath and a copied session are one saying; opposite instructions are never one group.
import { isEveryday, isOrder, type Meaning, sameOrder } from "../again/same-order.ts"
import type { Kind } from "../model.ts"
import { contradicts } from "../words/opposes.ts"
import { overlap, stemsOf } from "../words/similar.ts"

/** a norm's kind, or a request: something asked for, not something to be kept */
type InstructionKind = Kind | "request"
export interface Instruction {
  readonly kind: InstructionKind
  readonly statement: string
  /** the words as typed */
  readonly quote: string
  readonly at: number
  readonly episode: string
}
export interface Repeat {
  readonly kind: InstructionKind
  /** the shortest saying that asks for something, as the headline: "you're in the main folder" tells nobody what to do */
  readonly statement: string
  readonly said: readonly Instruction[]
  readonly episodes: number
  readonly firstAt: number
  readonly lastAt: number
}

const ALIKE_REQUESTS = 0.7
/** Longer prompts are work, not an instruction; shorter ones than two words of content say nothing by themselves. */
const LONGEST_REQUEST = 240
const LEAST_STEMS = 2
/** Answers to what the agent asked: the same words, never the same meaning. */
const ANSWER =
  /^(?:yes|yep|yeah|ok|okay|sure|no|nope|go|do|let's (?:do|go)|option|continue|proceed|thanks|great|perfect|good)\b/i
/** A repeat within this time in one episode is the same breath. */
const ONE_BREATH = 2 * 60_000

/** With its words of content, taken once: every saying is compared with many. */
interface Weighed {
  readonly said: Instruction
  readonly stems: ReadonlySet<string>
}

export function repeatedInstructions(instructions: readonly Instruction[], meaning: Meaning): readonly Repeat[] {
  const found: Weighed[][] = []
  // A prompt that holds a norm is shown as the norm, not once more as a request.
  const norms = new Set(instructions.filter(i => i.kind !== "request").map(i => `${i.episode}/${i.at}`))
  const sayings = instructions
    .filter(i => i.kind !== "request" || !norms.has(`${i.episode}/${i.at}`))
    .sort((a, b) => a.at - b.at)
    .map(said => ({ said, stems: stemsOf(said.statement) }))
  for (const one of sayings.filter(isOne)) {
    const group = found.find(g => g.some(other => sameMeaning(other, one, meaning)))
    if (!group) found.push([one])
    else if (!group.some(other => isSameSaying(other.said, one.said))) group.push(one)
  }
  const groups = found.map(group => group.map(({ said }) => said))
  return groups
    .filter(group => group.length > 1 && (group[0]!.kind !== "request" || new Set(group.map(s => s.episode)).size > 1))
    .map(said => ({
      kind: said[said.length - 1]!.kind,
      statement: headlineOf(said),
      said,
      episodes: new Set(said.map(s => s.episode)).size,
      firstAt: said[0]!.at,
      lastAt: said[said.length - 1]!.at,
    }))
    .sort(
      (a, b) =>
        Number(a.kind === "request") - Number(b.kind === "request") ||
        b.episodes - a.episodes ||
        b.said.length - a.said.length ||
        b.lastAt - a.lastAt,
    )
}

const headlineOf = (said: readonly Instruction[]): string => {
  const byLength = said.map(s => s.statement).sort((a, b) => a.length - b.length)
  return byLength.find(isOrder) ?? byLength[0]!
}

/** One line of prose: what was pasted is not asked again. */
const PROSE = /^[\p{L}"'(][^\n]*$/u
const isOne = ({ said: { kind, statement }, stems }: Weighed): boolean =>
  kind !== "request" ||
  (statement.length <= LONGEST_REQUEST &&
    PROSE.test(statement.trim()) &&
    !ANSWER.test(statement.trim()) &&
    !isEveryday(statement.trim()) &&
    stems.size >= LEAST_STEMS)

/** Within one breath, or copied with its time when a session was forked. */
const isSameSaying = (a: Instruction, b: Instruction): boolean =>
  a.at === b.at || (a.episode === b.episode && Math.abs(a.at - b.at) < ONE_BREATH)

/** A wish as it is known when it comes back; a whole message only by its words. */
function sameMeaning(a: Weighed, b: Weighed, meaning: Meaning): boolean {
  const request = a.said.kind === "request"
  if (request !== (b.said.kind === "request")) return false
  const [one, other] = [a.said.statement, b.said.statement]
  return request
    ? overlap(a.stems, b.stems) >= ALIKE_REQUESTS && !contradicts(one, other)
    : sameOrder(one, other, meaning)
}
