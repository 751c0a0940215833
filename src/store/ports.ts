// The Log and Blob ports. Contracts are in the comments; test/contracts holds one suite per port, run on every engine.
import type { Event, NewEvent } from "../core/events/define.ts"

export interface Appended {
  /** sequence of each event of the batch, in order; an id already there keeps its first sequence */
  readonly seqs: readonly number[]
  /** how many were new */
  readonly added: number
}

export interface Log {
  /**
   * Appends in order; atomic per batch; resolves only after the commit is durable. Idempotent by id: a known id adds
   * nothing, whatever its other fields say (first write wins). `expected`: last sequence the caller has seen; when the
   * log has moved on, rejects with E_LOCKED and appends nothing. An event that does not parse is never stored.
   */
  append(batch: readonly NewEvent[], options?: { readonly expected?: number }): Promise<Appended>
  /** Events with seq > from, in order, at most `limit`. */
  read(from: number, limit: number): readonly Event[]
  /** Events of an episode, in sequence order; with `types` only those, without opening what has none of them. */
  readEpisode(episode: string, types?: readonly string[]): readonly Event[]
  /** Events with since ≤ ts < until, in sequence order. */
  readRange(since: number, until: number): readonly Event[]
  get(id: string): Event | null
  /** All events of these types, in sequence order. Meant for rare types. */
  readTypes(types: readonly string[]): readonly Event[]
  /** Follows the log from `from` (exclusive): first what is there, then what comes; ends when the signal aborts. Gapless, ordered. */
  subscribe(from: number, signal: AbortSignal): AsyncIterable<Event>
  /** last sequence, 0 when empty */
  head(): number
  /** Runs `work`, whose many reads of events and texts then share one look at the file. It may not append. */
  together?<T>(work: () => T): T
  close(): Promise<void>
}

export interface Blobs {
  /**
   * Keeps the text (well-formed Unicode, already redacted) and returns its reference. Same text, same reference. It is
   * stored with the next append; when the disk refuses that one, it is gone, and must be put again.
   */
  put(text: string): string
  /** null when erased or unknown. Throws E_INTEGRITY when the bytes changed on disk. */
  get(ref: string): string | null
  /** Erases the bytes for good (secure delete, WAL truncated, free pages cleared). Returns how many were there. */
  erase(refs: readonly string[]): number
  /** keyed hash of a span, for evidence */
  hash(text: string): string
}
