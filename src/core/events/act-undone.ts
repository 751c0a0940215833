// act.undone: The user takes back one of the last acts.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const actUndone = defineEvent("act.undone", {
  about: "The user takes back one of the last acts.",
  origin: "authored",
  data: s.object({
    act: id(),
  }),
})
