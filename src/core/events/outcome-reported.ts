// outcome.reported: A caller (SDK, CI, a swarm) says how a task went (S3-08, S3-09), and what it was measured by (S3-15).
import { s } from "../schema.ts"
import { defineEvent, nullableRef, ref } from "./define.ts"

export const outcomeReported = defineEvent("outcome.reported", {
  about: "A caller (SDK, CI, a swarm) says how a task went (S3-08, S3-09), and what it was measured by (S3-15).",
  origin: "authored",
  version: 2,
  texts: ["task", "files", "strategy", "details"],
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
