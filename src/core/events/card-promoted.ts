// card.promoted: The user moves a card to a wider scope.
import { TIERS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardPromoted = defineEvent("card.promoted", {
  about: "The user moves a card to a wider scope.",
  origin: "authored",
  data: s.object({
    card: id(),
    tier: s.enum(TIERS),
    to: s.string(),
  }),
})
