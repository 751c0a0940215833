// Proposals from what the user typed. What lasts is the ear's to say (core/words/ear); by hand are only whose words they are, the
// exact stretch, and guards that each have a reason. Admission decides; nothing is stored here.

import { standing } from "../../admission/anchor.ts"
import type { Author } from "../../model.ts"
import type { Heard } from "../ear/hear.ts"
import type { EarKind } from "../ear/model.ts"
import { stemsOf } from "../similar.ts"
import { normaliseStatement } from "../statement.ts"
import { CODE, GONE } from "../whose/mask.ts"
import { type OwnWords, ownWords } from "../whose/own-words.ts"
import { each, wordList, wordsIn, wordsSaid } from "../word-list.ts"
import { fillerLength, plain } from "./asserted.ts"
import { wishesIn } from "./clauses.ts"
import { habitLength } from "./habit.ts"

/** Reads a message after the end of what the agent said. */
export type Hear = (text: string, previous: string) => Heard
type Stretch = Heard["stretches"][number]

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
  const own = ownWords(input.text, input.agentTail)
  // what others wrote may not speak for what stands beside it
  const typed = own.text.replace(/./gsu, (c, at: number) => (own.masked[at] === GONE ? " ".repeat(c.length) : c))
  const heard = hear(typed, (input.agentTail ?? "").slice(-600))
  const alone = input.agentTail ? ownWords(input.text) : own
  // a remark beside what somebody else wrote is about that: it is not plain speech, however short it is
  const handed = own.masked.includes(GONE)
  const out: PromptProposal[] = []
  const seen = new Set<string>()
  for (const said of heard.stretches) {
    const masked = own.masked.slice(said.start, said.end)
    const stretch = heard.stretches.length === 1 ? withoutReason(hear, typed, said) : said
    const level = handed ? stretch.among : stretch.level
    if (takesBack(masked)) {
      out.length = 0
      continue
    }
    const asked = asksMemory(masked)
    const lasts = level !== "unlikely" || asked
    if (!lasts && (input.text.length > LONGEST_SAID || input.text.startsWith("/") || out.length >= MOST_SAID)) continue
    if (isForeign(masked) || leadsOn(own, stretch.start, stretch.end)) continue
    for (const [from, to] of wishesIn(masked)) {
      const proposal = quoted(own, stretch.start + from, stretch.start + to)
      if (proposal === null || seen.has(proposal.statement.toLowerCase())) continue
      if (!lasts && !comparable(proposal.statement)) continue
      // somebody else's, asked, supposed, reported or denied: whatever it sounds like, no wish of the user is stated
      const stands = standing(input.text.slice(proposal.start, proposal.end), input.text, alone)
      if (stands !== "own" && (stands !== "doubted" || !lasts)) continue
      seen.add(proposal.statement.toLowerCase())
      const vague = isScrap(proposal.statement) || stopsNow(proposal.statement)
      const sure = (asked || (level === "sure" && !vague)) && !passing(masked)
      out.push({ ...proposal, kind: KIND[stretch.kind], p: Math.round(stretch.p * 1000) / 1000, sure, heard: lasts })
    }
  }
  const [lasting, said] = [out.filter(p => p.heard), out.filter(p => !p.heard)]
  return [...lasting.slice(0, MOST), ...said.slice(0, MOST_SAID)]
}

/** "never push to main, I do that myself": alone in its message, a wish is heard as if its reason had not been given. */
function withoutReason(hear: Hear, typed: string, said: Stretch): Stretch {
  if (said.level === "sure") return said
  const words = typed.slice(said.start, said.end)
  const reason = [...words.matchAll(/[,;，；]\s*/g)].find(m => REASONS.opens(wordsSaid(words.slice(m.index))) > 0)
  const [wish, ...more] = reason === undefined ? [] : hear(words.slice(0, reason.index), "").stretches
  return wish?.level === "sure" && more.length === 0 ? { ...said, ...wish, start: said.start, end: said.end } : said
}
const REASONS = wordList(
  "because, since, cause, cuz, as, i, i'm, i'll, i've, we, we're, we'll, we've, it, it's, that, that's, they, they're, this, otherwise, weil, denn, da, ich, wir, sonst, parce que, car, puisque, je, c'est, sinon, porque, pues, ya que, lo hago, si no, senão, pois, eu, perché, потому, иначе, 因为, 否则",
)

/** "session repo", "dont run": two words may be anything; they are heard, not kept at once. */
const isScrap = (statement: string): boolean =>
  statement.trim().split(/\s+/).length < 3 && !/[\u3040-\u30ff\u4e00-\u9fff]{4}/.test(statement)

/** "do not commit anything", "don't touch it": who forbids a step altogether, and says no *never*, means the work at hand. */
function stopsNow(statement: string): boolean {
  const words = wordsOf(statement)
  const ban = STOPS.opens(words)
  const rest = words.slice(ban)
  return ban > 0 && (rest.length < 2 || (rest.length < 4 && AT_HAND.has(rest.slice(-1))))
}
const STOPS = wordList("do not, don't, dont, don’t")
const AT_HAND = wordList("anything, everything, it, this, that, these, those, them, yet, now")

const STEMS = [2, 16] as const
/** So many words that it can be told whether it is the same again. */
function comparable(statement: string): boolean {
  const { size } = stemsOf(statement)
  return size >= STEMS[0] && size <= STEMS[1]
}

