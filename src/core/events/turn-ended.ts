// turn.ended: The agent handed back to the person. Interrupted turns have no such event.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const turnEnded = defineEvent("turn.ended", {
  about: "The agent handed back to the person. Interrupted turns have no such event.",
  origin: "observed",
  data: s.object({
    reason: s.enum(["end", "error", "interrupt"]),
    inputTokens: s.nullable(s.number()),
    outputTokens: s.nullable(s.number()),
  }),
})
