// The Proposer contract: looks at one episode and suggests cards with their evidence. Suggesting is free; admission
// decides. Running a proposer again adds nothing, because a proposal is named after its proposer and evidence.
import type { Meaning } from "../core/again/same-order.ts"
import type { Call } from "../core/again/stretch.ts"
import { commandLine } from "../core/calls/shell-call.ts"
import { type Draft, proposalId } from "../core/events/draft.ts"
import type { Evidence, EvidenceKind, Kind, Provenance, Tier } from "../core/model.ts"
import { strategiesIn } from "../core/propose/strategies.ts"
import { within } from "../core/propose/wrong-path.ts"
import type { Place } from "../core/views/sightings.ts"
import type { EpisodeView, ToolView, TurnView } from "../core/views/state.ts"
import { normaliseStatement, tagsOf, topicKey } from "../core/words/statement.ts"
import type { PromptProposal } from "../core/words/wishes/from-prompt.ts"

/** What was seen before in other episodes of the same scope. */
export interface Again {
  /** where a command, or a failure, of this name was met; oldest first */
  readonly broke: (name: string) => readonly Place[]
  /** where a look at this path, by the reference of its text, failed; oldest first */
  readonly missed: (path: string) => readonly Place[]
  /** where work was done with: a commit, green or praise; oldest first */
  readonly done: () => readonly Place[]
  /** messages that share some of these stems; those that share most first */
  readonly said: (stems: ReadonlySet<string>) => readonly Place[]
  /** a clause as a direction of the built-in word table */
  readonly meaning: Meaning
  /** a card in use rests on what this event said */
  readonly inForce: (event: string) => boolean
  /** what the user wishes and is in force */
  readonly wishes: () => readonly string[]
  readonly episode: (id: string) => { readonly episode: EpisodeView; readonly turns: readonly TurnView[] } | null
}
export interface Seen {
  readonly episode: EpisodeView
  readonly turns: readonly TurnView[]
  /** was this event recorded since the last run? A proposer speaks only when something is new. */
  readonly fresh: (event: string) => boolean
  /** null for what was not said, and for what was forgotten */
  readonly text: (ref: string | null) => string | null
  readonly hash: (text: string) => string
  /** what a prompt says in words of its own and how likely it lasts, said after this reply */
  readonly lasting: (prompt: string, reply: string | null) => readonly PromptProposal[]
  readonly now: number
  readonly again: Again
  /** the episode ended since the last run */
  readonly closing: boolean
  /** tags the user put on this repository; absent = none known */
  readonly domains?: readonly string[]
}
export interface Proposer {
  readonly name: string
  readonly version: number
  /** how it comes to the words of its cards; the gate asks for nothing else of a proposer */
  readonly provenance: Provenance
  readonly propose: (seen: Seen) => readonly Draft<"card.proposed">[]
}
interface Suggestion {
  readonly kind: Kind
  readonly statement: string
  readonly turn: number
  readonly evidence: readonly Evidence[]
  readonly tier?: Tier
  /** of another scope than the episode's: a domain */
  readonly scope?: string
  readonly tags?: readonly string[]
  readonly topic?: string
  /** false: only heard; absent = sure */
  readonly sure?: boolean
  readonly p?: number
  /** true: waits for a yes */
  readonly ask?: boolean
  readonly at: number
}

export function cite(
  seen: Pick<Seen, "hash">,
  kind: EvidenceKind,
  event: string,
  blob: string,
  text: string,
  start = 0,
  end = text.length,
): Evidence {
  return { kind, event, blob, start, end, hash: seen.hash(text.slice(start, end)) }
}

export function suggest(
  proposer: Pick<Proposer, "name" | "version" | "provenance">,
  seen: Pick<Seen, "episode">,
  s: Suggestion,
): Draft<"card.proposed"> {
  const { kind, turn, evidence, tier = "repo", topic, tags, scope, at, ...more } = s
  const id = `${proposer.name}@${proposer.version}`
  const statement = normaliseStatement(s.statement)
  return {
    type: "card.proposed",
    id: proposalId(id, kind, evidence),
    ts: at,
    episode: seen.episode.id,
    scope: scope ?? seen.episode.scope,
    data: {
      ...{ ...more, proposer: id, provenance: proposer.provenance, kind, statement, tier, turn },
      topic: topic ?? topicKey(statement),
      tags: [...(tags ?? tagsOf(statement)), ...strategiesIn(statement).map(name => `strategy:${name}`)],
      evidence: [...evidence],
    },
  }
}

// The calls of an episode, in order, with what was run and where, for proposers that look at what the work did.

export interface Placed extends Call {
  readonly view: ToolView
  readonly turn: number
}

export function callsOf(seen: Seen, episode: EpisodeView, turns: readonly TurnView[]): readonly Placed[] {
  const root = seen.text(episode.cwd)
  return turns.flatMap(turn =>
    turn.tools.map((view): Placed => {
      const line = commandLine(seen.text(view.input) ?? "")
      const path = seen.text(view.path)
      return {
        ...{ event: view.event, does: view.does, ok: view.ok, salient: view.salient, view, turn: turn.index },
        command: line === "" ? null : line,
        path: path === null ? null : (within(path, root) ?? path),
        output: () => seen.text(view.output),
      }
    }),
  )
}

export function inputOf(seen: Seen, { view }: Placed): readonly Evidence[] {
  const text = seen.text(view.input)
  return text === null ? [] : [cite(seen, "agent_span", view.event, view.input!, text)]
}

/** The head of what came back, as evidence: nothing when it said nothing. */
export function outputOf(seen: Seen, { event, output }: ToolView, most: number): readonly Evidence[] {
  const text = seen.text(output)
  return !text ? [] : [cite(seen, "tool_output", event, output!, text, 0, Math.min(text.length, most))]
}
