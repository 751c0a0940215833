// card.archived: The user puts a card away. It stays searchable.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const cardArchived = defineEvent("card.archived", {
  about: "The user puts a card away. It stays searchable.",
  origin: "authored",
  texts: ["note"],
  data: s.object({
    card: id(),
    note: nullableRef(),
  }),
})
