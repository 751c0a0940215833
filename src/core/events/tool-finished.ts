// tool.finished: A tool call ended. `ok` only as the client states it structurally; unknown is null, never false. Readers yield signals and never rewrite it.
import { TOOL_DOES } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { SAID_BY_CLIENT } from "./tool-names.ts"

export const toolFinished = defineEvent("tool.finished", {
  about:
    "A tool call ended. `ok` only as the client states it structurally; unknown is null, never false. Readers yield signals and never rewrite it.",
  origin: "observed",
  version: 2,
  texts: ["input", "path", "output", "stderr"],
  data: s.object({
    call: s.string(),
    tool: s.string(),
    /** what the tool does, as the client declares it */
    does: s.enum(TOOL_DOES),
    ok: s.nullable(s.boolean()),
    exitCode: s.nullable(s.number()),
    known: s.nullable(s.enum(["exit", "client", "prefix", "transcript", "event"])),
    rejected: s.boolean(),
    cancelled: s.boolean(),
    interrupted: s.boolean(),
    durationMs: s.nullable(s.number()),
    input: nullableRef(),
    path: nullableRef(),
    output: nullableRef(),
    stderr: nullableRef(),
    agent: s.nullable(s.string()),
  }),
  upcasts: { 2: SAID_BY_CLIENT },
})
