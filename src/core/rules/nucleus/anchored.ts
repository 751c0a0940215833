// Seed 004 read literally: any exit 0 or answered request is tool_success, however small the call; tests failed, an
// exception or a revert is tool_failure (S4-40, S4-41; D55 says why that is too much).

import { outputOf } from "../../calls/read-tool.ts"
import { callSays, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const nucleusAnchored = defineRule({
  question: "detect",
  name: "nucleus-anchored",
  version: 1,
  source: "S4-38 … S4-41",
  hears: "tool",
  params: { failureWords: ["tests failed", "test failed", "exception"], revertCommand: "git revert", readsHead: 64 },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment)
    const stated = /^(?:error: )?exit code:? (\d+)/i.exec(output.slice(0, params.readsHead))
    const exit = moment.exitCode ?? (stated === null ? null : Number(stated[1]))
    const lower = output.toLowerCase()
    const word = params.failureWords.find(w => lower.includes(w))
    const reverts = (moment.input ?? "").includes(params.revertCommand)
    const apart = moment.text === null && (moment.stdout !== null || moment.stderr !== null)
    const ok =
      moment.ok === false || (exit !== null && exit !== 0) || word !== undefined || reverts
        ? false
        : moment.ok === true || exit === 0 || apart || output !== ""
          ? true
          : null
    const because =
      ok === null
        ? "no result"
        : ok
          ? "exit 0 or answered"
          : word !== undefined
            ? `says ${word}`
            : reverts
              ? "revert"
              : "exit not 0"
    return callSays(ok, because, { outcome: ok === null ? null : ok ? "tool_success" : "tool_failure" })
  },
})

// Seed 004's judgement as written: an episode with any success outcome is a win, with any failure outcome a loss, with both
// it is both (S4-44 … S4-48); without an anchored outcome it does not count.
export const anyAnchored = defineRule({
  question: "judge",
  name: "any-anchored",
  version: 1,
  source: "S4-38 … S4-48",
  params: { win: 1, loss: 0, both: 0.5 },
  decide(_context, input, params) {
    const win = input.outcomes.some(o => o.type === "tool_success" || o.type === "user_confirmed_helpful")
    const loss = input.outcomes.some(o => o.type === "tool_failure" || o.type === "user_corrected")
    if (win && loss) return { answer: { p: params.both, verdict: "mixed" }, because: "a win and a loss" }
    if (win) return { answer: { p: params.win, verdict: "success" }, because: "a win" }
    if (loss) return { answer: { p: params.loss, verdict: "failure" }, because: "a loss" }
    return { answer: { p: null, verdict: "unjudged" }, because: "no anchored outcome" }
  },
})
