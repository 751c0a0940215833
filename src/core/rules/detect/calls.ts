// What a call that came back says: whether it worked, that it changed history, that somebody else changed a file.
// The client's word first, then its output for what a pipe hides (D14, D55).
import { type GitMarks, type GitOperation, gitMarks, gitOperations } from "../../calls/git-operations.ts"
import { type ExtraMark, readTool } from "../../calls/read-tool.ts"
import { commandLine } from "../../calls/shell-call.ts"
import type { Reading } from "../../model.ts"
import { patternsOf, type UserPattern } from "../../patterns.ts"
import { says, silent } from "../../questions/happened.ts"
import { defineRule } from "../rule.ts"

const isMark = (pattern: { readonly says: string }): pattern is ExtraMark =>
  pattern.says === "fail" || pattern.says === "ok"

export const toolResult = defineRule("detect", "tool-result@4", {
  source: "D14, D15, D55; data/tool-outcomes",
  hears: "tool",
  params: {
    confidence: { exit: 0.98, client: 0.95, hidden: 0.85, reader: 0.8, rejected: 0.95, cancelled: 0.95, unknown: 0 },
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

// History changed in a command that did not fail (S2-21). What is seen of it from outside is an event of its own (views/changes.ts).

const POLARITY: Readonly<Record<GitOperation, number>> = {
  commit: 0.3,
  amend: 0,
  push: 0.4,
  merge: 0.4,
  revert: -0.7,
  discard: -0.3,
}

/** Which commits it made or took back, so that what becomes of them later finds the work: ids and counts, no text. */
function factsOf(type: GitOperation, marks: GitMarks): Reading["facts"] {
  const list = (ids: readonly (string | number)[]): string | null => (ids.length > 0 ? ids.join(" ") : null)
  const made = list(marks.made)
  switch (type) {
    case "commit":
    case "amend":
      return made === null ? undefined : { made }
    case "revert":
      return { made, of: list(marks.reverted), back: list(marks.revertedBack) }
    case "discard":
      return marks.dropped > 0 || marks.droppedTo !== null ? { dropped: marks.dropped, to: marks.droppedTo } : undefined
    default:
      return undefined
  }
}

export const gitOperation = defineRule("detect", "git-operation@2", {
  source: "S2-21; S4-41 (revert)",
  hears: "tool",
  params: { polarity: POLARITY, commandConfidence: 0.7 },
  decide(_context, moment, params) {
    if (moment.what !== "tool" || moment.does !== "runs") return silent("no command")
    const line = commandLine(moment.input)
    const operations = [...new Set(gitOperations(line))]
    if (operations.length === 0) return silent("no git operation")
    const { ok, kind } = readTool(moment)
    if (ok === false || kind === "rejected" || kind === "cancelled") return silent("the command did not go through")
    const marks = gitMarks(line, moment.text ?? moment.stdout)
    return {
      answer: operations.map(type => {
        const facts = factsOf(type, marks)
        return {
          signal: "change" as const,
          type,
          polarity: params.polarity[type],
          confidence: params.commandConfidence,
          because: `command ${type}`,
          ...(facts === undefined ? {} : { facts }),
        }
      }),
      because: `command: ${operations.join(", ")}`,
    }
  },
})

// Clients say so when an edit no longer fits the file: a weak sign that the user mends the agent's work by hand (D41).

const CHANGED =
  /\b(?:has been (?:unexpectedly )?modified since|was modified,? either by the user or by a linter|changed (?:on disk )?since (?:it was|you) (?:last )?read|has changed since (?:it was )?(?:last )?read)\b/i

export const fileDrift = defineRule("detect", "file-drift@1", {
  source: "D41, S2-16",
  params: { polarity: -0.1, confidence: 0.3 },
  decide(_context, moment, params) {
    const said =
      moment.what === "tool"
        ? (moment.text ?? moment.stderr ?? "")
        : moment.what === "prompt" && moment.author !== "user"
          ? moment.text
          : ""
    if (!CHANGED.test(said.slice(0, 4000))) return silent("no word of a change from outside")
    return says(
      { signal: "drift", type: "changed_elsewhere", because: "client:file-changed", ...params },
      "the client found the file changed by somebody else",
    )
  },
})
