// episode.opened: A run of an agent began. Where it runs, who runs it, and whether a person sits in front of it.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const episodeOpened = defineEvent("episode.opened", {
  about: "A run of an agent began. Where it runs, who runs it, and whether a person sits in front of it.",
  origin: "observed",
  texts: ["cwd", "branch"],
  data: s.object({
    client: s.string(),
    clientVersion: s.nullable(s.string()),
    model: s.nullable(s.string()),
    interactive: s.boolean(),
    parent: s.nullable(id()),
    start: s.enum(["startup", "resume", "clear", "compact", "fork", "unknown"]),
    cwd: nullableRef(),
    branch: nullableRef(),
    head: s.nullable(s.string()),
  }),
})
