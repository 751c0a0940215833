// card.confirmed: The user says the card is right: a candidate becomes active.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardConfirmed = defineEvent("card.confirmed", {
  about: "The user says the card is right: a candidate becomes active.",
  origin: "authored",
  data: s.object({
    card: id(),
  }),
})
