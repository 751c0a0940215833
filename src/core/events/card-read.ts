// card.read: A card was found by search or opened by id. Self-selected: it never earns pack credit.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const cardRead = defineEvent("card.read", {
  about: "A card was found by search or opened by id. Self-selected: it never earns pack credit.",
  origin: "authored",
  texts: ["query"],
  data: s.object({
    card: id(),
    channel: s.enum(["search", "explicit_read"]),
    by: s.enum(["user", "agent"]),
    rank: s.nullable(s.number()),
    query: nullableRef(),
  }),
})
