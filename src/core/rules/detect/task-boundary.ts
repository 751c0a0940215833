// Does a prompt close the task or open another one: done, next, or a shift of topic? Ground truth: the user's own words and
// how few content words two prompts share. Commits and passing checks end segments too, but are read elsewhere.
import { clausesOf } from "../../feedback/clauses.ts"
import { proseOf } from "../../feedback/prose.ts"
import { keywords, overlap } from "../../feedback/words.ts"
import type { Reading } from "../../model.ts"
import { defineRule } from "../rule.ts"

const LEAD =
  "(?:(?:ok|okay|great|perfect|thanks|thank you|alright|cool|nice|good|and|so|now|then|well|yes|super|danke|merci|gracias) ){0,4}"
const DONE = new RegExp(
  `^ ${LEAD}(?:(?:we're|we are|i'm|i am|this is|that's|it's|all|everything is) )?(?:done|finished|that's all|that is all|that's it|that's everything|wrap (?:it |this )?up|ship it|close this|we can stop|nothing else|fertig|erledigt|c'est tout|listo|terminado|pronto|fatto|готово)(?= (?:here|now|for (?:now|today)|with (?:this|that|it)|then|thanks|$))`,
  "u",
)
const NEXT = new RegExp(
  `^ ${LEAD}(?:next(?: (?:up|one|task|item|issue|step|thing|question))?|new (?:task|topic|change|issue|feature|question)|moving on|move on to|on to the next|let's (?:move|switch|turn|shift|go) (?:on|over|to|our)|let's talk about|switching (?:to|gears)|another (?:thing|task|topic|question|issue|one)|different (?:question|topic|task)|one more thing|unrelated|separately|als nächstes|ensuite|siguiente|próxim[oa]|prossimo|далее|следующ\\S+)(?= )`,
  "u",
)
const REFERS =
  / (?:it|this|that|these|those|them|again|still|above|instead|too|also|same|es|das|ça|eso|isso|это)(?= )|^ (?:and|but|or|so|because|no|yes|yeah|ok|why)(?= )/u

export const taskBoundary = defineRule({
  question: "detect",
  name: "task-boundary",
  version: 1,
  source: "S2-20",
  params: { maxOverlap: 0.04, minKeywords: 4, keywordLength: 3, saidConfidence: 0.7, shiftConfidence: 0.4 },
  decide(_own, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || moment.prev === null)
      return { answer: [], because: "no later prompt of the user" }
    const own = proseOf(moment.text)
    const opening = clausesOf(own.prose)[0]?.words ?? " "
    const reading = (type: string, confidence: unknown): Reading => ({
      signal: "boundary",
      type,
      polarity: 0,
      confidence: confidence as number,
      because: type,
    })
    if (DONE.test(opening)) return { answer: [reading("done", params.saidConfidence)], because: "says it is done" }
    if (NEXT.test(opening)) return { answer: [reading("next", params.saidConfidence)], because: "says what comes next" }
    const length = params.keywordLength
    const here = keywords(own.prose.slice(0, 2000), length)
    const before = keywords(proseOf(moment.prev).prose.slice(0, 2000), length)
    const shared = overlap(here, before)
    const enough = Math.min(here.size, before.size) >= params.minKeywords
    if (enough && shared !== null && shared <= params.maxOverlap && !REFERS.test(opening))
      return {
        answer: [reading("topic_shift", params.shiftConfidence)],
        because: "shares no content words with the prompt before",
      }
    return { answer: [], because: "same task, as far as words tell" }
  },
})
