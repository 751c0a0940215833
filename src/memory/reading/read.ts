// Reading: cards with their words and evidence, by filter or by the start of an id. Read models for every door.
import { idStart, shortId } from "../../core/ids.ts"
import type { Evidence, Kind, Stage, Strictness, Value } from "../../core/model.ts"
import { onlyOne } from "../../core/nearest.ts"
import type { Card } from "../../core/promised.ts"
import { read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import { type CardView, type EpisodeView, isLive, type LedgerEntry, scopeKey } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"

export interface CardRead extends Omit<Card, "value" | "evidence"> {
  readonly value: Value | null
  readonly seen: number
  /** of a fact: when it was last seen true */
  readonly seenTrue?: string
  /** how strict the user wants it; absent = as strict as the settings */
  readonly strict?: Strictness
  readonly evidence: readonly Quoted[]
}
export interface Quoted extends Evidence {
  /** the cited words; null when forgotten or changed */
  readonly quote: string | null
  readonly holds: boolean
}
const LETTERS: Readonly<Record<Kind, string>> = {
  preference: "c",
  constraint: "c",
  commitment: "c",
  fact: "f",
  tactic: "t",
  negative_result: "n",
}
export const cardShort = (card: Pick<CardView, "id" | "kind">): string => shortId(LETTERS[card.kind], card.id)

/** By its whole id; null when it is gone. */
export const cardById = (memory: Memory, id: string): CardView | null => read.card.get(memory.views, id) ?? null
export const episodeById = (memory: Memory, id: string): EpisodeView | null =>
  read.episode.get(memory.views, id) ?? null

export const readCards = (memory: Memory, filter: CardFilter = {}): readonly CardRead[] =>
  cardsThat(memory, filter).map(card => readCard(memory, card))

export function readCard(memory: Memory, card: CardView): CardRead {
  return {
    id: card.id,
    short: cardShort(card),
    kind: card.kind,
    statement: memory.text(card.statement),
    stage: card.stage,
    scope: card.scope,
    source: card.source,
    proposer: card.proposer,
    born: new Date(card.bornAt).toISOString(),
    value: card.value,
    shown: card.shown,
    seen: card.seen,
    pinned: card.pinned,
    confirmed: card.confirmed,
    muted: card.muted,
    flags: [
      ...(card.stage === "needs_recheck" ? ["needs recheck"] : []),
      ...(card.stale ? ["its evidence changed"] : []),
      ...(card.muted ? ["marked wrong"] : []),
      ...(card.flagged ?? []).map(by => `marked wrong by ${by}`),
    ],
    supersedes: card.supersedes,
    supersededBy: card.supersededBy,
    because: card.because,
    ...(card.kind === "fact" ? { seenTrue: new Date(card.trueAt ?? card.bornAt).toISOString() } : {}),
    ...(card.strict === undefined ? {} : { strict: card.strict }),
    evidence: card.evidence.map(e => quoted(memory, e)),
  }
}

export function quoted(memory: Memory, evidence: Evidence): Quoted {
  const text = memory.text(evidence.blob)
  const quote = text === null ? null : text.slice(evidence.start, evidence.end)
  const holds = quote !== null && memory.parts.blobs.hash(quote) === evidence.hash
  return { ...evidence, quote: holds ? quote : null, holds }
}

/** A card by its id, the start of it, the short form people see (c-7f2a41), or words that only its statement holds. */
export function findCard(memory: Memory, given: string): CardView {
  const start = idStart(given)
  const rows = start === null ? [] : read.card.list(memory.views, start)
  const found = rows.length > 0 ? rows.map(([, card]) => card) : /\S/.test(given) ? cardsThat(memory, { q: given }) : []
  const lists = "mettle cards lists them; mettle cards --all shows archived ones too, mettle review what waits"
  return onlyOne(found, given, "card", lists, cardShort)
}

export interface LedgerRead extends LedgerEntry {
  readonly words: string | null
}
/** Words are read only of the lines that fit. */
export function readLedger(
  memory: Memory,
  episode?: string,
  fits: (entry: LedgerEntry) => boolean = () => true,
): readonly LedgerRead[] {
  const list = (prefix: string) => read.ledger.values(memory.views, prefix)
  return (episode === undefined ? asOf(memory, "ledger", () => list("")) : list(`${episode}/`))
    .filter(fits)
    .sort((a, b) => a.seq - b.seq)
    .map(entry => ({
      ...entry,
      because: becauseOf(memory, entry),
      words: memory.text(entry.statement),
    }))
}

/** What the user did, and why where the user said so (S3-23). */
function becauseOf(memory: Memory, { act, seq, because }: LedgerEntry): string {
  const { note } = (act === "user" ? memory.parts.log.read(seq - 1, 1)[0]?.data : null) ?? {}
  const why = typeof note === "string" ? memory.text(note) : null
  return why === null ? because : `${because}: ${why}`
}

/** What became of a proposal: the card it made or joined, or the reason it was refused. */
export function proposalFate(
  memory: Memory,
  proposal: string,
): { readonly act: LedgerEntry["act"]; readonly card: CardView | null; readonly because: string } {
  const entry = readLedger(memory, undefined, line => line.proposal === proposal)[0]
  const card = entry?.card == null ? undefined : read.card.get(memory.views, entry.card)
  return { act: entry?.act ?? "refused", card: card ?? null, because: entry?.because ?? "not folded yet" }
}

// Every card at hand for lists: filtered, counted by facet, handed out by the page. The walk over all cards is made once per
// folded sequence, texts are read for one page only.

interface CardFilter {
  readonly kind?: Kind | undefined
  /** tier:id, any of them */
  readonly scopes?: readonly string[] | undefined
  readonly stage?: Stage | undefined
  /** words that all stand in the statement */
  readonly q?: string | undefined
  /** archived and superseded ones too */
  readonly all?: boolean | undefined
}
interface CardsAsked extends CardFilter {
  readonly limit: number
  readonly cursor?: number | undefined
}

export const cardRows = (memory: Memory): readonly CardView[] =>
  asOf(memory, "cards", () => read.card.values(memory.views))

/** Newest first. */
export const everyCard = (memory: Memory): readonly CardView[] =>
  asOf(memory, "cards by age", () =>
    [...cardRows(memory)].sort((a, b) => b.bornSeq - a.bornSeq || (a.id < b.id ? -1 : 1)),
  )

const statements = (memory: Memory): ReadonlyMap<string, string> =>
  asOf(memory, "statements", () => {
    const found = new Map<string, string>()
    for (const card of everyCard(memory))
      found.set(card.id, (memory.parts.blobs.get(card.statement) ?? "").toLowerCase())
    return found
  })

/** May it be scored? Norms, pinned and confirmed cards never are. */
export const isMeasured = (card: CardView): boolean => isLearnable(card)

const FACETS = ["kind", "scope", "stage"] as const
type Facet = (typeof FACETS)[number]
type Faced = Readonly<Record<Facet, string>> & { readonly card: CardView }
const faced = (memory: Memory): readonly Faced[] =>
  asOf(memory, "cards with their facets", () =>
    everyCard(memory).map(card => ({ card, kind: card.kind, scope: scopeKey(card.scope), stage: card.stage })),
  )

/** Newest first. */
const cardsThat = (memory: Memory, filter: CardFilter): readonly CardView[] => {
  const found: CardView[] = []
  eachNear(memory, filter, ({ card }, misses) => misses === null && found.push(card))
  return found
}

/** Cards that hold the words and miss what is asked for in one facet at most, with that one. */
function eachNear(memory: Memory, asked: CardFilter, visit: (of: Faced, misses: Facet | null) => void): void {
  const words = asked.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const said = words.length === 0 ? null : statements(memory)
  for (const of of faced(memory)) {
    const kind = asked.kind === undefined || of.kind === asked.kind
    const scope = asked.scopes === undefined || asked.scopes.includes(of.scope)
    const stage = asked.stage === undefined ? asked.all === true || isLive(of.card.stage) : of.stage === asked.stage
    if (Number(kind) + Number(scope) + Number(stage) < 2) continue
    if (said !== null && !words.every(word => said.get(of.card.id)!.includes(word))) continue
    visit(of, !kind ? "kind" : !scope ? "scope" : !stage ? "stage" : null)
  }
}

export function findInIndex(memory: Memory, asked: CardsAsked) {
  /** how many cards each value would leave, with the other filters as they are */
  const facets: Record<Facet, Map<string, number>> = { kind: new Map(), scope: new Map(), stage: new Map() }
  const found: CardView[] = []
  eachNear(memory, asked, (of, misses) => {
    if (misses === null) found.push(of.card)
    for (const facet of misses === null ? FACETS : [misses])
      facets[facet].set(of[facet], (facets[facet].get(of[facet]) ?? 0) + 1)
  })
  const from = Math.min(asked.cursor ?? 0, found.length)
  const to = from + asked.limit
  return { cards: found.slice(from, to), total: found.length, next: to < found.length ? to : null, facets }
}
