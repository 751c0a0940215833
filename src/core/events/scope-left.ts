// scope.left: This store no longer shares a scope.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const scopeLeft = defineEvent("scope.left", {
  about: "This store no longer shares a scope.",
  origin: "authored",
  data: s.object({
    team: s.string(),
    shared: s.string(),
  }),
})
