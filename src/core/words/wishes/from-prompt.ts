// Proposals from what the user typed. What lasts is the ear's to say (core/words/ear); by hand are only whose words they are, the
// exact stretch, and guards that each have a reason. Admission decides; nothing is stored here.

import { ownership } from "../../admission/anchor.ts"
import type { Author } from "../../model.ts"
import type { Heard, HearWork } from "../ear/hear.ts"
import type { EarKind } from "../ear/model.ts"
import { type Stance, statedBy } from "../ear/stance.ts"
import { negations, stemsOf } from "../similar.ts"
import { normaliseStatement } from "../statement.ts"
import { CODE, GONE } from "../whose/mask.ts"
import { type OwnWords, ownWords } from "../whose/own-words.ts"
import { each, wordList } from "../word-list.ts"
import { wishesIn } from "./clauses.ts"
import { fillerLength, plain, wordsOf } from "./filler.ts"
import { judgedLength, onlyJudges, tellsOfAgent } from "./judged.ts"
import { saysHowFar } from "./said-scope.ts"

/** Reads a message after the end of what the agent said. */
export interface Hear {
  (text: string, previous: string): Heard
  /** only what it says of the work, by counting: for one sentence more, where somebody waits */
  readonly work: HearWork
}

export interface PromptInput {
  readonly text: string
  readonly agentTail: string | null
  readonly author: Author
  readonly interactive: boolean
}
type ProposedKind = "preference" | "constraint" | "decision" | "fact"
export interface PromptProposal {
  readonly kind: ProposedKind
  readonly statement: string
  /** UTF-16 offsets into the prompt as given */
  readonly start: number
  readonly end: number
  /** chance that it lasts */
  readonly p: number
  /** kept at once; false: only heard */
  readonly sure: boolean
  /** false: likely meant for this time only; counts when it comes back (core/again) */
  readonly heard: boolean
  /** it says itself that it is for this time, or what is to be done now: it replaces nothing; absent = it does not */
  readonly passing?: true
  /** kept at once only for how plainly it is said: "use yarn to add lodash" may be a task, and takes no wish's place unasked */
  readonly plainly?: true
  /** the sentence behind it that says how far it reaches; absent = none does */
  readonly reach?: string
}
const KIND: Readonly<Record<EarKind, ProposedKind>> = {
  rule: "constraint",
  proc: "constraint",
  pref: "preference",
  fact: "fact",
  decision: "decision",
}
/** The kind of a statement that somebody made on purpose: of the sentence that says most. */
export function kindOfWords(hear: Hear, text: string): ProposedKind {
  const best = hear(text, "").stretches.toSorted((a, b) => b.p - a.p)[0]
  return best === undefined ? "preference" : KIND[best.kind]
}

const MOST = 12
/** Of what was only said. Nobody gives an order in passing in a long message. */
const MOST_SAID = 24
const LONGEST_SAID = 2000

export const proposeFromPrompt = (hear: Hear, input: PromptInput): readonly PromptProposal[] =>
  ownClauses(hear, input).filter(p => p.heard)

/** Everything that the user states or asks for in words of their own, whether it lasts or not. */
export function ownClauses(hear: Hear, input: PromptInput): readonly PromptProposal[] {
  if (input.author !== "user" || !input.interactive) return []
  const message = heardOf(hear, input)
  const out: PromptProposal[] = []
  const seen = new Set<string>()
  for (const stretch of message.heard.stretches) {
    const masked = message.own.masked.slice(stretch.start, stretch.end)
    if (takesBack(masked)) out.length = 0
    else if (out.length > 0 && saysHowFar(masked)) out.push({ ...out.pop()!, reach: masked })
    else
      for (const wish of wishesOf(message, stretch, masked, out.length)) {
        const key = wish.statement.toLowerCase()
        if (seen.has(key) || NO_WISH.some(drops => drops(wish, message))) continue
        seen.add(key)
        out.push(proposalOf(wish))
      }
  }
  const [lasting, said] = [out.filter(p => p.heard), out.filter(p => !p.heard)]
  return [...lasting.slice(0, MOST), ...said.slice(0, MOST_SAID)]
}

