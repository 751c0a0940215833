// Text that may have been put in by another hand, by how the prompt is made: a tidy passage beside a short request, a heading
// with text below it, a letter to somebody, clean statements and then a question about them. Not sure enough to be called
// foreign (own-words.ts does that): what stands here waits in Review for a nod. Takes the masked text.
import { type Sentence, sentencesOf } from "./clauses.ts"
import { CODE, GONE } from "./mask.ts"

type Range = readonly [from: number, to: number]

interface Block {
  readonly from: number
  readonly to: number
  readonly sentences: readonly Sentence[]
  readonly text: string
}

const FIRST_PERSON = /\b(?:i|i'm|i'd|i've|i'll|my|me|mine)\b/i
const CONNECTS =
  /^\W*(?:also|and|btw|by the way|oh|ps|p\.s|plus|please|pls|note|one more|another|finally|lastly|last|additionally|remember|from (?:now|here|today)|going forward|important|but|so|then|next time|in general|generally|always|never|don't|i|i'm|i'd|my|we|our|you|your|for (?:future|all|any|every)|und|bitte|et|y|por favor)\b/i
const ASKS =
  /^(?:[\w']+[,:]? ){0,2}(?:why|what|what's|how|which|who|who's|where|when|do|does|did|is|are|was|should|would|could|can|will|has|have|any)\b/i
const ORDERS =
  /^(?:(?:ok|okay|so|please|pls|now|lol|haha|just|and|then|hey|hi)[,. ]+){0,3}(?:add|fix|implement|create|remove|delete|rename|change|update|check|look|take|refactor|move|revert|find|build|make|write|draft|draw|generate|turn|convert|extract|summari[sz]e|translate|explain|count|list|prepare|set|put|squash|repro|chart|sum|estimate|show|tell|give|help|do|implement|compare|apply|port|migrate|rewrite|shorten|format|parse|grep|see|run|plot|reply|answer)\b/i
const LETTER =
  /(?:^|\n)[ \t]*(?:hi|hello|hey|dear|good (?:morning|afternoon)|sehr geehrte[rn]?|liebe[r]?|hallo|bonjour|cher|chère|hola|estimad[oa])\s+(?!there\b|again\b|claude\b|mate\b|buddy\b|man\b|bot\b|agent\b|so\b|can\b|could\b|please\b|i\b|we\b|bro\b|dude\b)(?:\p{Lu}[\p{L}'-]+|team|all|everyone|folks|customers?|users?|colleagues|sir|madam|herr|frau)\b[^.!?\n]{0,40}[,!\n]/iu
/** A farewell on a line of its own, and a name below it. Thanks alone are what one types to an agent too. */
const SIGNED =
  /\n[ \t]*(?:(?:best|kind|warm|many) (?:regards|wishes)|regards|best|sincerely|yours(?: truly)?|cordialement|bien (?:à vous|cordialement)|mit freundlichen grüßen|(?:viele|beste|liebe|schöne) grüße|mfg|vg|lg|saludos|un saludo|atentamente|(?:cordiali )?saluti|atenciosamente|abraços|(?:met )?vriendelijke groet(?:en)?|(?:med )?vänlig(?:a)? hälsning(?:ar)?|pozdrawiam)[,!.]?[ \t]*\n\s*[-–—]?[ \t]*\p{L}/iu
const HEADING_VERB =
  /^(?:please|pls|can|could|fix|add|make|use|change|update|run|let|do|don't|no|yes|ok|we|i|you|my|our)\b/i

/** A line that was taken out: what stands between two of them is part of the same conversation. */
const GONE_LINE = new RegExp(`(?:^|\\n)[ \\t]*${GONE}{4,}[ \\t]*(?:\\n|$)`)
const isProper = (s: Sentence, masked: string): boolean =>
  /^[^\p{L}\p{N}]{0,4}[\p{Lu}\p{N}]/u.test(masked.slice(s.start, s.end)) && /[.!]/.test(s.stop)
const said = (masked: string, s: Sentence): string =>
  masked.slice(s.start, s.end).replaceAll(GONE, "").replaceAll(CODE, "¤").trim()

function blocksOf(masked: string): readonly Block[] {
  const all = sentencesOf(masked)
  const out: Block[] = []
  const gaps = /\n[ \t]*\n/.test(masked) ? /\n[ \t]*\n\s*/g : /\n+/g
  let from = 0
  const push = (to: number): void => {
    const sentences = all.filter(s => s.start >= from && s.start < to)
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
  return /^\s*[#*\d\p{Lu}v]/u.test(first) && !HEADING_VERB.test(first.trim())
}
function isTidy(block: Block, masked: string): boolean {
  const proper = block.sentences.filter(s => isProper(s, masked)).length
  if (!isProper(block.sentences[0]!, masked)) return false
  return proper * 2 >= block.sentences.length
}
const asks = (block: Block, masked: string): boolean =>
  block.sentences.some(s => s.stop === "?" || ASKS.test(said(masked, s)) || ORDERS.test(said(masked, s)))
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
  if (LETTER.test(masked) || SIGNED.test(masked))
    return blocks.length > 1 && asks(last, masked) ? [[0, last.from]] : [whole]
  if (blocks.length === 1) return inOneBreath(first, masked)
  const out: Range[] = []
  if (isShort(last) && (asks(last, masked) || !isTidy(last, masked))) {
    for (const block of blocks.slice(0, -1)) {
      const own = block.sentences.length === 1 && FIRST_PERSON.test(said(masked, block.sentences[0]!))
      const between = GONE_LINE.test(masked.slice(0, block.from)) && GONE_LINE.test(masked.slice(block.to))
      if (between || (!own && (isHeaded(block) || isTidy(block, masked)))) out.push([block.from, block.to])
    }
  }
  if (asks(first, masked) && isShort(first)) {
    for (const block of blocks.slice(1))
      if (
        !CONNECTS.test(block.text) &&
        !FIRST_PERSON.test(block.text) &&
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
  const clean = before.every(s => isProper(s, masked)) && !before.some(s => FIRST_PERSON.test(said(masked, s)))
  return clean ? [[block.from, last.start]] : []
}
