// How work went, by what happened to it or by somebody who knows: git and CI, reports, errors of a task, marks.
import { ERROR_TYPES } from "../calls/error-type.ts"
import * as s from "../schema.ts"
import { authoredEvent, id, nullableRef, observedEvent, ref } from "./define.ts"

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
