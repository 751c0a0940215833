// agent.replied: What the agent said. `text` may be the end of a longer message.
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"

export const agentReplied = defineEvent("agent.replied", {
  about: "What the agent said. `text` may be the end of a longer message.",
  origin: "observed",
  texts: ["text"],
  data: s.object({
    text: ref(),
    chars: s.number(),
    inputTokens: s.nullable(s.number()),
    outputTokens: s.nullable(s.number()),
  }),
})
