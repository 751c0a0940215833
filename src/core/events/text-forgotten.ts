// text.forgotten: Text was erased. Carries the text-free readings of what it erased, so that learning survives (L4).
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { id, reading } from "./parts.ts"

export const textForgotten = defineEvent("text.forgotten", {
  about: "Text was erased. Carries the text-free readings of what it erased, so that learning survives (L4).",
  origin: "authored",
  data: s.object({
    by: s.enum(["user", "schedule"]),
    refs: s.array(ref()),
    readings: s.array(s.object({ event: id(), readings: s.array(reading()) })),
  }),
})
