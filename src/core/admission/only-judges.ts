// A sentence that tells what the agent did, or how the work looks, and asks for nothing: kept as a wish it would ask for what was
// complained of, however often it comes back. Its form says that the agent is what it speaks of and that nothing is wished beside; else the
// ear hears it as a complaint, or as praise, when it stands by itself.
import type { Heard } from "../words/ear/hear.ts"
import { asks } from "../words/wishes/asks.ts"
import { fillerLength, plain } from "../words/wishes/asserted.ts"
import type { Hear } from "../words/wishes/from-prompt.ts"
import { wordList, wordsIn } from "../words/word-list.ts"

const AGENT = wordList("you, you're, you've, du, ihr, tu, vous, tú, usted, você, ты, вы, 你, 您")
/** May stand before what is told. */
const NOTES = wordList(
  "note that, notice that, notice, i think, i see, i see that, i noticed, i noticed that, it seems, it seems that, it seems like, it looks like, looks like",
)
function speaksOfAgent(statement: string): boolean {
  const said = plain(statement)
  const words = wordsIn(said.slice(fillerLength(said)))
  return AGENT.opens(words, NOTES.opens(words)) > 0
}

const LIKELY = 0.5
/** More likely than not it says of the work that it is wrong, or that it is right. */
const judges = ({ complaint, praise }: Heard): boolean => complaint >= LIKELY || praise >= LIKELY

/** `heard` is what the ear made of the whole message. What it is sure will last may sound like a complaint: "errors are returned, not thrown". */
export const onlyJudges = (hear: Hear, heard: Heard, statement: string, sure: boolean): boolean =>
  !asks(statement) && (speaksOfAgent(statement) || (!sure && judges(heard) && judges(hear(statement, ""))))
