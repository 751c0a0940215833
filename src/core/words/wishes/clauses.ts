// Two wishes in one sentence are two: where one ends and the next begins.
import { wordList, wordsSaid } from "../word-list.ts"

/** Turns a thing down without a verb: "no default exports". */
const NOUNS = "no, avoid, kein, keine, keinen, vermeide, évite, évitez, evita, evite, избегай, 避免, 禁止"
const DENIALS = `never, don't, dont, do not, ${NOUNS}, nie, niemals, nicht, ne, jamais, pas, nunca, jamás, não, non, mai, не, никогда, 不要, 别, 绝不, 不准, 不许`
const SECOND = "immer, toujours, siempre, sempre, всегда, nie, niemals, keine, kein, keinen, jamais, nunca, mai"
const USE =
  "use, prefer, benutze, verwende, nutze, nimm, utilise, utilisez, n'utilise, préfère, usa, usare, usamos, prefiere, prefira, используй, 使用"
const DENIES = wordList(DENIALS)
const DENIES_NOUN = wordList(NOUNS)
const USES = wordList(`${USE}, uses, 用`)
/** A wish that says how things are always to be begins with one of these, */
const NORMS = wordList(
  `always, keep, ${DENIALS}, ${USE}, we use, we never, we always, i prefer, i like, immer, toujours, siempre, sempre, всегда, n'écris, 必须, 永远, 始终, 总是, 一律, 务必`,
)
/** or with a verb and one of these: "committe niemals". */
const ADVERBS = wordList(SECOND)
/** One of them behind another is a step: "run the linter and commit". */
const ACTS = wordList("run, write, put, ask, make, show, commit, push, test, stop, only, make sure, i want")
/** Behind a subject of its own: "and all commits must be signed". */
const MODALS = wordList(
  "must, should, has to, have to, go in, goes in, live in, lives in, belong in, belongs in, muss, müssen, sollen, doit, doivent, debe, deben, deve, devem, devono, должен, должны",
)
const PRONOUNS = wordList("it, that, this, there, they, you, we, i, he, which, who, what, how, es, das, ça, eso, isso")
/** No wish of its own, whatever it begins with: where, not what ("never in CI"), or a way of speaking. */
const NONE = wordList(
  "no matter, no need, no were, no where, keep in mind, never mind, never in, never on, never for, never with, never the, always in, always on, always for, always with, always the, only that, only this, jamais dans, jamais en, jamais sur, nie im, nie in, nie auf, niemals in, nunca en, nunca em, nunca na, mai in, mai su, 不要在",
)
const FILLERS = wordList(
  "please, pls, also, then, bitte, por favor, per favore, пожалуйста, from now on, ab jetzt, ab sofort, à partir de maintenant, désormais, a partir de ahora, a partir de agora, d'ora in poi, отныне",
)
const UNSPACED_FILLERS = /^(?:请|也|以后|今后|从现在起|从现在开始|并且|而且|同时)+/
const ANSWER = /^\s*(?:(?:no|nope|nein|non|não|нет|不)\s*)+(?:[,，.!]|$)/iu

interface Clause {
  readonly begins: "norm" | "act" | "subject" | null
  readonly denies: boolean
  readonly uses: boolean
  readonly noun: boolean
}
function clauseOf(text: string): Clause {
  const words = wordsSaid(text.slice(0, LONGEST_HEAD).replace(ANSWER, "").replace(UNSPACED_FILLERS, ""))
  let at = 0
  for (let n = FILLERS.opens(words); n > 0; n = FILLERS.opens(words, at)) at += n
  const head = words.slice(at, at + NEAR)
  const begins = (): Clause["begins"] => {
    if (NONE.opens(head) > 0) return null
    if (NORMS.opens(head) > 0 || ADVERBS.opens(head, 1) > 0) return "norm"
    if (ACTS.opens(head) > 0) return "act"
    const modal = MODALS.find(head)
    return modal !== null && modal[0] > 0 && PRONOUNS.opens(head) === 0 ? "subject" : null
  }
  return { begins: begins(), denies: DENIES.has(head), uses: USES.has(head), noun: DENIES_NOUN.opens(head) > 0 }
}
const NEAR = 4
const LONGEST_HEAD = 120

/** "never use npm, always use pnpm", "no default exports, use named ones": two sides of one choice. */
function isChoice(a: Clause, b: Clause, joined: boolean): boolean {
  if (a.denies === b.denies) return false
  const [denied, picked] = a.denies ? [a, b] : [b, a]
  return picked.uses && (denied.uses || (denied.noun && !joined))
}

const BETWEEN =
  /(?<mark>[,;.!，；]?)\s*(?:\s(?<and>and|plus|und|et|y|e|и)\s+(?:also\s+)?|(?<=[，；])(?<also>并且|而且|同时))|[,;]\s+|[，；]/giu
/** So many words, "please" not counted, or enough signs of a script without blanks. */
const hasWords = (text: string, least: number): boolean =>
  text
    .trim()
    .split(/\s+/)
    .filter(word => !FILLERS.has(wordsSaid(word))).length >= least || /[\u3040-\u30ff\u4e00-\u9fff]{4}/.test(text)
const isOpen = (text: string): boolean => /[([{"“][^)\]}"”]*$/.test(text)

/** "use vitest and never commit snapshots": where one wish ends and the next begins. One stretch when there is only one. */
export function wishesIn(sentence: string): readonly (readonly [from: number, to: number])[] {
  const whole = [[0, sentence.length]] as const
  if (sentence.length > LONGEST_PARTED) return whole
  const parts: [number, number][] = [[0, sentence.length]]
  for (const m of sentence.matchAll(BETWEEN)) {
    const at = m.index + m[0].length
    const last = parts.at(-1)!
    const [said, rest] = [sentence.slice(last[0], m.index), sentence.slice(at)]
    // more than a name stands behind the word that makes it a wish
    if (isOpen(said) || !hasWords(said, 2) || !hasWords(rest.split(/[,;，；]/)[0]!, 3)) continue
    const [before, next] = [clauseOf(said), clauseOf(rest)]
    const joined = m.groups?.and !== undefined || m.groups?.also !== undefined || m[0].startsWith(";")
    const begins =
      next.begins === "subject"
        ? joined && m.groups?.mark !== ""
        : before.begins !== "subject" &&
          (next.begins === "norm" || (next.begins === "act" && joined && before.begins !== "act"))
    if (before.begins === null || !begins || isChoice(before, next, joined)) continue
    last[1] = m.index
    parts.push([at, sentence.length])
  }
  return parts.length > MOST ? whole : parts
}
const LONGEST_PARTED = 500
const MOST = 4
