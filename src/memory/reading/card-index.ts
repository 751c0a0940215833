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
  /** as `next` of the page before */
  readonly cursor?: number | undefined
}
interface CardsFound {
  readonly cards: readonly CardView[]
  readonly total: number
  readonly next: number | null
  /** how many cards each value would leave, with the other filters as they are */
  readonly facets: Readonly<Record<"kind" | "scope" | "stage", ReadonlyMap<string, number>>>
}

/** In the order of their ids. */
export const cardRows = (memory: Memory): readonly CardView[] =>
  asOf(memory, "cards", () => read.card.list(memory.views).map(([, card]) => card))

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

type Facet = keyof CardsFound["facets"]
const FACETS: Readonly<Record<Facet, (card: CardView) => string>> = {
  kind: card => card.kind,
  scope: card => scopeKey(card.scope),
  stage: card => card.stage,
}

/** Newest first. */
export const cardsThat = (memory: Memory, filter: CardFilter): readonly CardView[] => {
  const fits = fitting(memory, filter)
  return everyCard(memory).filter(card => fits(card))
}

function fitting(memory: Memory, asked: CardFilter): (card: CardView, but?: Facet) => boolean {
  const words = asked.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const said = words.length === 0 ? null : statements(memory)
  return (card, but) =>
    (but === "kind" || asked.kind === undefined || card.kind === asked.kind) &&
    (but === "scope" || asked.scopes === undefined || asked.scopes.includes(scopeKey(card.scope))) &&
    (asked.stage !== undefined && but !== "stage"
      ? card.stage === asked.stage
      : but === "stage" || asked.all === true || isLive(card.stage)) &&
    (said === null || words.every(word => said.get(card.id)!.includes(word)))
}

export function findInIndex(memory: Memory, asked: CardsAsked): CardsFound {
  const fits = fitting(memory, asked)
  const all = everyCard(memory)
  const found = all.filter(card => fits(card))
  const facets = { kind: new Map(), scope: new Map(), stage: new Map() } as Record<Facet, Map<string, number>>
  for (const facet of Object.keys(FACETS) as Facet[])
    for (const card of all)
      if (fits(card, facet)) {
        const value = FACETS[facet](card)
        facets[facet].set(value, (facets[facet].get(value) ?? 0) + 1)
      }
  const from = Math.min(asked.cursor ?? 0, found.length)
  const to = from + asked.limit
  return { cards: found.slice(from, to), total: found.length, next: to < found.length ? to : null, facets }
}
