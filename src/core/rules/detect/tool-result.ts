// Did a call work, and does it speak of the work (test, build, lint, …)? The client's word first, then its output for what a
// pipe hides (D14, D55). Rejected and cancelled calls are user signals, not failures.

import { type ExtraMark, readTool } from "../../calls/read-tool.ts"
import { patternsOf, type UserPattern } from "../../patterns.ts"
import { says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

const isMark = (pattern: { readonly says: string }): pattern is ExtraMark =>
  pattern.says === "fail" || pattern.says === "ok"

export const toolResult = defineRule({
  question: "detect",
  name: "tool-result",
  version: 4,
  source: "D14, D15, D55; data/tool-outcomes",
  hears: "tool",
  params: {
    confidence: { exit: 0.98, client: 0.95, hidden: 0.85, reader: 0.8, rejected: 0.95, cancelled: 0.95, unknown: 0 },
    /** how strongly a call speaks: of the work itself, or of a step on the way */
    salientPolarity: 0.6,
    plainPolarity: 0.2,
    /** user patterns (RE2), each {id, pattern, says: "fail" | "ok"}; ids of built-in marks switched off */
    patterns: [] as readonly UserPattern[],
    off: [] as readonly string[],
  },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const reading = readTool(moment, {
      off: new Set(params.off),
      extra: patternsOf(params.patterns).patterns.filter(isMark),
    })
    const strength = (reading.salient === null ? params.plainPolarity : params.salientPolarity) as number
    const confidence = params.confidence[reading.kind]
    const type =
      reading.ok === null
        ? reading.kind === "rejected" || reading.kind === "cancelled"
          ? reading.kind
          : "unknown"
        : reading.ok
          ? "ok"
          : "fail"
    const { ok, kind, salient, fingerprint, errorType, because } = reading
    const polarity = ok === null ? 0 : ok ? strength : -strength
    const facts = { ok, kind, salient, fingerprint, errorType }
    return says({ signal: "tool", type, polarity, confidence, because, facts }, `${type} (${kind}): ${because}`)
  },
})
