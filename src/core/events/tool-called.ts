// tool.called: The agent is about to use a tool. `call` is the client's id and pairs it with tool.finished.
import { TOOL_DOES } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { SAID_BY_CLIENT } from "./tool-names.ts"

export const toolCalled = defineEvent("tool.called", {
  about: "The agent is about to use a tool. `call` is the client's id and pairs it with tool.finished.",
  origin: "observed",
  version: 2,
  texts: ["input", "path"],
  data: s.object({
    call: s.string(),
    tool: s.string(),
    /** what the tool does, as the client declares it */
    does: s.enum(TOOL_DOES),
    input: nullableRef(),
    path: nullableRef(),
    agent: s.nullable(s.string()),
  }),
  upcasts: { 2: SAID_BY_CLIENT },
})
