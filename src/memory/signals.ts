// Signals and errors read back by type and by task: the questions the seed puts to its stores (S3-62, S3-63).
import { episodeId } from "../core/ids.ts"
import type { Signal } from "../core/model.ts"
import type { OpenError } from "../core/open-errors.ts"
import { turnsOf } from "../core/views/judging.ts"
import { findEpisode, readEpisodes } from "./episodes.ts"
import type { Memory } from "./memory.ts"
import { errorsOf, openErrors } from "./open-errors.ts"

export interface SignalRead extends Signal {
  readonly episode: string
}
export interface ErrorRead extends OpenError {
  readonly episode: string
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

export const signalsOf = (memory: Memory, episodes: readonly string[], type?: string): readonly SignalRead[] =>
  episodes.flatMap(episode =>
    turnsOf(memory.context(), episode)
      .flatMap(turn => turn.signals.map(signal => ({ ...signal, turn: signal.turn ?? turn.index, episode })))
      .filter(signal => type === undefined || signal.type === type || signal.signal === type),
  )

export const errorsIn = (memory: Memory, episodes: readonly string[], unresolved: boolean): readonly ErrorRead[] =>
  episodes.flatMap(episode => openErrors(errorsOf(memory, episode), !unresolved).map(error => ({ ...error, episode })))
