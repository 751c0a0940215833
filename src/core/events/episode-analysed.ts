// episode.analysed: A model's reading of a whole episode. Data, never a rule.
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"

export const episodeAnalysed = defineEvent("episode.analysed", {
  about: "A model's reading of a whole episode. Data, never a rule.",
  origin: "authored",
  texts: ["summary"],
  data: s.object({
    model: s.string(),
    outcome: s.enum(["success", "failure", "partial", "unknown"]),
    confidence: s.number(),
    summary: ref(),
    tokens: s.nullable(s.number()),
  }),
})
