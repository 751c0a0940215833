// Read models of memory in the shapes of the contract: what is not promised there is left out.
import type { CardRead, LedgerRead } from "../memory/reading/read.ts"
import type { Card, LedgerLine } from "./contract.ts"

export const ledgerLine = ({ seq, at, episode, act, card, kind, words, rule, because }: LedgerRead): LedgerLine => ({
  ...{ seq, at, episode, act, card, kind, words, rule, because },
})

export function cardShape(card: CardRead): Card {
  const { id, short, kind, statement, stage, scope, source, proposer, born, value, shown } = card
  const { pinned, confirmed, muted, flags, supersedes, supersededBy, because } = card
  return {
    ...{ id, short, kind, statement, stage, scope, source, proposer, born, shown },
    ...{ pinned, confirmed, muted, flags, supersedes, supersededBy, because },
    value: value && { mean: value.mean, sd: value.sd, n: value.n, verdict: value.verdict },
    evidence: card.evidence.map(e => ({ kind: e.kind, event: e.event, quote: e.quote, holds: e.holds })),
  }
}

export const found = <T extends CardRead & { readonly score: number }>(card: T): Card & { readonly score: number } => ({
  ...cardShape(card),
  score: card.score,
})
