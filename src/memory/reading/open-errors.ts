// The errors of an episode that nobody has resolved: its tool calls, in order, through the fold of core/open-errors.ts. Signals and errors
// are read back by type and by task: the questions the seed puts to its stores (S3-62, S3-63).

import { commandName } from "../../core/again/known-by.ts"
import { classifyError, ERROR_TYPES, type ErrorType } from "../../core/calls/error-type.ts"
import { errorLine } from "../../core/calls/failure.ts"
import { commandLine } from "../../core/calls/shell-call.ts"
import type { Event } from "../../core/events/define.ts"
import { type DataOf, parseEvent } from "../../core/events/registry.ts"
import { episodeId } from "../../core/ids.ts"
import type { Signal } from "../../core/model.ts"
import { onlyOne } from "../../core/nearest.ts"
import {
  type CheckSeen,
  type ErrorState,
  noErrors,
  type OpenError,
  openErrors,
  resolveError,
  stepErrors,
} from "../../core/open-errors.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import type { ToolView } from "../../core/views/state.ts"
import { act } from "../acting/acts.ts"
import type { Memory } from "../memory.ts"
import { eventsOf } from "../refs.ts"
import { findEpisode, readEpisodes } from "./episodes.ts"

export { errorContext, errorStats, openErrors } from "../../core/open-errors.ts"

/** Calls that failed and what was written down, in the order it happened; what somebody resolved is resolved (S3-34 … S3-36). */
export function errorsOf(memory: Memory, episode: string): ErrorState {
  const calls = turnsOf(memory.context(), episode)
    .flatMap(turn => turn.tools)
    .map(tool => ({ at: tool.at, step: (state: ErrorState) => stepErrors(state, seen(memory, tool)) }))
  const told = memory.parts.log.readEpisode(episode, ["error.noted", "error.resolved"]).map(stored => {
    const event = parseEvent(stored)
    if (event.type === "error.resolved") {
      const { error, by } = event.data as DataOf<"error.resolved">
      return { at: event.ts, step: (state: ErrorState) => resolveError(state, error, by) }
    }
    return {
      at: event.ts,
      step: (state: ErrorState) => stepErrors(state, noted(memory, event as Event<DataOf<"error.noted">>)),
    }
  })
  return [...calls, ...told].sort((a, b) => a.at - b.at).reduce((state, { step }) => step(state), noErrors)
}

function noted(memory: Memory, { id, ts, data }: Event<DataOf<"error.noted">>): CheckSeen {
  return {
    event: id,
    at: ts,
    tool: data.tool ?? "",
    ok: false,
    salient: null,
    check: data.tool ?? "",
    errorType: data.type,
    message: memory.text(data.message) ?? "",
    fingerprint: data.message,
    context: memory.text(data.context),
  }
}

/** Writes an error down. Its type is read off its tool and its words where it is not told (S3-38). */
export const noteError = (
  memory: Memory,
  where: { readonly episode: string; readonly scope: string | null },
  told: { readonly by: string; readonly type: ErrorType | null; readonly message: string } & Readonly<
    Record<"tool" | "context" | "trace", string | null>
  >,
): Promise<string> => {
  const type = told.type ?? classifyError(`${told.tool ?? ""}: ${told.message}`)
  return act(memory, "error.noted", { ...told, type }, where)
}

/** Marks an error of an episode as dealt with; its id may be shortened. */
export async function markResolved(memory: Memory, episode: string, id: string, by: string): Promise<OpenError> {
  const fitting = openErrors(errorsOf(memory, episode)).filter(error => error.id.startsWith(id))
  const found = onlyOne(fitting, id, "open error", "mettle history errors lists them")
  await act(memory, "error.resolved", { by, error: found.id }, { episode })
  return found
}

function seen(memory: Memory, tool: ToolView): CheckSeen {
  const [input, path, output] = [memory.text(tool.input), memory.text(tool.path), memory.text(tool.output)]
  const line = input === null ? "" : commandName(commandLine(input))
  return {
    event: tool.event,
    at: tool.at,
    tool: tool.tool,
    ok: tool.ok,
    salient: tool.salient,
    check: line === "" ? [tool.tool, path ?? ""].join(" ").trim() : line,
    fingerprint: tool.fingerprint,
    errorType: ERROR_TYPES.find(type => type === tool.errorType) ?? null,
    message: output === null ? "" : errorLine(output),
    context: path,
  }
}

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
  eventsOf(memory.parts.log, "outcome.reported", episode).flatMap(
    ({ id, data: { by, success, durationMs, errors, retries } }) => {
      const line = (type: string, polarity: number, because: string): SignalRead => ({
        ...{ episode, turn: null, event: id, signal: "outcome", confidence: 1, rule: by },
        ...{ type, polarity, because },
      })
      return [
        line(success ? "success" : "failure", success ? 1 : -1, "reported"),
        ...(durationMs === null ? [] : [line("duration", 0, `${durationMs} ms`)]),
        ...(errors === null ? [] : [line("errors", errors > 0 ? -1 : 1, String(errors))]),
        ...(retries === null ? [] : [line("retries", retries > 0 ? -1 : 1, String(retries))]),
      ]
    },
  )

export const errorsIn = (memory: Memory, episodes: readonly string[], unresolved: boolean) =>
  episodes.flatMap(episode => openErrors(errorsOf(memory, episode), !unresolved).map(error => ({ ...error, episode })))
