// Seed 004 read literally: any exit 0 or answered request is tool_success, however small the call; tests failed, an
// exception or a revert is tool_failure (S4-40, S4-41; D55 says why that is too much).
import { outputOf } from "../../readers/fingerprint.ts"
import { defineRule } from "../rule.ts"

export const nucleusAnchored = defineRule({
  question: "detect",
  name: "nucleus-anchored",
  version: 1,
  source: "S4-38 … S4-41",
  params: { failureWords: ["tests failed", "test failed", "exception"], revertCommand: "git revert", readsHead: 64 },
  decide(_own, moment, params) {
    if (moment.what === "change")
      return moment.change === "revert"
        ? {
            answer: [{ signal: "change", type: "tool_failure", polarity: -1, confidence: 1, because: "revert" }],
            because: "revert",
          }
        : { answer: [], because: "not an outcome" }
    if (moment.what !== "tool") return { answer: [], because: "not a tool call" }
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
    return {
      answer: [
        {
          signal: "tool",
          type: ok === null ? "unknown" : ok ? "ok" : "fail",
          polarity: ok === null ? 0 : ok ? 1 : -1,
          confidence: ok === null ? 0 : 1,
          because,
          facts: { ok, outcome: ok === null ? null : ok ? "tool_success" : "tool_failure" },
        },
      ],
      because,
    }
  },
})
