// checkpoint.summarised: A model's summary of a segment. Data, never a rule.
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"

export const checkpointSummarised = defineEvent("checkpoint.summarised", {
  about: "A model's summary of a segment. Data, never a rule.",
  origin: "authored",
  texts: ["summary"],
  data: s.object({
    model: s.string(),
    fromTurn: s.number(),
    toTurn: s.number(),
    summary: ref(),
    tokens: s.nullable(s.number()),
  }),
})
