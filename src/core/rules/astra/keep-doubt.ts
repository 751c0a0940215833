// Seed 001's tags as a moment shows them: does the user stand by what is known, doubt it, or call it made up? Which card is
// meant is the fold's to find; this reading knows none, so it outlives its text (S1-37: global tags).
import type { Reading } from "../../model.ts"
import { silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"
import { cueOf, sentencesOf } from "./find-tags.ts"

export const keepDoubt = defineRule({
  question: "detect",
  name: "keep-doubt",
  version: 2,
  source: "S1-37",
  hears: "prompt",
  params: { polarity: { keep: 1, doubt: -1, artifact: -0.5 }, confidence: 0.5 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("tags are read in what the user says")
    const polarity = params.polarity
    const seen = new Set(sentencesOf(moment.text).flatMap(words => cueOf(words)?.tag ?? []))
    const readings = [...seen].sort().map(
      (tag): Reading => ({
        signal: "words",
        type: tag,
        polarity: polarity[tag] ?? 0,
        confidence: params.confidence,
        because: `a sentence that says ${tag}`,
      }),
    )
    return { answer: readings, because: readings.length === 0 ? "no tag" : `tags ${[...seen].sort().join(", ")}` }
  },
})
