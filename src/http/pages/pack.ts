// Pack preview: what would the agent see, and what not? Asked by POST, since a prompt may be long; records nothing.
import { loadedTexts } from "../../memory/packs/loaded.ts"
import { previewPack } from "../../memory/packs/preview.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { type Asked, type Desk, pageOf } from "../desk.ts"
import { cardRefOf, scopeOf } from "../lines.ts"
import type { PackAsked, PackPage } from "../schemas.ts"

const NAMED = 50

export function packPage(desk: Desk, { body }: Asked<PackAsked>): PackPage {
  const { memory, config, place } = desk
  const scope = body.scope === undefined || body.scope === "repo" ? place.scope : body.scope.replace(/^repo:/, "")
  const here = scope === place.scope
  const budget = body.tokens ?? config.get("pack.tokens")
  const { pack, slots, leftOut, cardOf } = previewPack(memory, {
    scope,
    domains: here ? place.domains : [],
    prompt: body.prompt,
    tokens: budget,
    loaded: here ? loadedTexts(desk.top, desk.home, null) : [],
  })
  const none =
    pack.items.length === 0
      ? "Nothing would be said: no card fits these words. One that does stands here as the agent reads it, with its source."
      : null
  return {
    ...pageOf(desk, 'mettle pack --why "…"', none),
    prompt: body.prompt,
    scope: scopeOf(desk, { tier: "repo", id: scope }),
    intent: pack.intent,
    text: pack.text,
    tokens: pack.tokens,
    budget,
    because: pack.because,
    slots,
    items: pack.items.map(({ card: id, slot, tokens, why, score, chance, statement }) => {
      const card = cardOf(id)
      return {
        ...{ id, short: cardShort({ id, kind: card?.kind ?? "fact" }), kind: card?.kind ?? null, statement },
        ...{ slot, tokens, why, score, chance, pinned: card?.pinned ?? false },
        scope: scopeOf(desk, card?.scope ?? { tier: "repo", id: scope }),
      }
    }),
    leftOut: leftOut.map(({ reason, cards }) => ({
      reason,
      count: cards.length,
      cards: cards.slice(0, NAMED).map(({ card, slot, score }) => ({ ...cardRefOf(desk, card), slot, score })),
    })),
  }
}
