// card.verified: The user checked a card: disputes so far are settled.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardVerified = defineEvent("card.verified", {
  about: "The user checked a card: disputes so far are settled.",
  origin: "authored",
  data: s.object({
    card: id(),
  }),
})
