// Somebody else changed what the agent had read or written: clients say so when an edit no longer fits the file. A weak
// sign that the user mends the agent's work by hand (D41); hooks see no more of it than this.
import { says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

const CHANGED =
  /\b(?:has been (?:unexpectedly )?modified since|was modified,? either by the user or by a linter|changed (?:on disk )?since (?:it was|you) (?:last )?read|has changed since (?:it was )?(?:last )?read)\b/i

export const fileDrift = defineRule({
  question: "detect",
  name: "file-drift",
  version: 1,
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
