// card.pinned: The user wants a card always shown, or no longer.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardPinned = defineEvent("card.pinned", {
  about: "The user wants a card always shown, or no longer.",
  origin: "authored",
  data: s.object({
    card: id(),
    on: s.boolean(),
  }),
})
