// What a route has at hand: the memory folded to the end, where it speaks of, settings and folders. Made by the server for each
// request; a route asks it and nothing else. And the nouns of the API, made from what memory reads: translation only.
import type { Config } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import type { CardView, EpisodeView } from "../core/views/state.ts"
import { mayAdmit } from "../memory/acting/relabel.ts"
import type { TripRead } from "../memory/checks/breaker.ts"
import type { Memory } from "../memory/memory.ts"
import type { SaidMessage } from "../memory/past/transcript.ts"
import { episodeShort } from "../memory/reading/episodes.ts"
import type { Cited } from "../memory/reading/explain.ts"
import { historyRow } from "../memory/reading/history.ts"
import { inPlainWords, whyJudged } from "../memory/reading/plain-words.ts"
import { cardById, cardShort, isMeasured, type LedgerRead, readCard } from "../memory/reading/read.ts"
import type { Place } from "../memory/where-and-when.ts"
import type * as api from "./schemas.ts"

export interface Desk {
  readonly memory: Memory
  readonly config: Config
  readonly place: Place
  readonly dataDir: string
  readonly version: string
  /** listed in ignore.repos: nothing is recorded of this repository */
  readonly ignored: boolean
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

// A card, an episode, a line of the ledger, a trip, a message, a scope by the name people know.

export const shortOf = (episode: string | null): string | null => (episode === null ? null : episodeShort(episode))

export function scopeOf(desk: Desk, scope: { readonly tier: string; readonly id: string }): api.ScopeJson {
  const { tier, id } = scope
  const named = desk.config.values["scope.names"][id]
  const label =
    tier === "global"
      ? "global"
      : tier === "domain"
        ? `domain:${id}`
        : (named ?? (id === desk.place.scope ? desk.place.name : `repo:${id.slice(0, 6)}`))
  return { tier: tier as api.ScopeJson["tier"], id, label }
}

export function cardLineOf(desk: Desk, card: CardView): api.CardLine {
  // Without its evidence: a list does not prove every quote again.
  const read = readCard(desk.memory, { ...card, evidence: [] })
  return {
    ...card,
    ...{ short: read.short, statement: read.statement, born: read.born, flags: read.flags },
    scope: scopeOf(desk, card.scope),
    measured: isMeasured(card),
    strict: card.strict ?? null,
    because: inPlainWords(card.because),
  }
}

export const cardRefOf = (desk: Desk, card: CardView): api.CardRef => ({
  id: card.id,
  short: cardShort(card),
  kind: card.kind,
  statement: desk.memory.text(card.statement),
})
/** Also of a card that is not there any more. */
export const refOf = (desk: Desk, id: string): api.CardRef => {
  const card = cardById(desk.memory, id)
  return card ? cardRefOf(desk, card) : { id, short: cardShort({ id, kind: "fact" }), kind: null, statement: null }
}

export function episodeLineOf(desk: Desk, episode: EpisodeView): api.EpisodeLine {
  const row = historyRow(desk.memory, episode)
  return {
    ...row,
    ...{ model: episode.model, turns: episode.turns, control: episode.control },
    scope: episode.scope === null ? null : scopeOf(desk, { tier: "repo", id: episode.scope }),
    openedAt: iso(row.openedAt),
    lastAt: iso(row.lastAt),
    because: whyJudged(row),
  }
}

export const ledgerLineOf = (entry: LedgerRead, desk: Desk): api.LedgerLine => ({
  ...entry,
  proposal: entry.act === "refused" && !mayAdmit(entry) ? null : entry.proposal,
  at: iso(entry.at),
  episodeShort: shortOf(entry.episode),
  cardShort: entry.card === null ? null : cardShort({ id: entry.card, kind: entry.kind ?? "fact" }),
  statement: entry.statement === null ? null : (entry.words ?? desk.memory.text(entry.statement)),
  because: inPlainWords(entry.because),
})

export const tripLineOf = (trip: TripRead): api.TripLine => ({ ...trip, at: iso(trip.at), spoken: trip.made !== null })

export const messageOf = (said: SaidMessage): api.MessageJson => ({ ...said, at: iso(said.at) })

export const evidenceOf = (cited: Cited): api.EvidenceJson => ({
  ...cited,
  episodeShort: shortOf(cited.episode),
  at: cited.at === null ? null : iso(cited.at),
  start: cited.from,
  end: cited.to,
  around: cited.around.map(messageOf),
})
