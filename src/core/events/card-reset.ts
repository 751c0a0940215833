// card.reset: The user wipes what was learned about a card, not the card.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardReset = defineEvent("card.reset", {
  about: "The user wipes what was learned about a card, not the card.",
  origin: "authored",
  data: s.object({
    card: id(),
  }),
})
