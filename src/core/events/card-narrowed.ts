// card.narrowed: The user moves a card to a narrower scope.
import { TIERS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardNarrowed = defineEvent("card.narrowed", {
  about: "The user moves a card to a narrower scope.",
  origin: "authored",
  data: s.object({
    card: id(),
    tier: s.enum(TIERS),
    to: s.string(),
  }),
})
