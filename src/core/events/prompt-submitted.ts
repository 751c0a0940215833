// prompt.submitted: Somebody wrote to the agent. `author` decides what may become a rule (L7): only a user in an interactive episode.
import { AUTHORS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"

export const promptSubmitted = defineEvent("prompt.submitted", {
  about:
    "Somebody wrote to the agent. `author` decides what may become a rule (L7): only a user in an interactive episode.",
  origin: "observed",
  texts: ["prompt"],
  data: s.object({
    author: s.enum(AUTHORS),
    prompt: ref(),
    chars: s.number(),
  }),
})
