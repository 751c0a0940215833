// History changed: a commit, push, revert or merge in a command that did not fail, or one observed from outside (late
// evidence: lines that survived, a red CI). S2-21, design 6.

import type { Reading } from "../../model.ts"
import type { ChangeMoment } from "../../questions/detect.ts"
import { type GitOperation, gitOperations } from "../../readers/git-operations.ts"
import { readTool } from "../../readers/read-tool.ts"
import { commandLine, isShellTool } from "../../readers/shell-call.ts"
import { defineRule, type Params } from "../rule.ts"

const POLARITY: Readonly<Record<GitOperation | ChangeMoment["change"], number>> = {
  commit: 0.3,
  amend: 0,
  push: 0.4,
  merge: 0.4,
  revert: -0.7,
  discard: -0.3,
  survival: 0.5,
  ci: 0.7,
}

function observed(moment: ChangeMoment, params: Params): Reading {
  const base = (params.polarity as typeof POLARITY)[moment.change]
  const shared = moment.change === "survival" || moment.change === "ci"
  return {
    signal: "change",
    type: moment.change,
    // a share of 1 speaks for the work, 0 against it
    polarity: shared ? (moment.share === null ? 0 : base * (2 * moment.share - 1)) : base,
    confidence: params.observedConfidence as number,
    because: `observed ${moment.change}`,
    facts: { share: moment.share },
  }
}

export const gitOperation = defineRule({
  question: "detect",
  name: "git-operation",
  version: 1,
  source: "S2-21; S4-41 (revert); design 6, late evidence",
  params: { polarity: POLARITY, commandConfidence: 0.7, observedConfidence: 0.9 },
  decide(_state, moment, params) {
    if (moment.what === "change") return { answer: [observed(moment, params)], because: `observed ${moment.change}` }
    if (moment.what !== "tool" || !isShellTool(moment.tool)) return { answer: [], because: "no command" }
    const operations = [...new Set(gitOperations(commandLine(moment.input)))]
    if (operations.length === 0) return { answer: [], because: "no git operation" }
    const { ok, kind } = readTool(moment)
    if (ok === false || kind === "rejected" || kind === "cancelled")
      return { answer: [], because: "the command did not go through" }
    return {
      answer: operations.map(type => ({
        signal: "change",
        type,
        polarity: (params.polarity as typeof POLARITY)[type],
        confidence: params.commandConfidence as number,
        because: `command ${type}`,
      })),
      because: `command: ${operations.join(", ")}`,
    }
  },
})
