// The nouns of the API, made from what memory reads: a card, an episode, a line of the ledger, a trip, a message, a scope by the
// name people know. Translation only.
import type { Contrast } from "../core/contrast/contrast.ts"
import type { Uplift } from "../core/uplift/uplift.ts"
import type { CardView, EpisodeView } from "../core/views/state.ts"
import { mayAdmit } from "../memory/acting/relabel.ts"
import type { TripRead } from "../memory/checks/breaker.ts"
import type { Said } from "../memory/past/transcript.ts"
import { isMeasured } from "../memory/reading/card-index.ts"
import type { Cited } from "../memory/reading/cited.ts"
import { episodeShort } from "../memory/reading/episodes.ts"
import { historyRow } from "../memory/reading/history.ts"
import { inPlainWords } from "../memory/reading/plain-words.ts"
import { cardShort, type LedgerRead, readCard } from "../memory/reading/read.ts"
import { type Desk, iso } from "./desk.ts"
import type {
  CardLine,
  CardRef,
  ContrastJson,
  EpisodeLine,
  EvidenceJson,
  LedgerLine,
  MessageJson,
  ScopeJson,
  TripLine,
  UpliftJson,
} from "./schemas.ts"

export const shortOf = (episode: string | null): string | null => (episode === null ? null : episodeShort(episode))

export function scopeOf(desk: Desk, scope: { readonly tier: string; readonly id: string }): ScopeJson {
  const { tier, id } = scope
  const named = desk.config.values["scope.names"][id]
  const label =
    tier === "global"
      ? "global"
      : tier === "domain"
        ? `domain:${id}`
        : (named ?? (id === desk.place.scope ? desk.place.name : `repo:${id.slice(0, 6)}`))
  return { tier: tier as ScopeJson["tier"], id, label }
}

export function cardLineOf(desk: Desk, card: CardView): CardLine {
  // Without its evidence: a list does not prove every quote again.
  const read = readCard(desk.memory, { ...card, evidence: [] })
  const { mean, sd, n, help, nothing, harm, verdict } = card.value ?? { n: 0 }
  return {
    id: card.id,
    short: read.short,
    kind: card.kind,
    statement: read.statement,
    stage: card.stage,
    scope: scopeOf(desk, card.scope),
    source: card.source,
    proposer: card.proposer,
    born: read.born,
    value: card.value === null ? null : ({ mean, sd, n, help, nothing, harm, verdict } as CardLine["value"]),
    measured: isMeasured(card),
    seen: card.seen,
    shown: card.shown,
    pinned: card.pinned,
    confirmed: card.confirmed,
    muted: card.muted,
    strict: card.strict ?? null,
    flags: [...read.flags],
    because: inPlainWords(card.because),
  }
}

export const cardRefOf = (desk: Desk, card: CardView): CardRef => ({
  id: card.id,
  short: cardShort(card),
  kind: card.kind,
  statement: desk.memory.text(card.statement),
})

export function episodeLineOf(desk: Desk, episode: EpisodeView): EpisodeLine {
  const row = historyRow(desk.memory, episode)
  return {
    id: row.id,
    short: row.short,
    client: row.client,
    model: episode.model,
    scope: episode.scope === null ? null : scopeOf(desk, { tier: "repo", id: episode.scope }),
    openedAt: iso(row.openedAt),
    lastAt: iso(row.lastAt),
    open: row.open,
    verdict: row.verdict,
    p: row.p,
    because: inPlainWords(row.because),
    judgedBy: row.judgedBy,
    turns: episode.turns,
    messages: row.messages,
    peak: row.peak,
    end: row.end,
    success: row.success,
    corrections: row.corrections,
    trips: row.trips,
    intervened: row.intervened,
    control: episode.control,
    cards: row.cards,
    prompt: row.prompt,
  }
}

export const ledgerLineOf = (entry: LedgerRead, desk: Desk): LedgerLine => ({
  proposal: entry.act === "refused" && !mayAdmit(entry) ? null : entry.proposal,
  seq: entry.seq,
  at: iso(entry.at),
  episode: entry.episode,
  episodeShort: shortOf(entry.episode),
  act: entry.act,
  card: entry.card,
  cardShort: entry.card === null ? null : cardShort({ id: entry.card, kind: entry.kind ?? "fact" }),
  kind: entry.kind,
  statement: entry.statement === null ? null : (entry.words ?? desk.memory.text(entry.statement)),
  rule: entry.rule,
  because: inPlainWords(entry.because),
})

export const tripLineOf = (trip: TripRead): TripLine => ({
  id: trip.id,
  short: trip.short,
  breaker: trip.breaker,
  scope: trip.scope,
  episode: trip.episode,
  episodeShort: trip.episode === "" ? "" : episodeShort(trip.episode),
  message: trip.message,
  turn: trip.turn,
  at: iso(trip.at),
  endedAt: trip.endedAt === undefined ? null : iso(trip.endedAt),
  rule: trip.rule,
  trip: trip.trip,
  intervention: trip.intervention,
  spoken: trip.made !== null,
  because: trip.because,
  frustration: trip.frustration,
  success: trip.success,
  failStreak: trip.failStreak,
  after: { ...trip.after },
  settled: trip.settled,
  label: trip.label,
  right: trip.right,
})

export const messageOf = (said: Said): MessageJson => ({
  message: said.message,
  turn: said.turn,
  event: said.event,
  by: said.by,
  author: said.author,
  at: iso(said.at),
  text: said.text,
  chars: said.chars,
  cut: said.cut,
  tool: said.tool,
  input: said.input,
  ok: said.ok,
  exitCode: said.exitCode,
  salient: said.salient,
})

export const evidenceOf = (cited: Cited): EvidenceJson => ({
  kind: cited.kind,
  event: cited.event,
  episode: cited.episode,
  episodeShort: shortOf(cited.episode),
  at: cited.at === null ? null : iso(cited.at),
  message: cited.message,
  holds: cited.holds,
  quote: cited.quote,
  context: cited.context,
  start: cited.from,
  end: cited.to,
  before: cited.before,
  after: cited.after,
  around: cited.around.map(messageOf),
})

export const contrastOf = (c: Contrast): ContrastJson => ({
  with: { n: c.with.n, mean: c.with.mean },
  without: { n: c.without.n, mean: c.without.mean },
  difference: c.difference,
  low: c.low,
  high: c.high,
})

export const upliftOf = (u: Uplift): UpliftJson => ({
  with: { n: u.with.n, success: u.with.success },
  without: { n: u.without.n, success: u.without.success },
  uplift: u.uplift,
  low: u.low,
  high: u.high,
  verdict: u.verdict,
  needs: u.needs,
})

// Things by what they share, in the order they first came. Node 20 has no Map.groupBy.

export function grouped<T, K>(things: readonly T[], by: (thing: T) => K): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>()
  for (const thing of things) {
    const key = by(thing)
    const mine = found.get(key)
    if (mine) mine.push(thing)
    else found.set(key, [thing])
  }
  return found
}
