// The candidates of a moment: live cards of the repo, its domains and global, with relevance to what is asked.

import { foreignName, isForeign } from "../../core/model.ts"
import type { Packable } from "../../core/pack/pack.ts"
import { tokens } from "../../core/pack/render.ts"
import { DAY } from "../../core/time.ts"
import { truthScore } from "../../core/truth.ts"
import { isLearnable } from "../../core/views/records.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

interface Relevance {
  readonly score: number
  readonly lexical: number
  readonly semantic: number
}

/** Scope keys a repo sees: itself, its domains, global. */
export const scopesOf = (repo: string | null, domains: readonly string[]): readonly string[] => [
  ...(repo === null ? [] : [`repo:${repo}`]),
  ...domains.map(d => `domain:${d}`),
  "global:me",
]

/** Stated norms, notes, confirmed or pinned cards: shown with chance 1. */
export const mustShow = (card: CardView): boolean =>
  card.pinned || (card.stage !== "needs_recheck" && !isLearnable(card) && (card.source === "user" || card.confirmed))

/** When a fact was last seen true. */
export const trueSince = (card: CardView): number => card.trueAt ?? card.bornAt

/** A fact that a tool or a document stated and that nobody saw true for so long: not said at all. 0 days says it always. */
export const isAged = (card: CardView, now: number, days: number): boolean =>
  days > 0 &&
  card.kind === "fact" &&
  card.source !== "user" &&
  !card.pinned &&
  !card.confirmed &&
  now - trueSince(card) > days * DAY

/** How much a card counts where cards are chosen, by the stage rules that have a say in it (S3-25). */
export function weighing(memory: Memory, now: number) {
  const own = memory.context()
  const rules = memory.preset.rules.stage.filter(rule => rule.weigh !== undefined)
  return ({ card, kind, stage }: Pick<Packable, "card" | "kind" | "stage">): number =>
    rules.reduce((weight, rule) => weight * rule.weigh!(own, { card, kind, stage, now }, rule.params), 1)
}

export function packables(
  cards: readonly CardView[],
  relevance: ReadonlyMap<string, Relevance>,
  text: (ref: string) => string | null,
  now: number,
): readonly Packable[] {
  return cards.flatMap((card): Packable[] => {
    const statement = text(card.statement)
    if (statement === null) return []
    const r = relevance.get(card.id) ?? { score: 0, lexical: 0, semantic: 0 }
    return [
      {
        card: card.id,
        kind: card.kind,
        tier: card.scope.tier,
        stage: card.stage,
        source: card.source,
        topic: card.topic,
        tokens: tokens(statement) + (card.kind === "fact" ? 16 : 12),
        score: r.score,
        lexical: r.lexical,
        semantic: r.semantic,
        ageDays: Math.max(0, now - card.bornAt) / DAY,
        value: card.value,
        truth: truthScore(card.support, card.contradiction),
        reuse: card.shown,
        mustShow: mustShow(card),
        statement,
        scope: card.scope,
        said: card.bornAt,
        ...(card.kind === "fact" ? { trueAt: trueSince(card) } : {}),
        evidence: card.evidence,
        untrusted: card.source === "extracted",
        ...(isForeign(card.proposer) ? { by: foreignName(card.proposer) } : {}),
      },
    ]
  })
}

// Which tags the user put on a repository, as last told by somebody who can read the settings. A mark beside the log: it
// is the settings' copy, never evidence.

const MOST = 50
const mark = (scope: string): string => `domains:${scope}`

export function tellDomains(memory: Memory, scope: string | null, domains: readonly string[]): void {
  if (scope === null) return
  const told = JSON.stringify(domains.slice(0, MOST))
  if ((memory.parts.meta.get(mark(scope)) ?? "[]") !== told) memory.parts.meta.set(mark(scope), told)
}

export function knownDomains(memory: Memory, scope: string | null): readonly string[] {
  const told = scope === null ? null : memory.parts.meta.get(mark(scope))
  return told === null ? [] : (JSON.parse(told) as string[])
}

// Candidates of a moment: what search finds for the words at hand, and what must be shown whatever is asked. Nothing
// here grows with the store: at most so many cards are loaded for a pack, however many there are.

const CANDIDATES = {
  /** best by relevance */
  found: 28,
  /** must-show cards that are looked at, newest first (the budgets of norms allow 130 in all), and those loaded */
  must: 130,
  mustLoaded: 20,
  /** without words to search for, the newest cards stand for what was left out */
  newest: 40,
} as const

export function candidatesFor(memory: Memory, query: string, scopes: readonly string[]) {
  const { search } = memory
  const must = search.must("card", scopes, CANDIDATES.must)
  if (query.trim() === "") {
    const newest = search.newest("card", scopes, CANDIDATES.newest)
    return {
      ids: [...new Set([...must.slice(0, CANDIDATES.mustLoaded), ...newest])],
      relevance: new Map<string, Relevance>(),
    }
  }
  const found = search.find({
    collection: "card",
    text: query,
    scopes,
    liveOnly: true,
    most: CANDIDATES.found,
    always: must,
  })
  // More must-show cards than a pack can hold: the most relevant ones are enough to choose from.
  const stated = new Set(must)
  const loaded = new Set(found.filter(doc => stated.has(doc.id)).slice(0, CANDIDATES.mustLoaded))
  const kept = found.filter((doc, n) => n < CANDIDATES.found || loaded.has(doc))
  return {
    ids: kept.map(doc => doc.id),
    relevance: new Map(kept.map(({ id, score, lexical, semantic }) => [id, { score, lexical, semantic }])),
  }
}
