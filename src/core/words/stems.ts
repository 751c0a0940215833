// Content words cut to their stems, for overlap and topics: the stemmer is that of search (recall/tokenise.ts), so that equal stems
// mean the same word, bent, everywhere. Other scripts pass through.
import { stem } from "../recall/tokenise.ts"

const STOP = new Set(
  "a an the and or but if then else so to of in on at by for with from as is are was were be been being am do does did done doing have has had having it its this that these those there here i we you he she they them us our my your their me not no nor never always ever only just please pls must should shall will would can could may might need needs want wants like prefer use using used uses make sure keep also all any each every some more most very really too when whenever while before after into over under than rather instead now going forward on let lets let's don't dont doesn't won't can't isn't aren't i'd i'm we're we'll you're it's that's what which who how why where remember note ok okay yes about up out get got put go one new way thing things stuff actually basically der die das und ich wir bitte nicht immer nie le la les des et je nous pas toujours jamais el los las que siempre nunca".split(
    " ",
  ),
)
/** Says how something is said, not what about. */
export const isSmallWord = (word: string): boolean => STOP.has(word)
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_+#./'-]*/gu

/** Content words, each cut to its stem; a possessive and marks behind a word are no part of it. */
export const contentStems = (text: string): readonly string[] =>
  (text.toLowerCase().replaceAll("’", "'").match(WORD) ?? [])
    .filter(w => !STOP.has(w) && !STOP.has(w.replace(/[.'-]+$/, "")))
    .map(w => stem(w.replace(/'s$/, "").replace(/['.,/-]+$/, "")))
    .filter(w => w.length > 0)
