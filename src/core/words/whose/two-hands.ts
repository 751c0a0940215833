// Text that may have been put in by another hand, by how the prompt is made: a tidy passage beside a short request, a heading
// with text below it, a letter to somebody, clean statements and then a question about them. Not sure enough to be called
// foreign (own-words.ts does that): what stands here waits in Review for a nod. Takes the masked text.
import { kindOf } from "../feedback/clauses.ts"
import { type Part, sentenceParts } from "../sentences.ts"
import { wordList, wordsSaid } from "../word-list.ts"
import { CODE, GONE } from "./mask.ts"

type Range = readonly [from: number, to: number]

interface Block {
  readonly from: number
  readonly to: number
  readonly sentences: readonly Part[]
  readonly text: string
}

const FIRST_PERSON = wordList("i, i'm, i'd, i've, i'll, my, me, mine")
const CONNECTS = wordList(
  "also, and, btw, by the way, oh, ps, p.s, plus, please, pls, note, one more, another, finally, lastly, last, additionally, remember, from now, from here, from today, going forward, important, but, so, then, next time, in general, generally, always, never, don't, i, i'm, i'd, my, we, our, you, your, for future, for all, for any, for every, und, bitte, et, y, por favor",
)
const GREETED = wordList(
  "hi, hello, hey, dear, good morning, good afternoon, sehr geehrte, sehr geehrter, sehr geehrten, liebe, lieber, hallo, bonjour, cher, chère, hola, estimado, estimada",
)
/** To these one speaks without writing a letter. */
const AT_HAND = wordList("there, again, claude, mate, buddy, man, bot, agent, so, can, could, please, i, we, bro, dude")
const ADDRESSED = wordList(
  "team, all, everyone, folks, customer, customers, user, users, colleagues, sir, madam, herr, frau",
)
/** A farewell on a line of its own, and a name below it. Thanks alone are what one types to an agent too. */
const FAREWELLS = wordList(
  "best regards, kind regards, warm regards, many regards, best wishes, kind wishes, warm wishes, regards, best, sincerely, yours, yours truly, cordialement, bien à vous, bien cordialement, mit freundlichen grüßen, viele grüße, beste grüße, liebe grüße, schöne grüße, mfg, vg, lg, saludos, un saludo, atentamente, saluti, cordiali saluti, atenciosamente, abraços, vriendelijke groet, vriendelijke groeten, met vriendelijke groet, med vänlig hälsning, med vänliga hälsningar, pozdrawiam",
)
const SPOKEN_FIRST = wordList(
  "please, pls, can, could, fix, add, make, use, change, update, run, let, do, don't, no, yes, ok, we, i, you, my, our",
)

/** "Dear customers, …": a greeting to a name or to many, with a mark behind it. */
function greets(line: string): boolean {
  const words = wordsSaid(line)
  const greeting = GREETED.opens(words)
  if (greeting === 0 || AT_HAND.opens(words, greeting) > 0) return false
  const named = /^\s*\p{L}[\p{L} ]*?\s\p{Lu}/u.test(line.trim().slice(0, 40)) || ADDRESSED.opens(words, greeting) > 0
  return named && (line.trim().length < 60 || /^[^.!?]{0,60}[,!]/.test(line.trim()))
}
function isLetter(masked: string): boolean {
  const lines = masked.split("\n").filter(line => line.trim() !== "")
  const isFarewell = (line: string): boolean =>
    FAREWELLS.opens(wordsSaid(line)) === wordsSaid(line).length && wordsSaid(line).length > 0
  return lines.some(greets) || lines.some((line, i) => i > 0 && i + 1 < lines.length && isFarewell(line))
}

/** A line that was taken out: what stands between two of them is part of the same conversation. */
const GONE_LINE = new RegExp(`(?:^|\\n)[ \\t]*${GONE}{4,}[ \\t]*(?:\\n|$)`)
const isProper = (s: Part, masked: string): boolean =>
  /^[^\p{L}\p{N}]{0,4}[\p{Lu}\p{N}]/u.test(masked.slice(s.start, s.end)) && /[.!]/.test(s.stop)
const said = (masked: string, s: Part): string =>
  masked.slice(s.start, s.end).replaceAll(GONE, "").replaceAll(CODE, "¤").trim()

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
  if (rest.length === 0 || first.split(/\s+/).length > 7 || /[.!?:,]\s*$/.test(first)) return false
  return /^\s*[#*\d\p{Lu}v]/u.test(first) && SPOKEN_FIRST.opens(wordsSaid(first)) === 0
}
function isTidy(block: Block, masked: string): boolean {
  const proper = block.sentences.filter(s => isProper(s, masked)).length
  if (!isProper(block.sentences[0]!, masked)) return false
  return proper * 2 >= block.sentences.length
}
const asks = (block: Block, masked: string): boolean =>
  block.sentences.some(s => ["question", "task"].includes(kindOf(wordsSaid(said(masked, s)), s.stop === "?")))
const isShort = (block: Block): boolean => block.text.split(/\s+/).length <= LONGEST_ASK
const LONGEST_ASK = 45
const MOST_AFTER = 6

/** Ranges that somebody else may have written. */
export function twoHands(masked: string): readonly Range[] {
  const blocks = blocksOf(masked)
  const first = blocks[0]
  const last = blocks[blocks.length - 1]
  if (first === undefined || last === undefined) return []
  const whole: Range = [0, masked.length]
  if (isLetter(masked)) return blocks.length > 1 && asks(last, masked) ? [[0, last.from]] : [whole]
  if (blocks.length === 1) return inOneBreath(first, masked)
  const out: Range[] = []
  if (isShort(last) && (asks(last, masked) || !isTidy(last, masked))) {
    for (const block of blocks.slice(0, -1)) {
      const own = block.sentences.length === 1 && FIRST_PERSON.has(wordsSaid(said(masked, block.sentences[0]!)))
      const between = GONE_LINE.test(masked.slice(0, block.from)) && GONE_LINE.test(masked.slice(block.to))
      if (between || (!own && (isHeaded(block) || isTidy(block, masked)))) out.push([block.from, block.to])
    }
  }
  if (asks(first, masked) && isShort(first)) {
    for (const block of blocks.slice(1))
      if (
        CONNECTS.opens(wordsSaid(block.text)) === 0 &&
        !FIRST_PERSON.has(wordsSaid(block.text)) &&
        (isHeaded(block) || (isTidy(block, masked) && block.sentences.length >= 2))
      )
        out.push([block.from, block.to])
  }
  return out
}

/** On one line: clean statements of nobody in particular, and then a question. */
function inOneBreath(block: Block, masked: string): readonly Range[] {
  const asked = block.sentences.findIndex(s => s.stop === "?")
  const last = block.sentences[asked]
  const before = block.sentences.slice(0, Math.max(0, asked))
  // a few words may follow the question: "see terms.txt"
  const more = block.sentences.slice(asked + 1).reduce((sum, s) => sum + said(masked, s).split(/\s+/).length, 0)
  if (last === undefined || before.length === 0 || more > MOST_AFTER) return []
  const clean =
    before.every(s => isProper(s, masked)) && !before.some(s => FIRST_PERSON.has(wordsSaid(said(masked, s))))
  return clean ? [[block.from, last.start]] : []
}
