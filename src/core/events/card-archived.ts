// card.archived: A card is put away, by the user unless it says otherwise. It stays searchable.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const cardArchived = defineEvent("card.archived", {
  about: "A card is put away, by the user unless it says otherwise. It stays searchable.",
  origin: "authored",
  texts: ["note"],
  data: s.object({
    card: id(),
    note: nullableRef(),
    by: s.optional(s.enum(["team", "mettle"])),
    /** the card that says the same from now on */
    into: s.optional(id()),
  }),
})
