// The Search port: cards and episodes by words and by meaning. Contract in the comments; sqlite-search.ts keeps it beside
// the rows of the views file, finds candidates and ranks them with core/recall.
import type { RankedDoc, Semantics } from "../core/recall/prepared.ts"

export const COLLECTIONS = ["card", "episode"] as const
export type Collection = (typeof COLLECTIONS)[number]

export interface SearchDoc {
  readonly id: string
  /** scope key, e.g. repo:4f1c… */
  readonly scope: string
  /** may be shown in packs; what is archived or superseded is found by a person only */
  readonly live: boolean
  /** must be shown wherever its scope holds */
  readonly must: boolean
  readonly at: number
  /** changes whenever anything above or the text changes: an equal sign is not indexed again */
  readonly sign: string
  readonly text: string
  readonly files: readonly string[]
  /** names under which it is found exactly, whatever it says */
  readonly keys: readonly string[]
}

export interface SearchQuery {
  readonly collection: Collection
  readonly text: string
  /** null: everywhere */
  readonly scopes: readonly string[] | null
  readonly liveOnly: boolean
  readonly most: number
  /** ranked and answered whatever they score, even beyond `most` */
  readonly always?: readonly string[]
  /** when it is asked: recent documents gain; null leaves time to the caller */
  readonly at?: number | null
  /** files the asking episode has changed */
  readonly files?: readonly string[]
  /** the query's vector by another embedder than the built-in one */
  readonly asked?: { readonly model: string; readonly vector: Float32Array } | null
}

export interface Search {
  /** The sign under which a document was indexed last: whoever has the same one need not be made. */
  signOf(collection: Collection, id: string): string | undefined
  /** Runs inside the flush that writes the rows these documents come from. */
  update(collection: Collection, put: readonly SearchDoc[], gone: readonly string[]): void
  /** Best first. A document is never answered from another scope or stage than asked for. */
  find(query: SearchQuery): readonly RankedDoc[]
  /** Documents that must be shown, newest first. */
  must(collection: Collection, scopes: readonly string[], most: number): readonly string[]
  /** Live documents, newest first. */
  newest(collection: Collection, scopes: readonly string[], most: number): readonly string[]
  /** Live documents that have one of these keys, each once. */
  keyed(collection: Collection, scopes: readonly string[], keys: readonly string[]): readonly string[]
  size(collection: Collection): number
  /** true when nothing was ever indexed, or by another version or embedder: the caller clears and fills again */
  stale(): boolean
  clear(): void
  /** After forgetting: leaves no word of removed documents in the index. The views are scrubbed behind it. */
  scrub(): void
  /** Ids of live documents that have no vector of this model yet. */
  withoutVector(collection: Collection, model: string, most: number): readonly string[]
  /** Keeps vectors of another embedder beside the built-in ones; those of a model no longer used are dropped. */
  putVectors(collection: Collection, model: string, vectors: ReadonlyMap<string, Float32Array>): void
}

/** The built-in embedder: its name is cheap, its table is loaded when something is first embedded. */
export interface Meaning {
  readonly id: () => string
  readonly load: () => Semantics
}

export const SEARCH_VERSION = 3

/** How many candidates each way of finding contributes; ranking looks at their union. */
export interface SearchLimits {
  /** scopes that hold no more than this are ranked whole */
  readonly whole: number
  /** by words */
  readonly words: number
  /** by meaning, among the newest documents of the scopes */
  readonly meaning: number
  readonly newest: number
  /** how many documents of the scopes the rarest terms may hit in sum: the cost of a match follows it */
  readonly hits: number
}
export const SEARCH_LIMITS: SearchLimits = { whole: 300, words: 32, meaning: 24, newest: 1000, hits: 300 }
