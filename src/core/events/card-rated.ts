// card.rated: Somebody who knows better says how far a card has come: proven (S3-22), or not to be used (S3-23).
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const cardRated = defineEvent("card.rated", {
  about: "Somebody who knows better says how far a card has come: proven (S3-22), or not to be used (S3-23).",
  origin: "authored",
  texts: ["note"],
  data: s.object({
    card: id(),
    to: s.enum(["proven", "deprecated"]),
    note: nullableRef(),
  }),
})
