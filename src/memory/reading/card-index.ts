// Every card at hand for lists: filtered, counted by facet, handed out by the page. The walk over all cards is made once per
// folded sequence, texts are read for one page only.
import type { Kind, Stage } from "../../core/model.ts"
import { read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import { type CardView, isLive, scopeKey } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"

export interface CardFilter {
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
export const cardsThat = (memory: Memory, filter: CardFilter): readonly CardView[] => {
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