/** Share of a stretch that may be somebody else's: a name in quotation marks is part of the user's sentence. */
const FOREIGN_SHARE = 0.34
export function isForeign(masked: string): boolean {
  const letters = masked.replace(/\s/g, "")
  return letters.split(GONE).length - 1 > FOREIGN_SHARE * letters.length
}
/** "the commit message should be:", "I don't agree with «…»": says nothing by itself, and what follows may be anybody's. */
export const leadsOn = ({ masked }: OwnWords, start: number, end: number): boolean =>
  /(?:[:>→]|\s[-–—])\s*$/.test(masked.slice(start, end)) ||
  /^[^\S\n]*\ue000/.test(masked.slice(end)) ||
  /\ue000[^\S\n]*$/.test(masked.slice(0, start))

const wordsOf = (masked: string): readonly string[] => {
  const said = plain(masked)
  return wordsIn(said.slice(fillerLength(said)))
}
const TAKEN_BACK = wordList(
  `${each("scratch, scrap, strike, forget, ignore, cancel", "that, this, it, what i")}, just kidding, jk, on second thought, on second thoughts, wait no, wait scratch`,
)
const NEVER_MIND = wordList("never mind, nevermind, nvm")
/** "always use yarn. no wait, scratch that" */
export function takesBack(masked: string): boolean {
  const words = wordsOf(masked)
  const at = words[0] === "wait" || words[0] === "no" ? 1 : 0
  const only = NEVER_MIND.opens(words) === words.length || /^\W*(?:never ?mind|nvm)[.,!]/i.test(masked)
  return TAKEN_BACK.opens(words) > 0 || TAKEN_BACK.opens(words, at) > 0 || (words.length > 0 && only)
}

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
  const now = FROM_NOW.find(words)
  if (now === null)
    return ASKS_MEMORY.opens(words) > 0 || REMEMBER.test(plain(masked).slice(fillerLength(plain(masked))))
  const [subject] = now[0] === 0 ? words.slice(now[1]) : words
  // "from now on the counter is wrong" tells of something
  return subject !== undefined && (!["the", "it"].includes(subject) || BEHAVES.has(words))
}

/** Said for this time only, or of a thing that is being made: may be heard, is never kept at once. */
const THIS_TIME = wordList(
  `for now, this time, just once, only once, just this once, only this once, today, tonight, for the moment, right now, ${each("for this", "task, run, pr, commit, one, change, ticket")}, ${each("until", "tomorrow, monday, we, i, the, it")}, pour l'instant, por ahora, por enquanto, fürs erste, vorerst, 这次, 暂时, 今天`,
)
const MAKES = wordList(
  each(
    "write, create, make, build, draft, design, generate, implement, develop, compose, produce, prepare, write me, create me, make me, build me",
    "a, an, one, some, the, new, two, three, five, 1*, 2*, 3*, 4*, 5*",
  ),
)
const BEFORE_MAKES = wordList(
  "please, pls, can you, could you, now, ok, okay, so, then, i want you to, i need you to, let's",
)
/** The product is the subject: what is being built, not how to build it. */
const PRODUCTS = wordList(
  "app, apps, user, users, customer, customers, visitor, visitors, admin, admins, member, members, player, players, enemy, enemies, page, pages, button, buttons, screen, screens, form, forms, modal, modals, dialog, dialogs, bot, bots, system, systems, link, links, icon, icons, sidebar, menu, menus, chart, charts, header, footer, inventory, invoice, invoices, dropdown, dropdowns, toast, toasts, banner, banners",
)
const OF_PRODUCTS = wordList("the, each, every, all, a, an, our, when, if, logged-in, logged, in, new")
const BEHAVES = wordList(
  "should, must, can, may, need to, needs to, has to, have to, always, never, get, gets, go, goes",
)
export function passing(masked: string): boolean {
  const words = wordsIn(plain(masked))
  let made = 0
  for (let n = BEFORE_MAKES.opens(words); n > 0; n = BEFORE_MAKES.opens(words, made)) made += n
  let of = 0
  while (OF_PRODUCTS.opens(words, of) > 0) of++
  const today = THIS_TIME.find(words)
  return (
    (today !== null && words[today[0] - 1] !== "from") ||
    MAKES.opens(words, made) > 0 ||
    (PRODUCTS.opens(words, of) > 0 && BEHAVES.has(words.slice(of + 1, of + 12)))
  )
}

/** Drops leading filler and trailing quoted matter, so that the stretch holds only what the user said. */
function quoted(
  own: OwnWords,
  start: number,
  end: number,
): { readonly start: number; readonly end: number; readonly statement: string } | null {
  let from = start + fillerLength(own.masked.slice(start, end).toLowerCase())
  // "you keep using npm. It's pnpm": the complaint is the opposite of the wish
  from += habitLength(own.masked.slice(from, end))
  let to = end
  const blank = (c: string): boolean => c === GONE || /\s/.test(c)
  while (from < to && blank(own.masked[from]!)) from++
  while (to > from && (blank(own.masked[to - 1]!) || /[.!?;,。！？；，]/.test(own.masked[to - 1]!))) to--
  // a conjunction that leads on to a part that was not taken
  const led = /,? (?:so|and|but|because|since|which|then|or)$/i.exec(own.masked.slice(from, to))
  if (led !== null) to -= led[0].length
  const typed = own.masked.slice(from, to).replaceAll(GONE, "").replaceAll(CODE, "")
  // one lone word is a heading or an answer, unless the script writes without spaces
  if ((typed.match(/\p{L}{2,}/gu) ?? []).length < 2 && !/[\u3040-\u30ff\u4e00-\u9fff]{4}/.test(typed)) return null
  const first = own.origin(from)
  const last = own.origin(to - 1) + 1
  const statement = normaliseStatement(own.text.slice(from, to))
  return own.tampered(first, last) || statement.length < 4 ? null : { start: first, end: last, statement }
}
