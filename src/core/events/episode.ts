// A run of an agent, from its opening to what a model made of it; its draw; and what became of the work.
import { PARTS } from "../left/words.ts"
import * as s from "../schema.ts"
import { defineEvent, id, nullableRef, ref } from "./define.ts"

export const episodeOpened = defineEvent("episode.opened", {
  about: "A run of an agent began. Where it runs, who runs it, and whether a person sits in front of it.",
  origin: "observed",
  texts: ["cwd", "branch"],
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

export const contextCompacted = defineEvent("context.compacted", {
  about: "The client threw away part of the context: cards shown before are no longer in front of the model.",
  origin: "observed",
  data: s.object({ trigger: s.nullable(s.string()) }),
})

export const parametersDrawn = defineEvent("parameters.drawn", {
  about: "The draw an episode lives under: seed, pooled draw, control flag and its chance.",
  origin: "authored",
  data: s.object({
    seed: s.string(),
    draw: s.record(s.string(), s.number()),
    control: s.boolean(),
    chance: s.number(),
  }),
})

export const checkpointAsked = defineEvent("checkpoint.asked", {
  about: "The user wants the episode assessed as it stands.",
  origin: "authored",
  data: s.object({
    /** messages heard so far */
    message: s.number().check(s.gte(0)),
  }),
})

export const checkpointSummarised = defineEvent("checkpoint.summarised", {
  about: "A model's summary of a segment. Data, never a rule.",
  origin: "authored",
  texts: ["summary"],
  data: s.object({
    model: s.string(),
    fromTurn: s.number(),
    toTurn: s.number(),
    summary: ref(),
    tokens: s.nullable(s.number()),
  }),
})

export const episodeClosed = defineEvent("episode.closed", {
  about: "The run ended. Missing when the client was killed: then idle time closes it.",
  origin: "observed",
  data: s.object({ reason: s.string() }),
})

export const episodeAnalysed = defineEvent("episode.analysed", {
  about: "A model's reading of a whole episode. Data, never a rule.",
  origin: "authored",
  texts: ["summary"],
  data: s.object({
    model: s.string(),
    outcome: s.enum(["success", "failure", "partial", "unknown"]),
    confidence: s.number(),
    summary: ref(),
    tokens: s.nullable(s.number()),
  }),
})

export const leftShown = defineEvent("left.shown", {
  about:
    "A record of where earlier work stopped was put before the agent with the first prompt of an episode, or would have been.",
  origin: "authored",
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
