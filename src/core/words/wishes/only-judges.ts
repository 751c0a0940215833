// A sentence that tells something and asks for nothing: what the agent did, or how the work looks. Kept as a wish it would ask for what
// was complained of.
import type { HearWork } from "../ear/hear.ts"
import { kindOf } from "../feedback/clauses.ts"
import { type WordList, wordList, wordsSaid } from "../word-list.ts"
import { plain, wordsOf } from "./filler.ts"

/** Verbs of what is to be, and how people ask: a closed class in each tongue. */
const OBLIGES = wordList(
  "should, must, need to, needs to, have to, has to, shall, ought, may, can, could, will, you'll, want, prefer, rather, never, always, instead, please, supposed to, soll*, muss, müss*, darf*, dürf*, wollen, bitte, nie, immer, doit, doivent, dois, devr*, faut, veux, voudr*, toujours, jamais, debe*, hay que, tiene* que, quiero, siempre, nunca, deve*, precisa*, tem que, quero, sempre, bisogna, voglio, должн*, надо, нужно, 必须, 应该, 不要, 别, 要, べき, ください, して, 해야, 하지",
)
const PARTS = /[,;:.!]\s|\s[-–—]\s|\s(?:and|but|so|und|aber|et|mais|y|pero|e|mas)\s/iu
/** Does it ask for something, whatever else it says? By its form alone. */
const asks = (statement: string): boolean =>
  OBLIGES.has(wordsSaid(statement)) ||
  statement.split(PARTS).some(part => kindOf(wordsSaid(plain(part)), false) === "task")

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
