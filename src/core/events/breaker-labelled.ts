// breaker.labelled: The user says whether a trip was right.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const breakerLabelled = defineEvent("breaker.labelled", {
  about: "The user says whether a trip was right.",
  origin: "authored",
  data: s.object({
    intervention: id(),
    right: s.boolean(),
  }),
})
