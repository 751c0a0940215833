// card.promoted: A card moves to a wider scope, by the user unless it says otherwise.
import { TIERS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardPromoted = defineEvent("card.promoted", {
  about: "A card moves to a wider scope, by the user unless it says otherwise.",
  origin: "authored",
  data: s.object({
    card: id(),
    tier: s.enum(TIERS),
    to: s.string(),
    by: s.optional(s.enum(["rule"])),
  }),
})
