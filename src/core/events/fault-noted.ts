// fault.noted: Something of ours went wrong and the agent was not told. Shown by doctor.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"

export const faultNoted = defineEvent("fault.noted", {
  about: "Something of ours went wrong and the agent was not told. Shown by doctor.",
  origin: "authored",
  texts: ["detail"],
  data: s.object({
    where: s.string(),
    code: s.string(),
    detail: nullableRef(),
    count: s.number(),
  }),
})
