// error.noted: Somebody who works on a task writes down an error of it (S3-34).
import { ERROR_TYPES } from "../readers/error-type.ts"
import { s } from "../schema.ts"
import { defineEvent, nullableRef, ref } from "./define.ts"

export const errorNoted = defineEvent("error.noted", {
  about: "Somebody who works on a task writes down an error of it (S3-34).",
  origin: "authored",
  texts: ["message", "context", "trace"],
  data: s.object({
    by: s.string(),
    type: s.enum(ERROR_TYPES),
    message: ref(),
    tool: s.nullable(s.string()),
    context: nullableRef(),
    trace: nullableRef(),
  }),
})
