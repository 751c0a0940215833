// A sentence that tells something and asks for nothing: what the agent did, or how the work looks. Kept as a wish it would ask for what
// was complained of.
import type { HearWork } from "../ear/hear.ts"
import { type WordList, wordList } from "../word-list.ts"
import { asks } from "./asks.ts"
import { fillerLength, wordsOf } from "./asserted.ts"

const AGENT = "you, you're, you've, du, ihr, tu, vous, tú, usted, você, ты, вы, 你, 您"
/** Other subjects of what is told: who asks for something names that first. */
const SUBJECTS =
  "i, i'm, i've, we, we're, we've, it, it's, its, this, that, that's, there, there's, here, here's, these, those, the, my, our, all, looks, look like, seems, tests, didn't, doesn't, isn't, wasn't, aren't, haven't, couldn't, can't, won't, ich, das, der, die, es, ist, c'est, il, je, no hay, el, la, isso, o, a"
/** A sentence with such a subject tells something, unless it says what is to be. */
const toldOf =
  (subjects: WordList) =>
  (statement: string): boolean =>
    subjects.opens(wordsOf(statement)) > 0 && !asks(statement)
export const tells = toldOf(wordList(`${AGENT}, ${SUBJECTS}`))
/** "you modified those files in the main workspace": by its form alone. "You are on Windows" has the same form and lasts: it may be heard. */
export const tellsOfAgent = toldOf(wordList(AGENT))

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
