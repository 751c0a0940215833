// Instructions said more than once, in the user's own words: what was to be kept (norms), and short requests that came in
// several episodes. The same breath and a copied session are one saying; opposite instructions are never one group.
import type { Kind } from "../model.ts"
import { contradicts, jaccard, same } from "../propose/similar.ts"
import { topicKey } from "../propose/statement.ts"
import { contentStems } from "../propose/stems.ts"

/** a norm's kind, or a request: something asked for, not something to be kept */
export type InstructionKind = Kind | "request"
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
  /** the shortest full saying, as the headline */
  readonly statement: string
  readonly said: readonly Instruction[]
  readonly episodes: number
  readonly firstAt: number
  readonly lastAt: number
}

const ALIKE = 0.5
const ALIKE_REQUESTS = 0.7
/** Longer prompts are work, not an instruction; shorter ones than two words of content say nothing by themselves. */
const LONGEST_REQUEST = 240
const LEAST_STEMS = 2
/** Answers to what the agent asked: the same words, never the same meaning. */
const ANSWER =
  /^(?:yes|yep|yeah|ok|okay|sure|no|nope|go|do|let's (?:do|go)|option|continue|proceed|thanks|great|perfect|good)\b/i
/** A repeat within this time in one episode is the same breath. */
const ONE_BREATH = 2 * 60_000

export function repeatedInstructions(instructions: readonly Instruction[]): readonly Repeat[] {
  const groups: Instruction[][] = []
  for (const said of [...instructions].filter(isOne).sort((a, b) => a.at - b.at)) {
    const group = groups.find(g => g.some(other => sameMeaning(other, said)))
    if (!group) groups.push([said])
    else if (!group.some(other => isSameSaying(other, said))) group.push(said)
  }
  return groups
    .filter(group => group.length > 1 && (group[0]!.kind !== "request" || new Set(group.map(s => s.episode)).size > 1))
    .map(said => ({
      kind: said[said.length - 1]!.kind,
      statement: [...said].sort((a, b) => a.statement.length - b.statement.length)[0]!.statement,
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

const isOne = ({ kind, statement }: Instruction): boolean =>
  kind !== "request" ||
  (statement.length <= LONGEST_REQUEST &&
    !ANSWER.test(statement.trim()) &&
    new Set(contentStems(statement)).size >= LEAST_STEMS)

/** Within one breath, or copied with its time when a session was forked. */
const isSameSaying = (a: Instruction, b: Instruction): boolean =>
  a.at === b.at || (a.episode === b.episode && Math.abs(a.at - b.at) < ONE_BREATH)

function sameMeaning(a: Instruction, b: Instruction): boolean {
  if ((a.kind === "request") !== (b.kind === "request")) return false
  if (same(a.statement, b.statement)) return true
  if (contradicts(a.statement, b.statement)) return false
  const alike = jaccard(a.statement, b.statement)
  if (a.kind === "request") return alike >= ALIKE_REQUESTS
  return alike >= ALIKE || (alike >= ALIKE / 2 && topicKey(a.statement) === topicKey(b.statement))
}
