// What is said and done within an episode: prompts, replies, tool calls, the end of a turn.
import { AUTHORS, TOOL_DOES } from "../model.ts"
import * as s from "../schema.ts"
import { nullableRef, observedEvent, ref } from "./define.ts"
import { SAID_BY_CLIENT } from "./tool-names.ts"

export const promptSubmitted = observedEvent("prompt.submitted", {
  about:
    "Somebody wrote to the agent. `author` decides what may become a rule (L7): only a user in an interactive episode.",
  texts: ["prompt"],
  data: s.object({ author: s.enum(AUTHORS), prompt: ref(), chars: s.number() }),
})

export const agentReplied = observedEvent("agent.replied", {
  about: "What the agent said. `text` may be the end of a longer message.",
  texts: ["text"],
  data: s.object({
    text: ref(),
    chars: s.number(),
    inputTokens: s.nullable(s.number()),
    outputTokens: s.nullable(s.number()),
  }),
})

export const toolCalled = observedEvent("tool.called", {
  about: "The agent is about to use a tool. `call` is the client's id and pairs it with tool.finished.",
  version: 2,
  texts: ["input", "path"],
  names: ["tool", "agent"],
  data: s.object({
    call: s.string(),
    tool: s.string(),
    does: s.enum(TOOL_DOES),
    input: nullableRef(),
    path: nullableRef(),
    agent: s.nullable(s.string()),
  }),
  upcasts: { 2: SAID_BY_CLIENT },
})

export const toolFinished = observedEvent("tool.finished", {
  about:
    "A tool call ended. `ok` only as the client states it structurally; unknown is null, never false. Readers yield signals and never rewrite it.",
  version: 2,
  texts: ["input", "path", "output", "stderr"],
  names: ["tool", "agent"],
  data: s.object({
    call: s.string(),
    tool: s.string(),
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

export const turnEnded = observedEvent("turn.ended", {
  about: "The agent handed back to the person. Interrupted turns have no such event.",
  data: s.object({
    reason: s.enum(["end", "error", "interrupt"]),
    inputTokens: s.nullable(s.number()),
    outputTokens: s.nullable(s.number()),
  }),
})
