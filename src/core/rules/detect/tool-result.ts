// Did a call work, and does it speak of the work (test, build, lint, …)? The client's word first, then readers for what a
// pipe hides (D14, D55). Rejected and cancelled calls are user signals, not failures.
import { compilePatterns, type Patterns, type UserPattern } from "../../patterns.ts"
import { type ExtraMark, readTool } from "../../readers/read-tool.ts"
import { defineRule } from "../rule.ts"

const COMPILED = new WeakMap<readonly UserPattern[], Patterns>()
function patternsOf(patterns: readonly UserPattern[]): Patterns {
  let compiled = COMPILED.get(patterns)
  if (compiled === undefined) COMPILED.set(patterns, (compiled = compilePatterns(patterns)))
  return compiled
}
const isMark = (pattern: { readonly says: string }): pattern is ExtraMark =>
  pattern.says === "fail" || pattern.says === "ok"

export const toolResult = defineRule({
  question: "detect",
  name: "tool-result",
  version: 3,
  source: "D14, D15, D55; data/tool-outcomes",
  params: {
    confidence: { exit: 0.98, client: 0.95, hidden: 0.85, reader: 0.8, rejected: 0.95, cancelled: 0.95, unknown: 0 },
    /** how strongly a call speaks: of the work itself, or of a step on the way */
    salientPolarity: 0.6,
    plainPolarity: 0.2,
    /** user patterns (RE2), each {id, pattern, says: "fail" | "ok"}; ids of built-in marks switched off */
    patterns: [] as readonly UserPattern[],
    off: [] as readonly string[],
  },
  decide(_own, moment, params) {
    if (moment.what !== "tool") return { answer: [], because: "not a tool call" }
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
    return {
      answer: [
        {
          signal: "tool",
          type,
          polarity: reading.ok === null ? 0 : reading.ok ? strength : -strength,
          confidence,
          because: reading.because,
          facts: {
            ok: reading.ok,
            kind: reading.kind,
            salient: reading.salient,
            fingerprint: reading.fingerprint,
            errorType: reading.errorType,
          },
        },
      ],
      because: `${type} (${reading.kind}): ${reading.because}`,
    }
  },
})
