// A run of an agent, from its opening to what a model made of it; its draw; and what became of the work.

import { PARTS } from "../check/held.ts"
import { AUTHORS, TOOL_DOES } from "../model.ts"
import * as s from "../schema.ts"
import { authoredEvent, id, nullableRef, observedEvent, ref } from "./define.ts"
import { SAID_BY_CLIENT } from "./tool-names.ts"

export const episodeOpened = observedEvent("episode.opened", {
  about: "A run of an agent began. Where it runs, who runs it, and whether a person sits in front of it.",
  texts: ["cwd", "branch"],
  names: ["client", "clientVersion", "model"],
  data: s.object({
    client: s.string(),
    clientVersion: s.nullable(s.string()),
    model: s.nullable(s.string()),
    interactive: s.boolean(),
    parent: s.nullable(id()),
    start: s.enum(["startup", "resume", "clear", "compact", "fork", "unknown"]),
    cwd: nullableRef(),
    branch: nullableRef(),
    head: s.nullable(s.string()),
  }),
})

export const contextCompacted = observedEvent("context.compacted", {
  about: "The client threw away part of the context: cards shown before are no longer in front of the model.",
  names: ["trigger"],
  data: s.object({ trigger: s.nullable(s.string()) }),
})

export const parametersDrawn = authoredEvent("parameters.drawn", {
  about: "The draw an episode lives under: seed, pooled draw, control flag and its chance.",
  data: s.object({
    seed: s.string(),
    draw: s.record(s.string(), s.number()),
    control: s.boolean(),
    chance: s.number(),
  }),
})

export const checkpointAsked = authoredEvent("checkpoint.asked", {
  about: "The user wants the episode assessed as it stands.",
  data: s.object({
    /** messages heard so far */
    message: s.number().check(s.gte(0)),
  }),
})

export const checkpointSummarised = authoredEvent("checkpoint.summarised", {
  about: "A model's summary of a segment. Data, never a rule.",
  texts: ["summary"],
  names: ["model"],
  data: s.object({
    model: s.string(),
    fromTurn: s.number(),
    toTurn: s.number(),
    summary: ref(),
    tokens: s.nullable(s.number()),
  }),
})

export const episodeClosed = observedEvent("episode.closed", {
  about: "The run ended. Missing when the client was killed: then idle time closes it.",
  names: ["reason"],
  data: s.object({ reason: s.string() }),
})

export const episodeAnalysed = authoredEvent("episode.analysed", {
  about: "A model's reading of a whole episode. Data, never a rule.",
  texts: ["summary"],
  names: ["model"],
  data: s.object({
    model: s.string(),
    outcome: s.enum(["success", "failure", "partial", "unknown"]),
    confidence: s.number(),
    summary: ref(),
    tokens: s.nullable(s.number()),
  }),
})

export const leftShown = authoredEvent("left.shown", {
  about:
    "A record of where earlier work stopped was put before the agent with the first prompt of an episode, or would have been.",
  data: s.object({
    asOf: s.number(),
    /** the episode that was left unfinished */
    thread: id(),
    parts: s.array(s.enum(PARTS)),
    /** how many threads it was chosen among */
    among: s.number(),
    score: s.number(),
    because: s.string(),
    tokens: s.number(),
    /** false: a control episode */
    shown: s.boolean(),
    chance: s.number(),
  }),
})

// What is said and done within an episode: prompts, replies, tool calls, the end of a turn.

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
