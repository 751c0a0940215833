// pack.delivered: The transcript shows that a pack reached the model.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const packDelivered = defineEvent("pack.delivered", {
  about: "The transcript shows that a pack reached the model.",
  origin: "observed",
  data: s.object({
    pack: id(),
  }),
})
