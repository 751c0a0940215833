// context.compacted: The client threw away part of the context: cards shown before are no longer in front of the model.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const contextCompacted = defineEvent("context.compacted", {
  about: "The client threw away part of the context: cards shown before are no longer in front of the model.",
  origin: "observed",
  data: s.object({
    trigger: s.nullable(s.string()),
  }),
})
