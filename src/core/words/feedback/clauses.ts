// Cuts prose into clauses and says what each one is: a task, a question, a condition or a statement. Ground truth: requirements
// D09. Which words judge is not here (said.ts).
import { keepLast } from "../../once.ts"
import { sentenceParts } from "../sentences.ts"
import { each, wordList, wordsSaid } from "../word-list.ts"

type ClauseKind = "task" | "question" | "condition" | "statement"
export interface Clause {
  readonly words: readonly string[]
  /** the same, before lower-casing and taking apart */
  readonly raw: string
  readonly kind: ClauseKind
}

const MAX_CLAUSES = 60
/** A comma before a subject of its own starts a new clause. */
const SUBJECTS = wordList(
  "i, i'm, i'd, i've, it, it's, its, this, that, that's, these, those, there, there's, they, they're, we, we're, we've, you, you're, the, your, my, our, don't, can, could, why, what, how, please, let's, isn't, aren't, doesn't, didn't, so, and, still, now, not, any, anything, does, is, are, should, would, das, es, ich, du, le, la, c'est, je, el, eso, isso, è, это, я",
)
const CONTRASTS = wordList(
  "but, however, except, although, though, aber, jedoch, allerdings, mais, cependant, pourtant, pero, sin embargo, mas, porém, però, ma, tuttavia, но, однако, 但是, 但, 不过, 可是, でも, しかし, ただ, 하지만, 그런데",
)
/** May stand before what a clause is. */
export const FILLERS = wordList(
  "ok, okay, k, great, now, then, also, and, so, next, first, finally, just, alright, right, well, hmm*, mm*k, yes, yeah, yep, yup, no, nope, please, pls, perfect, nice, cool, thanks, thank you, ah, oh, actually, maybe, perhaps, good, sure, instead, but, again, wait, question, or, und, dann, nun, jetzt, alors, et, donc, puis, maintenant, vale, entonces, y, ahora, luego",
)
const MOST_FILLERS = 4
const TASKS = wordList(
  "can you, could you, would you, will you, can we, could we, can i, can u, let's, lets, let us, i'd like, i'd love, i'd want, i would like, i want, i do want, i just want, i also want, i need, i wanna, we need, we want, we should, we could, you can, you should, you could, i think we, do we want, do you want, add, address, adress, adjust, allow, analyze, analyse, answer, append, apply, ask, build, bump, call, capture, change, check, clean, clear, close, collect, combine, commit, compare, compile, configure, consider, continue, convert, copy, create, debug, define, delete, deploy, describe, design, diagnose, disable, do, document, don't, download, draft, drop, edit, empty, enable, ensure, evaluate, eval, examine, execute, expand, explain, explore, export, extend, extract, fetch, figure, find, finish, fix, focus, follow, format, generate, get, give, go, group, handle, hide, hoist, identify, ignore, implement, import, improve, include, increase, inline, insert, inspect, install, integrate, introduce, investigate, keep, link, list, load, log, look at, look into, look for, make, mark, merge, migrate, mock, modify, move, open, optimize, optimise, output, parse, pick, plan, post, prepare, print, proceed, propose, proof, provide, publish, pull, push, put, read, rebase, reduce, refactor, refine, reformat, regenerate, release, rename, reorder, replace, report, research, resolve, restart, restore, restructure, return, review, rewrite, run, save, scan, search, see, send, separate, set, setup, ship, show, simplify, skip, sort, split, squash, stage, start, store, streamline, suggest, summarize, summarise, support, swap, switch, take, tell, test, tighten, track, translate, trim, try, turn, tweak, understand, update, upgrade, use, validate, verify, wire, wrap, write, zip, bitte, kannst, könntest, würdest, können, behebe*, reparier*, fixe, korrigier*, prüf*, schau*, zeig, zeige, mach, mache, füg, füge, schreib, schreibe, bau, baue, entfern*, ändere, teste, starte, suche, finde, erklär*, guck, peux-tu, peux, pourrais-tu, pourrais, peut-on, stp, svp, corrige, répare, montre, montre-moi, ajoute, vérifie, regarde, fais, écris, trouve, cherche, lance, relance, supprime, explique, dis-moi, puedes, podrías, podemos, por favor, arregla, muestra, muéstrame, añade, agrega, revisa, haz, escribe, busca, ejecuta, borra, quita, cambia, explícame, dime",
)
const QUESTIONS = wordList(
  `why, what, what's, how, how's, ${each("when", "is, are, was, do, does, did, will, should, can")}, where, which, who, whose, is, are, was, were, does, do, did, can, could, should, would, will, has, have, had, warum, wieso, weshalb, wann, wo, wer, wie, welche*, ${each("hat, ist, war, ging, hatte, läuft, klappt, funktioniert", "d*, es, er, sie, unser*, mein*")}, pourquoi, comment, est-ce, où, qui, quel, quelle, por qué, qué, cuándo, cómo, dónde, quién, cuál, perché, come, por que, почему, как, зачем`,
)
const CONDITIONS = wordList(
  "if, whenever, once, unless, in case, assuming, suppose, let's say, what if, wenn, falls, si, cuando, quand, если, когда, when",
)
/** What a clause is by its words; `asks`: a question mark ends it. */
export function kindOf(words: readonly string[], asks: boolean): ClauseKind {
  let at = 0
  for (let n = 0; n < MOST_FILLERS && words.length - at > 1; n++) {
    const filler = FILLERS.opens(words, at)
    if (filler === 0) break
    at += filler
  }
  const isCase = CONDITIONS.opens(words, at) > 0
  // "can you …?" asks for something to be done, whatever stands at its end
  if (TASKS.opens(words, at) > 0) return "task"
  if (asks || (QUESTIONS.opens(words, at) > 0 && words.length - at > 1 && !isCase)) return "question"
  return isCase ? "condition" : "statement"
}

/** Parts of a sentence: at a comma before a subject of its own and before a contrast. "ok, let's …": a word or two belong to what follows. */
function atCommas(sentence: string): readonly string[] {
  const words = [...sentence.matchAll(/[^\s,]+/gu)]
  const cuts = words.flatMap(({ 0: word, index }, i) => {
    if (i === 0) return []
    const bare = wordsSaid(`${word} ${words[i + 1]?.[0] ?? ""}`)
    const behind = sentence.slice(0, index).trimEnd().endsWith(",")
    const early = i <= 2 && behind && CONTRASTS.opens(bare) === 0
    return CONTRASTS.opens(bare) > 0 || (behind && !early && SUBJECTS.opens(bare) > 0) ? [index] : []
  })
  return [0, ...cuts].map((from, i) => sentence.slice(from, cuts[i]))
}

export const clausesOf = keepLast(split)

function split(prose: string): readonly Clause[] {
  const found: Clause[] = []
  for (const { start, end, stop } of sentenceParts(prose)) {
    const parts = atCommas(prose.slice(start, end))
    for (const [at, raw] of parts.entries()) {
      const words = wordsSaid(raw)
      if (words.length === 0) continue
      const kind = kindOf(words.slice(CONTRASTS.opens(words)), at === parts.length - 1 && stop === "?")
      found.push({ words, raw, kind })
      if (found.length >= MAX_CLAUSES) return found
    }
  }
  return found
}
