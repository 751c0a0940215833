// A sentence that tells what the agent did, or how the work looks, and asks for nothing: kept as a wish it would ask for what was
// complained of.
import type { HearWork } from "../ear/hear.ts"
import { wordList, wordsIn } from "../word-list.ts"
import { asks } from "./asks.ts"
import { fillerLength, plain } from "./asserted.ts"

const AGENT = wordList("you, you're, you've, du, ihr, tu, vous, tú, usted, você, ты, вы, 你, 您")
/** May stand before what is told. */
const NOTES = wordList(
  "note that, notice that, notice, i think, i see, i see that, i noticed, i noticed that, it seems, it seems that, it seems like, it looks like, looks like",
)
/** "you modified those files in the main workspace": by its form alone. "You are on Windows" has the same form and lasts: it may be heard. */
export function tellsOfAgent(statement: string): boolean {
  const said = plain(statement)
  const words = wordsIn(said.slice(fillerLength(said)))
  return AGENT.opens(words, NOTES.opens(words)) > 0 && !asks(statement)
}

type Judged = ReturnType<HearWork>
const LIKELY = 0.5
/** More likely than not it says of the work that it is wrong, or that it is right. */
const judges = ({ complaint, praise }: Judged): boolean => complaint >= LIKELY || praise >= LIKELY

/** `heard` is what the ear made of the whole message; the sentence is heard once more by itself. */
export const onlyJudges = (work: HearWork, heard: Judged, statement: string): boolean =>
  judges(heard) && !asks(statement) && judges(work(statement, ""))

const CLAUSE = /^[^,;，；]{2,120}[,;，；]\s*/u
/** "that is wrong, always answer in English": the wish begins behind what only judges. */
export function rebukeLength(work: HearWork, heard: Judged, sentence: string): number {
  const from = fillerLength(sentence.toLowerCase())
  const clause = CLAUSE.exec(sentence.slice(from))?.[0] ?? ""
  const to = from + clause.length
  return clause !== "" && onlyJudges(work, heard, clause) && asks(sentence.slice(to)) ? to : 0
}
