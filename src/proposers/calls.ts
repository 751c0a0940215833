// The calls of an episode, in order, with what was run and where, for proposers that look at what the work did.
import type { Call } from "../core/again/stretch.ts"
import { commandLine } from "../core/calls/shell-call.ts"
import type { Evidence } from "../core/model.ts"
import { within } from "../core/propose/wrong-path.ts"
import type { EpisodeView, ToolView, TurnView } from "../core/views/state.ts"
import { cite, type Seen } from "./proposer.ts"

export interface Placed extends Call {
  readonly view: ToolView
  readonly turn: number
}

export function callsOf(seen: Seen, episode: EpisodeView, turns: readonly TurnView[]): readonly Placed[] {
  const root = episode.cwd === null ? null : seen.text(episode.cwd)
  return turns.flatMap(turn =>
    turn.tools.map((view): Placed => {
      const input = view.input === null ? null : seen.text(view.input)
      const line = input === null ? "" : commandLine(input)
      const path = view.path === null ? null : seen.text(view.path)
      return {
        ...{ event: view.event, does: view.does, ok: view.ok, salient: view.salient, view, turn: turn.index },
        command: line === "" ? null : line,
        path: path === null ? null : (within(path, root) ?? path),
        output: () => (view.output === null ? null : seen.text(view.output)),
      }
    }),
  )
}

/** The call itself, as evidence: what was run is what a statement names. */
export function inputOf(seen: Seen, { view }: Placed): readonly Evidence[] {
  const text = view.input === null ? null : seen.text(view.input)
  return text === null ? [] : [cite(seen, "agent_span", view.event, view.input!, text)]
}

/** The head of what came back, as evidence: nothing when it said nothing. */
export function outputOf(seen: Seen, { event, output }: ToolView, most: number): readonly Evidence[] {
  const text = output === null ? null : seen.text(output)
  if (text === null || text === "") return []
  return [cite(seen, "tool_output", event, output!, text, 0, Math.min(text.length, most))]
}
