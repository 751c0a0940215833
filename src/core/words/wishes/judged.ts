// "that is wrong, always answer in English", "you keep using npm. It's pnpm": what only judges, or tells what the agent did or how the
// work looks, is no wish, and kept as one it would ask for what was complained of; the wish begins behind it.
import type { HearWork } from "../ear/hear.ts"
import type { ReadStance, Stance } from "../ear/stance.ts"
import { kindOf } from "../feedback/clauses.ts"
import { type WordList, wordList, wordsSaid } from "../word-list.ts"
import { fillerLength, plain, wordsOf } from "./filler.ts"

const LIKELY = 0.5
/** It blames or tells rather than wishes. "Errors are returned, not thrown" may sound so. */
export const judges = ({ habit, told }: Stance): boolean => habit + told >= LIKELY

const CLAUSE = /^.{2,120}?(?:[,;:.!?…](?=\s)|[，。；！？]|\s[—–-]\s)\s*/su
/** How many characters of its first clauses judge, before one that does not. */
export function judgedLength(stance: ReadStance, masked: string): number {
  const filler = fillerLength(masked.toLowerCase())
  let at = filler
  for (let clause = CLAUSE.exec(masked.slice(at)); clause !== null; clause = CLAUSE.exec(masked.slice(at))) {
    if (masked.length === at + clause[0].length || !judges(stance(clause[0]))) break
    at += clause[0].length
  }
  return at === filler ? 0 : at
}

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
/** More likely than not it says of the work that it is wrong, or that it is right. */
const ofWork = ({ complaint, praise }: Judged): boolean => complaint >= LIKELY || praise >= LIKELY

/** `heard` is what the ear made of the whole message; the sentence is heard once more by itself. */
export const onlyJudges = (work: HearWork, heard: Judged, statement: string): boolean =>
  ofWork(heard) && !asks(statement) && ofWork(work(statement, ""))
