// Review: what waits for me?
import { citedAt } from "../../memory/reading/cited.ts"
import { cardById, cardShort } from "../../memory/reading/read.ts"
import { inboxNow } from "../../memory/reading/review.ts"
import { type Asked, type Desk, numberIn, pageOf } from "../desk.ts"
import { cardLineOf, evidenceOf, refOf, scopeOf } from "../lines.ts"
import type { ReviewPage } from "../schemas.ts"

export function reviewPage(desk: Desk, { query }: Asked): ReviewPage {
  const { memory } = desk
  const items = inboxNow(memory)
  const limit = numberIn(query, "limit", 50, 200)
  return {
    ...pageOf(desk, "mettle review", items.length === 0 ? "Nothing waits for you." : null),
    items: items.slice(0, limit).map(item => {
      const card = cardById(memory, item.id)
      return {
        ...item,
        short: cardShort(item),
        scope: scopeOf(desk, item.scope),
        card: card && cardLineOf(desk, card),
        evidence: (card?.evidence ?? []).slice(0, 4).map(evidence => evidenceOf(citedAt(memory, evidence, false))),
        against: item.against ? { ...refOf(desk, item.against.id), statement: item.against.statement } : null,
      }
    }),
    total: items.length,
  }
}
