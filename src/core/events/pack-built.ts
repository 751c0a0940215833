// pack.built: What was put before the agent, and what was left out and why: the whole shortlist with chances (credit.md 5).
import { PLACEMENTS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id, shortlisted } from "./parts.ts"

export const packBuilt = defineEvent("pack.built", {
  about:
    "What was put before the agent, and what was left out and why: the whole shortlist with chances (credit.md 5).",
  origin: "authored",
  data: s.object({
    asOf: s.number(),
    placement: s.enum(PLACEMENTS),
    prompt: s.nullable(id()),
    call: s.nullable(s.string()),
    rule: s.string(),
    preset: s.string(),
    seed: s.string(),
    posterior: s.nullable(s.string()),
    draws: s.number(),
    tokens: s.number(),
    chars: s.number(),
    slots: s.number(),
    /** how it reaches the agent: a hook, or beside a file with norms of ours that the client loads; absent = somebody asked for it */
    method: s.optional(s.enum(["hook", "both"])),
    intent: s.nullable(s.string()),
    hasError: s.boolean(),
    promptChars: s.nullable(s.number()),
    shortlist: s.array(shortlisted()),
  }),
})
