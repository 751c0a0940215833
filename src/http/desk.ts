// What a route has at hand: the memory folded to the end, where it speaks of, settings and folders. Made by the server for each
// request; a route asks it and nothing else.
import type { Config } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import type { Memory } from "../memory/memory.ts"
import type { Place } from "../memory/where-and-when.ts"

export interface Desk {
  readonly memory: Memory
  readonly config: Config
  readonly place: Place
  readonly dataDir: string
  readonly version: string
  /** whether some agent's events reach us */
  readonly heard: () => boolean
  readonly feed: { readonly readers: number; readonly dropped: number }
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

// Words of a query string, checked: a number within bounds, one of a list, a short text. What does not fit is refused.

const LONGEST = 2000

export function numberIn(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const given = query.get(name)
  if (given === null) return fallback
  if (!/^\d{1,9}$/.test(given)) throw wrong(`${name} must be a whole number`)
  return Math.min(Number(given), most)
}

export function oneIn<T extends string>(query: URLSearchParams, name: string, known: readonly T[]): T | undefined {
  const given = query.get(name)
  if (given === null || given === "") return undefined
  const found = known.find(word => word === given)
  if (found === undefined) throw wrong(`${name} is one of ${known.join(", ")}`)
  return found
}

export function textIn(query: URLSearchParams, name: string): string | undefined {
  const given = query.get(name)
  if (given === null || given === "") return undefined
  if (given.length > LONGEST) throw wrong(`${name} is too long`)
  return given.toWellFormed()
}

const wrong = (what: string): MettleError => new MettleError("E_USAGE", what)