interface Message {
  readonly hear: Hear
  readonly input: PromptInput
  readonly own: OwnWords
  readonly heard: Heard
  /** part of it is somebody else's: a remark beside that is about that, and no plain speech, however short it is */
  readonly handed: boolean
}
function heardOf(hear: Hear, input: PromptInput): Message {
  const own = ownWords(input.text, input.agentTail)
  const heard = hear(own.typed, (input.agentTail ?? "").slice(-600))
  return { hear, input, own, heard, handed: own.masked.includes(GONE) }
}

/** One clause of a sentence, and what is known of it. */
interface Wish extends Pick<PromptProposal, "start" | "end" | "statement"> {
  readonly stretch: Stretch
  readonly meant: Stance
  readonly lasts: boolean
  /** what the ear is sure of by itself, without what being said plainly is worth */
  readonly isSure: boolean
  readonly sure: boolean
  readonly asked: boolean
  readonly passing: boolean
  readonly blames: boolean
  /** a complaint stands before it in its sentence */
  readonly behindBlame: boolean
}
type Stretch = Heard["stretches"][number]

function wishesOf(message: Message, stretch: Stretch, masked: string, already: number): readonly Wish[] {
  const { input, own, heard, handed } = message
  const asked = asksMemory(masked)
  const level = handed ? stretch.among : stretch.level
  const lasts = level !== "unlikely" || asked
  if (!lasts && (input.text.length > LONGEST_SAID || input.text.startsWith("/") || already >= MOST_SAID)) return []
  if ((!lasts && /[?？]\s*$/.test(masked)) || leadsOn(own, stretch.start, stretch.end)) return []
  const { stance } = message.hear.work
  const alone = heard.stretches.length === 1 && !handed && heard.complaint < 0.5
  const isSure = stretch.among === "sure"
  return wishesIn(masked).flatMap(([from, to]) => {
    const behind = from + judgedLength(stance, masked.slice(from, to))
    const stated = quoted(own, stretch.start + behind, stretch.start + to)
    if (stated === null) return []
    const meant = stance(masked.slice(behind, to))
    const once = forOnce(masked)
    const passing = once || (lasts && passes(meant, isSure))
    const blames = tellsOfAgent(stated.statement)
    const tells = blames || meant.told >= (isSure ? TELLS.surely : TELLS.plainly)
    const vague = isScrap(stated.statement) || stopsNow(stated.statement)
    const firm = level === "sure" || (lasts && alone && meant.own >= SURELY)
    const sure = (asked && !once && meant.told < TELLS.surely) || (firm && !passing && !tells && !vague)
    return { ...stated, stretch, meant, lasts, isSure, sure, asked, passing, blames, behindBlame: behind > from }
  })
}

/** What is no wish of the user's, whatever it sounds like. */
const NO_WISH: readonly ((wish: Wish, message: Message) => boolean)[] = [
  // "you keep writing summaries, it is annoying": what stands behind a complaint has to last by itself
  ({ behindBlame, lasts, statement }, { hear }) =>
    behindBlame && lasts && hear(statement, "").stretches.every(s => s.level === "unlikely"),
  ({ lasts, statement }) => !lasts && !comparable(statement),
  // somebody else's, asked, supposed, reported or denied
  ({ start, end, lasts }, { hear, input, own }) => {
    const states = statedBy(hear.work.stance, lasts ? undefined : SURELY_NOT)
    const stands = ownership(input.text.slice(start, end), input.text, states, own)
    return stands !== "own" && (stands !== "doubted" || !lasts)
  },
  ({ meant }) => meant.habit >= HABIT,
  // what the ear is sure of may sound like a complaint: "errors are returned, not thrown"
  ({ sure, blames, lasts }) => !sure && blames && !lasts,
  ({ sure, statement }, { hear, heard }) => !sure && onlyJudges(hear.work, heard, statement),
]

