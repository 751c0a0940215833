// scope.joined: This store shares a scope with a team.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const scopeJoined = defineEvent("scope.joined", {
  about: "This store shares a scope with a team.",
  origin: "authored",
  data: s.object({
    team: s.string(),
    shared: s.string(),
  }),
})
