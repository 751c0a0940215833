// What was put before the agent, and when: packs, checks before a call, cards looked up, words of a breaker. And how the work went.

import { ERROR_TYPES } from "../calls/error-type.ts"
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
  about: "The breaker spoke. What it kept to itself is no event, so `spoken` is always true.",
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

// How work went, by what happened to it or by somebody who knows: git and CI, reports, errors of a task, marks.

export const changeObserved = observedEvent("change.observed", {
  about:
    "What became of the work in git: commit, push, revert, survival of lines. Late evidence is just one more of these.",
  texts: ["files", "branch"],
  data: s.object({
    change: s.enum(["commit", "push", "revert", "amend", "survival", "merge", "ci"]),
    commit: s.nullable(s.string()),
    turn: s.nullable(s.number()),
    /** of lines that survive; 1 or 0 for a CI result; 0 on a revert that was itself taken back */
    share: s.nullable(s.number()),
    days: s.nullable(s.number()),
    files: s.array(ref()),
    branch: nullableRef(),
  }),
})

export const outcomeReported = authoredEvent("outcome.reported", {
  about: "A caller (SDK, CI, a swarm) says how a task went (S3-08, S3-09), and what it was measured by (S3-15).",
  version: 2,
  texts: ["task", "files", "strategy", "details"],
  names: ["by", "failureMode", "criteria"],
  data: s.object({
    by: s.string(),
    task: ref(),
    success: s.boolean(),
    durationMs: s.nullable(s.number()),
    errors: s.nullable(s.number()),
    retries: s.nullable(s.number()),
    files: s.array(ref()),
    strategy: nullableRef(),
    failureMode: s.nullable(s.string()),
    details: nullableRef(),
    /** names such as `type_safe`, never prose */
    criteria: s.array(s.object({ criterion: s.string(), helpful: s.boolean() })),
  }),
  upcasts: {
    2: { name: "no criteria were told", up: (data: Readonly<Record<string, unknown>>) => ({ ...data, criteria: [] }) },
  },
})

export const errorNoted = authoredEvent("error.noted", {
  about: "Somebody who works on a task writes down an error of it (S3-34).",
  texts: ["message", "context", "trace"],
  names: ["by", "tool"],
  data: s.object({
    by: s.string(),
    type: s.enum(ERROR_TYPES),
    message: ref(),
    tool: s.nullable(s.string()),
    context: nullableRef(),
    trace: nullableRef(),
  }),
})

export const errorResolved = authoredEvent("error.resolved", {
  about: "An error of a task is dealt with (S3-36): one that was written down, or a failing call by its event.",
  names: ["by"],
  data: s.object({ by: s.string(), error: id() }),
})

export const feedbackGiven = authoredEvent("feedback.given", {
  about: "Somebody marked a card, a pack or an episode.",
  texts: ["note"],
  names: ["by"],
  data: s.object({
    about: s.enum(["card", "pack", "episode"]),
    target: id(),
    tag: s.enum(["keep", "doubt", "artifact", "useful", "irrelevant", "wrong"]),
    by: s.string(),
    note: nullableRef(),
  }),
})
