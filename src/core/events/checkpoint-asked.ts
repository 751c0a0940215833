// checkpoint.asked: The user wants the episode assessed as it stands.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const checkpointAsked = defineEvent("checkpoint.asked", {
  about: "The user wants the episode assessed as it stands.",
  origin: "authored",
  data: s.object({
    /** messages heard so far */
    message: s.number().check(s.gte(0)),
  }),
})
