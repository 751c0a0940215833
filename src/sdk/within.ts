// What every part of the library works with: the opened memory, where things belong, and what its caller brought along.
import { resolve } from "node:path"
import type { Config } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import { isScopeId, scopeBy, settleScope } from "../core/scope.ts"
import type { Memory } from "../memory/memory.ts"
import { scopesOf } from "../memory/packs/situation.ts"
import { findEpisode } from "../memory/reading/episodes.ts"
import { readRepository } from "../world/repository.ts"
import type { EpisodeHandle, Place, TextEmbedder } from "./contract.ts"

export interface Within {
  readonly memory: Memory
  readonly config: Config
  readonly embedder: TextEmbedder | null
  readonly readOnly: boolean
  /** ends with the memory */
  readonly signal: AbortSignal
  /** everything that is due: proposals, vectors, the model */
  readonly settle: (signal?: AbortSignal) => Promise<{ readonly folded: number; readonly proposed: number }>
}

const UNNAMED = "default"

/** The scope's id: of a folder's repository, of a name, or an id itself. */
export function scopeAt(config: Config, place: Place): string {
  const { values } = config
  if (place.repo !== undefined) return scopeBy(values, readRepository(resolve(place.repo))).scope.id
  const name = place.scope ?? UNNAMED
  if (isScopeId(name)) return name
  const found = { id: "", basis: "name" as const, key: name, because: "named by its program" }
  return settleScope(found, { ...values, "scope.names": { "": name } }).id
}

export const isPlaced = (place: Place): boolean => place.repo !== undefined || place.scope !== undefined

/** Scope keys that are seen from a place. */
export const scopesAt = (config: Config, place: Place): readonly string[] => scopesOf(scopeAt(config, place), [])

/** The episode that is meant. Ids may be shortened; one that nobody told of is refused, or what is said of it would be lost. */
export const idOf = (memory: Memory, episode: EpisodeHandle | string): string =>
  typeof episode === "string" ? findEpisode(memory, episode).id : episode.id

/** The query as the caller's own embedder sees it. */
export async function vectorOf(within: Within, text: string, signal?: AbortSignal) {
  if (!within.embedder) return null
  const [vector] = await within.embedder.embed([text], signal)
  orStop(signal, within.signal)
  return vector === undefined ? null : { model: within.embedder.id, vector }
}

/** Before anything is told. */
export function writing(within: Within, signal?: AbortSignal): void {
  orStop(signal, within.signal)
  if (within.readOnly) throw new MettleError("E_LOCKED", "this memory was opened for reading only")
}

/** Folds what is new, then looks. */
export function look<T>(within: Within, work: (memory: Memory) => T, signal?: AbortSignal): T {
  orStop(signal, within.signal)
  within.memory.catchUp()
  return work(within.memory)
}

// AbortSignals of callers: what is aborted rejects with one typed error.

export function orStop(...signals: readonly (AbortSignal | undefined)[]): void {
  const aborted = signals.find(signal => signal?.aborted)
  if (aborted)
    throw new MettleError("E_INTERRUPTED", "stopped by its caller", {
      still: "what was recorded before is kept",
      cause: aborted.reason,
    })
}

export const either = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter(signal => signal !== undefined))
