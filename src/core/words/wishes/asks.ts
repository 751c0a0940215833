// Does a sentence ask for something, whatever else it says? By its form alone: an imperative somewhere in it, or a verb that says what is to be.
import { kindOf } from "../feedback/clauses.ts"
import { wordList, wordsSaid } from "../word-list.ts"
import { plain } from "./asserted.ts"

/** Verbs of what is to be, and how people ask: a closed class in each tongue. */
const OBLIGES = wordList(
  "should, must, need to, needs to, have to, has to, shall, ought, may, can, could, will, you'll, want, prefer, rather, never, always, instead, please, supposed to, soll*, muss, müss*, darf*, dürf*, wollen, bitte, nie, immer, doit, doivent, dois, devr*, faut, veux, voudr*, toujours, jamais, debe*, hay que, tiene* que, quiero, siempre, nunca, deve*, precisa*, tem que, quero, sempre, bisogna, voglio, должн*, надо, нужно, 必须, 应该, 不要, 别, 要, べき, ください, して, 해야, 하지",
)
const PARTS = /[,;:.!]\s|\s[-–—]\s|\s(?:and|but|so|und|aber|et|mais|y|pero|e|mas)\s/iu
export const asks = (statement: string): boolean =>
  OBLIGES.has(wordsSaid(statement)) ||
  statement.split(PARTS).some(part => kindOf(wordsSaid(plain(part)), false) === "task")