const proposalOf = (wish: Wish): PromptProposal => ({
  ...{ start: wish.start, end: wish.end, statement: wish.statement, kind: KIND[wish.stretch.kind] },
  ...{ p: Math.round(wish.stretch.p * 1000) / 1000, sure: wish.sure, heard: wish.lasts },
  ...(wish.passing ? { passing: true } : {}),
  ...(wish.sure && !wish.asked && !wish.isSure && mayBeStep(wish.meant) && negations(wish.statement) === 0
    ? { plainly: true }
    : {}),
})

/** Meant for good beyond doubt: enough for what is the whole of a message and was only heard. */
const SURELY = 0.85
/** For this time, or something to do now: it may be heard, and is never kept at once. What people's own messages make sure of needs less. */
export const passes = ({ now }: Stance, isSure = false): boolean => now >= (isSure ? 0.6 : 0.35)
/** Not surely for good, and perhaps a step of the work at hand; what turns something down is none. */
const mayBeStep = ({ own, now }: Stance): boolean => own < SURELY && now >= STEP
const STEP = 0.1
/** Enough to tell what the agent does ("you're on the wrong branch") rather than to wish. */
const TELLS = { surely: 0.5, plainly: 0.25 }
/** "you keep using npm": kept as a wish it would ask for what was complained of. */
const HABIT = 0.4
/** What is only compared with what was said elsewhere states something until the contrary is plain. */
const SURELY_NOT = 0.9

/** Said for this time only: a closed class of words, in each tongue. */
const THIS_TIME = wordList(
  `for now, this time, just once, only once, this once, today, tonight, for the moment, for the time being, in the meantime, temporarily, right now, ${each("for this, in this, during this", "task, run, pr, commit, one, change, ticket, session")}, pour l'instant, cette fois, cette fois-ci, aujourd'hui, provisoirement, por ahora, esta vez, hoy, por enquanto, desta vez, hoje, fürs erste, vorerst, diesmal, dieses mal, heute, ausnahmsweise, 这次, 这一次, 暂时, 今天, 今回, 今日, на этот раз, в этот раз, сегодня, пока что`,
)
const UNTIL = wordList("until, till, jusqu'à, hasta, até, bis, до")
const NOT = wordList("not, don't, never, no, can't, cannot, nothing, nobody, always, every, keep")
/** "use npm until it is fixed", but "don't merge until it is green" waits for the same thing every time. */
export function forOnce(masked: string): boolean {
  const words = wordsOf(masked)
  const today = THIS_TIME.find(words)
  const until = UNTIL.find(words)
  return (
    (today !== null && words[today[0] - 1] !== "from") ||
    (until !== null && !NOT.has(words.slice(0, Math.min(2, until[0])))) ||
    words.at(-1) === "yet"
  )
}

/** "session repo", "you should be": two words, or words that say nothing by themselves, are heard, not kept at once. */
const isScrap = (statement: string): boolean =>
  !saysUnspaced(statement) && ((statement.match(WORDS) ?? []).length < 3 || stemsOf(statement).size === 0)
/** A sign of a script without blanks says about as much as a word: 别用 npm has three. */
const WORDS = /[\u3040-\u30ff\u4e00-\u9fff]|[^\s\u3040-\u30ff\u4e00-\u9fff]+/g
/** Enough characters of a script that writes without spaces, names in another between them or not. */
const saysUnspaced = (text: string): boolean => (text.match(/[\u3040-\u30ff\u4e00-\u9fff]/g) ?? []).length >= 4

