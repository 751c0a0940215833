// Signals and errors read back by type and by task: the questions the seed puts to its stores (S3-62, S3-63).
import type { DataOf } from "../../core/events/registry.ts"
import { episodeId } from "../../core/ids.ts"
import type { Signal } from "../../core/model.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import type { ToolView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { findEpisode, readEpisodes } from "../reading/episodes.ts"
import { errorsOf, openErrors } from "../reading/open-errors.ts"

interface SignalRead extends Omit<Signal, "signal"> {
  readonly episode: string
  readonly signal: Signal["signal"] | "outcome"
}
/** Episodes named by id, by task, or all of them. */
export function episodesNamed(
  memory: Memory,
  named: { readonly episode?: string; readonly task?: string; readonly host: string },
): readonly string[] {
  if (named.episode !== undefined) return [findEpisode(memory, named.episode).id]
  if (named.task !== undefined) return [episodeId(named.host, named.task)]
  return readEpisodes(memory).map(episode => episode.id)
}

/** What was heard in words, what tools said, and what a caller reported, each as a signal. */
export const signalsOf = (memory: Memory, episodes: readonly string[], type?: string): readonly SignalRead[] =>
  episodes
    .flatMap(episode => [
      ...turnsOf(memory.context(), episode).flatMap((turn): SignalRead[] => [
        ...turn.signals.map(signal => ({ ...signal, turn: signal.turn ?? turn.index, episode })),
        ...turn.tools.map(tool => ofTool(tool, turn.index, episode)),
      ]),
      ...reportedIn(memory, episode),
    ])
    .filter(signal => type === undefined || signal.type === type || signal.signal === type)

const ofTool = (tool: ToolView, turn: number, episode: string): SignalRead => ({
  ...{ episode, turn, event: tool.event, signal: "tool", confidence: 1, rule: "tool-result" },
  type: tool.ok === null ? "unknown" : tool.ok ? "ok" : "fail",
  polarity: tool.ok === null ? 0 : tool.ok ? 1 : -1,
  because: tool.salient ?? tool.tool,
})

/** A reported outcome, by each of its criteria (S3-08). */
const reportedIn = (memory: Memory, episode: string): readonly SignalRead[] =>
  memory.parts.log
    .readEpisode(episode)
    .filter(event => event.type === "outcome.reported")
    .flatMap(event => {
      const { by, success, durationMs, errors, retries } = event.data as DataOf<"outcome.reported">
      const line = (type: string, polarity: number, because: string): SignalRead => ({
        ...{
          episode,
          turn: null,
          event: event.id,
          signal: "outcome",
          type,
          polarity,
          confidence: 1,
          rule: by,
          because,
        },
      })
      return [
        line(success ? "success" : "failure", success ? 1 : -1, "reported"),
        ...(durationMs === null ? [] : [line("duration", 0, `${durationMs} ms`)]),
        ...(errors === null ? [] : [line("errors", errors > 0 ? -1 : 1, String(errors))]),
        ...(retries === null ? [] : [line("retries", retries > 0 ? -1 : 1, String(retries))]),
      ]
    })

export const errorsIn = (memory: Memory, episodes: readonly string[], unresolved: boolean) =>
  episodes.flatMap(episode => openErrors(errorsOf(memory, episode), !unresolved).map(error => ({ ...error, episode })))
