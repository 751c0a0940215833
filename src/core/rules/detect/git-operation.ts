// History changed: a commit, push, revert or merge in a command that did not fail (S2-21). What is seen of it from outside
// comes as an event of its own (views/changes.ts).

import { type GitMarks, type GitOperation, gitMarks, gitOperations } from "../../calls/git-operations.ts"
import { readTool } from "../../calls/read-tool.ts"
import { commandLine } from "../../calls/shell-call.ts"
import type { Reading } from "../../model.ts"
import { silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

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

export const gitOperation = defineRule({
  question: "detect",
  name: "git-operation",
  version: 2,
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
