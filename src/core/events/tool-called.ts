// tool.called: The agent is about to use a tool. `call` is the client's id and pairs it with tool.finished.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"

export const toolCalled = defineEvent("tool.called", {
  about: "The agent is about to use a tool. `call` is the client's id and pairs it with tool.finished.",
  origin: "observed",
  texts: ["input", "path"],
  data: s.object({
    call: s.string(),
    tool: s.string(),
    input: nullableRef(),
    path: nullableRef(),
    agent: s.nullable(s.string()),
  }),
})
