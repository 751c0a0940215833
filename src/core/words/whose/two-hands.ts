// Text that may have been put in by another hand, by how the prompt is made: a tidy passage above a short request, a heading
// with text below it, a letter to somebody, clean statements and then a question about them. Not sure enough to be called
// foreign (own-words.ts does that): what stands here waits in Review for a nod. Takes the masked text.
import { kindOf } from "../feedback/clauses.ts"
import { type Part, sentenceParts } from "../sentences.ts"
import { wordList, wordsSaid } from "../word-list.ts"
import { isProper } from "./handed-text.ts"
import { CODE, GONE } from "./mask.ts"

type Range = readonly [from: number, to: number]

interface Block {
  readonly from: number
  readonly to: number
  readonly sentences: readonly Part[]
  readonly text: string
}

const FIRST_PERSON = wordList("i, i'm, i'd, i've, i'll, my, me, mine")
const GREETED = wordList(
  "hi, hello, hey, dear, good morning, good afternoon, sehr geehrte, sehr geehrter, sehr geehrten, liebe, lieber, hallo, bonjour, cher, chère, hola, estimado, estimada",
)
/** To these one speaks without writing a letter. */
const AT_HAND = wordList("there, again, claude, mate, buddy, man, bot, agent, so, can, could, please, i, we, bro, dude")
/** A farewell on a line of its own, and a name below it. Thanks alone are what one types to an agent too. */
const FAREWELLS = wordList(
  "best regards, kind regards, warm regards, many regards, best wishes, kind wishes, warm wishes, regards, best, sincerely, yours, yours truly, cordialement, bien à vous, bien cordialement, mit freundlichen grüßen, viele grüße, beste grüße, liebe grüße, schöne grüße, mfg, vg, lg, saludos, un saludo, atentamente, saluti, cordiali saluti, atenciosamente, abraços, vriendelijke groet, vriendelijke groeten, met vriendelijke groet, med vänlig hälsning, med vänliga hälsningar, pozdrawiam",
)

/** "Hi Lena, …": a greeting to a name, with a mark behind it. */
function greets(line: string): boolean {
  const words = wordsSaid(line)
  const greeting = GREETED.opens(words)
  if (greeting === 0 || AT_HAND.opens(words, greeting) > 0) return false
  return /^\p{L}[\p{L} ]*? \p{Lu}[^.!?]{0,60}[,!]/u.test(line.trim())
}
function isLetter(masked: string): boolean {
  const lines = masked.split("\n").filter(line => line.trim() !== "")
  const isFarewell = (line: string): boolean => FAREWELLS.opens(wordsSaid(line)) === Math.max(1, wordsSaid(line).length)
  return lines.some(greets) || lines.slice(1, -1).some(isFarewell)
}

const said = (masked: string, s: Part): string =>
  masked.slice(s.start, s.end).replaceAll(GONE, "").replaceAll(CODE, "¤").trim()
const isOfSpeaker = (masked: string, s: Part): boolean => FIRST_PERSON.has(wordsSaid(said(masked, s)))

function blocksOf(masked: string): readonly Block[] {
  const all = sentenceParts(masked)
  const out: Block[] = []
  const gaps = /\n[ \t]*\n/.test(masked) ? /\n[ \t]*\n\s*/g : /\n+/g
  let [from, next] = [0, 0]
  const push = (to: number): void => {
    const first = next
    while (next < all.length && all[next]!.start < to) next++
    const sentences = all.slice(first, next)
    if (sentences.length > 0) out.push({ from, to, sentences, text: masked.slice(from, to) })
  }
  for (const gap of masked.matchAll(gaps)) {
    push(gap.index)
    from = gap.index + gap[0].length
  }
  push(masked.length)
  return out
}

/** A first line without a stop, of few words, with text under it. */
function isHeaded(block: Block): boolean {
  const [first = "", ...rest] = block.text.split("\n").filter(line => line.trim() !== "")
  if (rest.length === 0 || first.split(/\s+/).length > 7) return false
  return /^\s*[#*\d\p{Lu}v]/u.test(first) && !/[.!?:,]\s*$/.test(first)
}
const isTidy = ({ sentences }: Block, masked: string): boolean =>
  isProper(masked, sentences[0]!) && sentences.filter(s => isProper(masked, s)).length * 2 >= sentences.length
const asks = (block: Block, masked: string): boolean =>
  block.sentences.some(s => ["question", "task"].includes(kindOf(wordsSaid(said(masked, s)), s.stop === "?")))
const LONGEST_ASK = 45

/** Ranges that somebody else may have written. */
export function twoHands(masked: string): readonly Range[] {
  const blocks = blocksOf(masked)
  const last = blocks.at(-1)
  if (last === undefined) return []
  if (isLetter(masked)) return [[0, blocks.length > 1 && asks(last, masked) ? last.from : masked.length]]
  if (blocks.length === 1) return inOneBreath(last, masked)
  if (last.text.split(/\s+/).length > LONGEST_ASK || (isTidy(last, masked) && !asks(last, masked))) return []
  return blocks
    .slice(0, -1)
    .filter(({ sentences }) => sentences.length > 1 || !isOfSpeaker(masked, sentences[0]!))
    .filter(block => isHeaded(block) || isTidy(block, masked))
    .map(({ from, to }) => [from, to])
}

/** On one line: clean statements of nobody in particular, and then a question. */
function inOneBreath({ from, sentences }: Block, masked: string): readonly Range[] {
  const before = sentences.slice(0, -1)
  const last = sentences.at(-1)!
  const clean = before.every(s => isProper(masked, s) && !isOfSpeaker(masked, s))
  return clean && before.length > 0 && last.stop === "?" ? [[from, last.start]] : []
}
