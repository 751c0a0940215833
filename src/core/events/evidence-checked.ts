// evidence.checked: A cited file was read again: do the cited words still stand there?
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const evidenceChecked = defineEvent("evidence.checked", {
  about: "A cited file was read again: do the cited words still stand there?",
  origin: "observed",
  texts: ["path"],
  data: s.object({
    card: id(),
    index: s.number(),
    holds: s.boolean(),
    path: nullableRef(),
  }),
})
