// The user refused a call or stopped it while it ran: a word about the agent's plan, not about the tool.

import { stopped } from "../../calls/read-tool.ts"
import { says, silent } from "../../questions/happened.ts"
import { defineRule } from "../rule.ts"

/** Words without which no client says that somebody refused or stopped a call. */
const MAY_BE = /want to proceed|reject|denied|declin|refus|interrupt|cancel|abort|stopp|approv|permission|user/i

export const refusal = defineRule("detect", "refusal@1", {
  source: "data/tool-outcomes (rejected, cancelled)",
  hears: "tool",
  params: { refusedPolarity: -0.4, stoppedPolarity: -0.3, confidence: 0.7 },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const said = moment.rejected || moment.cancelled || moment.interrupted
    if (!said && !MAY_BE.test((moment.text ?? moment.stderr ?? "").slice(0, 2000)))
      return silent("nothing was refused or stopped")
    const word = stopped(moment)
    if (word === null) return silent("neither refused nor stopped")
    const { kind, because } = word
    const confidence = params.confidence
    if (kind === "rejected")
      return says(
        { signal: "refusal", type: "refused", polarity: params.refusedPolarity, confidence, because },
        "the user refused the call",
      )
    if (because === "client:dropped") return silent("the client dropped it")
    return says(
      { signal: "interrupt", type: "stopped", polarity: params.stoppedPolarity, confidence, because },
      "the user stopped the call",
    )
  },
})
