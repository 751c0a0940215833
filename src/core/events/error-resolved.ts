// error.resolved: An error of a task is dealt with (S3-36): one that was written down, or a failing call by its event.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const errorResolved = defineEvent("error.resolved", {
  about: "An error of a task is dealt with (S3-36): one that was written down, or a failing call by its event.",
  origin: "authored",
  data: s.object({
    by: s.string(),
    error: id(),
  }),
})
