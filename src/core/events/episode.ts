// A run of an agent, from its opening to what a model made of it; its draw; and what became of the work.
import { PARTS } from "../left/words.ts"
import * as s from "../schema.ts"
import { authoredEvent, id, nullableRef, observedEvent, ref } from "./define.ts"

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