/** "do not commit anything", "don't touch it", "stop it please": who forbids a step altogether, and says no *never*, means the work at hand. */
function stopsNow(statement: string): boolean {
  const words = wordsOf(statement.split(",")[0]!).filter(word => word !== "please")
  const [ban, end] = [STOPS.opens(words), ENDS.opens(words)]
  const rest = words.slice(ban + end)
  return (ban > 0 && rest.length < 2) || (ban + end > 0 && rest.length < 4 && AT_HAND.has(rest.slice(-1)))
}
const STOPS = wordList("do not, don't, dont, don’t")
const ENDS = wordList("stop, stop doing, quit")
const AT_HAND = wordList("anything, everything, it, this, that, these, those, them, now")

const STEMS = [2, 16] as const
/** So many words that it can be told whether it is the same again. */
function comparable(statement: string): boolean {
  const { size } = stemsOf(statement)
  return size >= STEMS[0] && size <= STEMS[1]
}

/** "the commit message should be:", "I don't agree with «…»": says nothing by itself, and what follows may be anybody's. */
export const leadsOn = ({ masked }: OwnWords, start: number, end: number): boolean =>
  /(?:[:>→]|\s[-–—])\s*$/.test(masked.slice(start, end)) || /^[^\S\n]*\ue000/.test(masked.slice(end))

const TAKEN_BACK = wordList(
  `${each("scratch, scrap, strike, forget, ignore, cancel", "that, this, it, what i")}, just kidding, jk, on second thought, on second thoughts, nevermind, nvm`,
)
/** "always use yarn. no wait, scratch that" */
export const takesBack = (masked: string): boolean => TAKEN_BACK.opens(wordsOf(masked)) > 0

/** The memory is asked for by name: nothing is left to be guessed. "Remember to save the file" asks for no memory. */
const ASKS_MEMORY = wordList(
  "going forward, remember that, keep in mind that, for future reference, for later reference, souviens-toi que, recuerda que, lembre-se que, lembre-se de que, merk dir, merke dir, 请记住, 記住, 记住",
)
const REMEMBER = /^\W*(?:please |pls )?(?:remember|souviens-toi|lembre-se) ?[:,]/i
/** Wherever it stands in the sentence. */
const FROM_NOW = wordList(
  "from now on, from today on, from here on, from here on out, à partir de maintenant, à partir d'aujourd'hui, dorénavant, désormais, a partir de ahora, de ahora en adelante, a partir de agora, de agora em diante, daqui em diante, daqui pra frente, daqui para a frente, ab jetzt, ab sofort, ab heute, von jetzt an, von nun an, künftig, d'ora in poi, da ora in poi, vanaf nu, voortaan, od teraz, отныне, впредь, с этого момента, 从现在起, 从现在开始, 今後は, これからは, 앞으로는, 이제부터",
)
function asksMemory(masked: string): boolean {
  const words = wordsOf(masked)
  const bare = plain(masked)
  return FROM_NOW.has(words) || ASKS_MEMORY.opens(words) > 0 || REMEMBER.test(bare.slice(fillerLength(bare)))
}

/** Drops leading filler and trailing quoted matter, so that the stretch holds only what the user said. */
function quoted(
  own: OwnWords,
  start: number,
  end: number,
): { readonly start: number; readonly end: number; readonly statement: string } | null {
  let from = start + fillerLength(own.masked.slice(start, end).toLowerCase())
  let to = end
  const blank = (c: string): boolean => c === GONE || /\s/.test(c)
  while (from < to && blank(own.masked[from]!)) from++
  while (to > from && (blank(own.masked[to - 1]!) || /[.!?;,。！？；，]/.test(own.masked[to - 1]!))) to--
  const typed = own.masked.slice(from, to).replaceAll(GONE, "").replaceAll(CODE, "")
  // one lone word is a heading or an answer, unless the script writes without spaces
  if ((typed.match(/\p{L}{2,}/gu) ?? []).length < 2 && !saysUnspaced(typed)) return null
  const first = own.origin(from)
  const last = own.origin(to - 1) + 1
  const statement = normaliseStatement(own.text.slice(from, to))
  if (own.tampered(first, last) || statement.length < 4) return null
  return { start: first, end: last, statement }
}
