// intervention.made: The breaker spoke (or would have, in shadow).
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"

export const interventionMade = defineEvent("intervention.made", {
  about: "The breaker spoke (or would have, in shadow).",
  origin: "authored",
  texts: ["text"],
  data: s.object({
    trip: s.string(),
    intervention: s.enum(["clarify", "pivot", "check_in", "fix"]),
    spoken: s.boolean(),
    text: nullableRef(),
    message: s.number(),
    /** who was told; absent = the agent */
    to: s.optional(s.enum(["agent", "person"])),
  }),
})
