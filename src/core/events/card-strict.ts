// card.strict: The user says how strict Mettle is about a norm.
import { STRICTNESS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const cardStrict = defineEvent("card.strict", {
  about:
    "The user says how strict Mettle is about a norm: only said in packs, told before the call, held once, or always blocked.",
  origin: "authored",
  data: s.object({
    card: id(),
    level: s.enum(STRICTNESS),
  }),
})
