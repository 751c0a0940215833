// What the moment asks for (S4-63..65): a failure, a way to do things, or what was done last time.
import { each, wordList, wordsSaid } from "../word-list.ts"

const LAST_TIME = wordList(
  `last time, previously, ${each("what did i, what did we, what did you", "do, decide, use, change")}, ${each("we, i", "did on, did before, did earlier, decided on, decided before, decided earlier, agreed on, agreed before, agreed earlier")}, remind me, where were we`,
)
const HOW_SHOULD = wordList(
  `${each("how", "should, do, can, would, to")}, ${each("best", "way, practice, approach")}, what's the right way, what's the best way, what is the right way, what is the best way, recommended way, should i use, should we use`,
)

export type Intent = "failure" | "how_should" | "last_time" | null

export function intentOf(prompt: string, lastToolFailed: boolean): Intent {
  const words = wordsSaid(prompt.slice(0, 4096))
  if (LAST_TIME.has(words)) return "last_time"
  if (lastToolFailed) return "failure"
  if (HOW_SHOULD.has(words)) return "how_should"
  return null
}
