// episode.closed: The run ended. Missing when the client was killed: then idle time closes it.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const episodeClosed = defineEvent("episode.closed", {
  about: "The run ended. Missing when the client was killed: then idle time closes it.",
  origin: "observed",
  data: s.object({
    reason: s.string(),
  }),
})
