// outcome.reported: A caller (SDK, CI, a swarm) says how a task went (S3-08, S3-09).
import { s } from "../schema.ts"
import { defineEvent, nullableRef, ref } from "./define.ts"

export const outcomeReported = defineEvent("outcome.reported", {
  about: "A caller (SDK, CI, a swarm) says how a task went (S3-08, S3-09).",
  origin: "authored",
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
  }),
})
