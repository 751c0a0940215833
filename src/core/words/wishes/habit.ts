// A bad habit that the user names ("you keep using npm") is the opposite of a wish: kept as one it would ask for what was
// complained about. Finds where the complaint ends, so that only what is wished after it can be kept.
import { each, leadLength, wordList, wordsSaid } from "../word-list.ts"

const YOU = "you, you've, you're, you have, you are, you were, you had, you just, you also"
const AGAIN =
  "again, still, always, constantly, repeatedly, continually, forever, once again, once more, again been, still been, always been"
/** Second person, and a form that says "again and again". */
const HABITS = wordList(
  `${each("every time, every single time", "you")}, ${each("you, you've, you have, you all", "keep, kept, keeps, continue, continued, insist, insisted")}, ${each("you always, you never, you constantly, you usually", "forget, ignore, miss, mess, break, skip, overlook, listen, learn, remember, screw, fail, pretend, claim, assume, hallucinate, invent")}, ${each("du, ihr", "… schon wieder, … immer noch, … immer wieder, … ständig, … dauernd, … andauernd, … wieder mal, … noch immer, vergisst immer, ignorierst immer, vergesst immer, vergisst ständig, ignorierst ständig")}, ${each("tu, vous", "continues, continuez, persistes, persistez, n'arrêtes pas, n'arrêtez pas, encore, toujours, … encore, … toujours")}, ${each("sigues, sigue, siguen, continúas, tú sigues, usted sigue, ustedes siguen", "*")}, vuelves a, tú vuelves a, otra vez estás, otra vez estas, ${each("você, voce, tu", "continua, continuas, fica, ficas, ainda está, vive, sempre esquece")}, continui a, continui ad, tu continui, ${each("je, jij, u", "blijft, gebruikt nog steeds, doet weer, doet het weer, doet nog steeds, vergeet steeds")}, ${each("ты, вы", "опять, снова, всё ещё, все еще, постоянно, вечно, продолжаешь, продолжаете, всё время, все время")}, 你又, 你总是, 你總是, 你老是, 你一直, 你还在, 你還在, 你怎么又, 你怎麼又`,
)
/** "you again used npm", "you're still using npm": what was done follows at once. "You must always …": a modal stands between. */
const AGAIN_YOU = wordList(each(YOU, AGAIN))
const WISHED = wordList("need, have to, must, should, want, can, need to, may")
const DID = wordList(
  each(
    "you, you've, you have, you just",
    "did, done, do, made, make, used, use, ran, run, forgot, forget, broke, break, added, add, wrote, write, put, went",
  ),
)
const ONCE_MORE = wordList("again, once more, yet again, for the * time, for the * * time")
/** Words of annoyance that may stand before it. */
const BEFORE = wordList(
  "and, but, so, no, nope, ugh*, argh*, hey, look, dude, bro, man, seriously, again, stop it, wtf, ffs, jesus, god, why do, why are, why have, why, how come, i see, i see that, i noticed, i noticed that, it seems, warum, wieso, pourquoi, por qué, perché, perche, waarom, почему, зачем, 为什么",
)
const CLAUSE_END =
  /[,;:.!?…](?=\s|$)|[，。；！？]|\s[—–-]\s|\s(?:but|instead of|when|although|even though|sondern|mais|pero|mas|ma|maar|но|但是)\s/iu

function namesHabit(words: readonly string[]): boolean {
  if (HABITS.opens(words) > 0 && !(words[0] === "every" && WISHED.opens(words, words.indexOf("you") + 1) > 0))
    return true
  const again = AGAIN_YOU.opens(words)
  const next = words[again] ?? ""
  const done =
    ["still", "again", "repeatedly", "constantly"].includes(words[again - 1] ?? "") || /(?:ing|ed)$/.test(next)
  if (again > 0 && next !== "" && done && WISHED.opens(words, again) === 0) return true
  return DID.opens(words) > 0 && ONCE_MORE.find(words)?.[1] === words.length
}

/** How many characters of `text` are a complaint about a habit: 0 when it names none, all when nothing else is said. */
export function habitLength(text: string): number {
  let at = 0
  while (at < text.length) {
    const lead = leadLength(text.slice(at), (words, i) => BEFORE.opens(words, i))
    const said = text.slice(at + lead)
    const end = CLAUSE_END.exec(said)
    if (!namesHabit(wordsSaid(end === null ? said : said.slice(0, end.index)))) return at
    // "instead of", "when": what follows belongs to the complaint
    if (end === null || /instead of|when|though/i.test(end[0])) return text.length
    at += lead + end.index + end[0].length
    at += text.slice(at).length - text.slice(at).trimStart().length
  }
  return text.length
}
