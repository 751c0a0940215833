// check.answered: A command or edit about to run was matched against constraints and negative results.
import { PLACEMENTS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { id } from "./parts.ts"

export const checkAnswered = defineEvent("check.answered", {
  about: "A command or edit about to run was matched against constraints and negative results.",
  origin: "authored",
  texts: ["action"],
  data: s.object({
    asOf: s.number(),
    call: s.nullable(s.string()),
    action: ref(),
    mode: s.enum(["hold", "tell", "off"]),
    held: s.boolean(),
    placement: s.enum(PLACEMENTS),
    /** `block`: refused however often it comes, as the user wanted */
    hits: s.array(s.object({ card: id(), exact: s.boolean(), hold: s.boolean(), block: s.optional(s.boolean()) })),
  }),
})
