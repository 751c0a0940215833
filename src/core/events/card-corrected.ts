// card.corrected: The user rewrites a card: a new card with these words supersedes it.
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { id } from "./parts.ts"

export const cardCorrected = defineEvent("card.corrected", {
  about: "The user rewrites a card: a new card with these words supersedes it.",
  origin: "authored",
  texts: ["statement"],
  data: s.object({
    card: id(),
    statement: ref(),
  }),
})
