// note.written: Words stated to the memory itself. By the user they anchor a norm; by an agent they are a candidate only.
import { KINDS, TIERS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"

export const noteWritten = defineEvent("note.written", {
  about: "Words stated to the memory itself. By the user they anchor a norm; by an agent they are a candidate only.",
  origin: "authored",
  texts: ["text"],
  data: s.object({
    by: s.enum(["user", "agent"]),
    text: ref(),
    kind: s.nullable(s.enum(KINDS)),
    tier: s.enum(TIERS),
  }),
})
