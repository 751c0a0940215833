// What was put before the agent, and when: packs, checks before a call, cards looked up, words of a breaker.
import { PLACEMENTS } from "../model.ts"
import * as s from "../schema.ts"
import { authoredEvent, id, nullableRef, observedEvent, ref, shortlisted } from "./define.ts"

export const packBuilt = authoredEvent("pack.built", {
  about:
    "What was put before the agent, and what was left out and why: the whole shortlist with chances (docs/credit.md).",
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

export const packDelivered = observedEvent("pack.delivered", {
  about: "The transcript shows that a pack reached the model.",
  data: s.object({ pack: id() }),
})

export const checkAnswered = authoredEvent("check.answered", {
  about: "A command or edit about to run was matched against constraints and negative results.",
  texts: ["action"],
  data: s.object({
    asOf: s.number(),
    call: s.nullable(s.string()),
    action: ref(),
    mode: s.enum(["hold", "tell", "off"]),
    held: s.boolean(),
    placement: s.enum(PLACEMENTS),
    /** `block`: refused however often it comes, as the user wanted */
    hits: s.array(s.object({ card: id(), exact: s.boolean(), hold: s.boolean(), block: s.optional(s.boolean()) })),
  }),
})

export const cardRead = authoredEvent("card.read", {
  about: "A card was found by search or opened by id. Self-selected: it never earns pack credit.",
  texts: ["query"],
  data: s.object({
    card: id(),
    channel: s.enum(["search", "explicit_read"]),
    by: s.enum(["user", "agent"]),
    rank: s.nullable(s.number()),
    query: nullableRef(),
  }),
})

export const interventionMade = authoredEvent("intervention.made", {
  about: "The breaker spoke (or would have, in shadow).",
  texts: ["text"],
  data: s.object({
    trip: s.string(),
    intervention: s.enum(["clarify", "pivot", "check_in", "fix"]),
    spoken: s.boolean(),
    text: nullableRef(),
    message: s.number(),
    /** who was told; absent = the agent */
    to: s.optional(s.enum(["agent", "person"])),
  }),
})

export const breakerLabelled = authoredEvent("breaker.labelled", {
  about: "The user says whether a trip was right.",
  data: s.object({ intervention: id(), right: s.boolean() }),
})
