// change.observed: What became of the work in git: commit, push, revert, survival of lines. Late evidence is just one more of these.
import { s } from "../schema.ts"
import { defineEvent, nullableRef, ref } from "./define.ts"

export const changeObserved = defineEvent("change.observed", {
  about:
    "What became of the work in git: commit, push, revert, survival of lines. Late evidence is just one more of these.",
  origin: "observed",
  texts: ["files", "branch"],
  data: s.object({
    change: s.enum(["commit", "push", "revert", "amend", "survival", "merge", "ci"]),
    commit: s.nullable(s.string()),
    turn: s.nullable(s.number()),
    /** of lines that survive; 1 or 0 for a CI result; 0 on a revert that was itself taken back */
    share: s.nullable(s.number()),
    days: s.nullable(s.number()),
    files: s.array(ref()),
    branch: nullableRef(),
  }),
})
