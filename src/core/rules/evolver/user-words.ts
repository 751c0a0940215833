// Seed 000's feedback reading as written: two positive and two negative patterns, then word overlap; first hit wins.
// Kept exactly, including what is known to be wrong: it is a baseline, not the default.
import { feedbackOf, says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"
import { FEEDBACK_PARAMS, feedbackIn } from "./heard.ts"

export const evolverUserWords = defineRule({
  question: "detect",
  name: "evolver-user-words",
  version: 2,
  source: "S0-24..S0-36",
  hears: "prompt",
  params: FEEDBACK_PARAMS,
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    const { type, sentiment, confidence, because } = feedbackIn(moment, params)
    // the seed's prompt_index (S0-35)
    const facts = { promptIndex: moment.index }
    return says(feedbackOf(type, sentiment, confidence, because, facts), `${type}: ${because}`)
  },
})
