// What a route has at hand: the memory folded to the end, where it speaks of, settings and folders. Made by the server for each
// request; a route asks it and nothing else.
import type { Config } from "../config.ts"
import type { Memory } from "../memory/memory.ts"
import type { Place } from "../memory/place.ts"
import type { Work } from "./long-work.ts"

export interface Desk {
  readonly memory: Memory
  readonly config: Config
  readonly place: Place
  readonly dataDir: string
  readonly home: string
  /** folder of the repository it was started in */
  readonly top: string
  readonly version: string
  readonly feed: { readonly readers: number; readonly dropped: number }
  /** work that walks over the whole log, under way now */
  readonly work: readonly Work[]
  /** where such work says how far it is */
  readonly progress?: (done: number, total: number) => void
  /** closes and opens the memory: after another preset was adopted */
  readonly reopen: () => Promise<void>
}

/** What was asked: words of the path, of the query, and the body that fits the route's schema. */
export interface Asked<B = unknown> {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: B
}

/** The head of every page: how to ask the same on the command line, and what will fill it when it is empty. */
export const pageOf = (desk: Desk, command: string, empty: string | null = null) => ({
  schema_version: 1 as const,
  at: iso(desk.memory.parts.now()),
  command,
  empty,
})

export const iso = (at: number): string => new Date(at).toISOString()
