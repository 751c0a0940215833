// Is a sentence of the user's own words durable, and of which kind? Adds up the cues of cues.ts; answers with the cues
// that spoke. Input is a masked sentence: names stand as CODE, quotations as GONE.
import { DURABLE, GENERIC, IMPERATIVE, SUPPORTING } from "./cues.ts"
import { HABITS } from "./cues-habits.ts"
import { FEEBLE, TRANSIENT } from "./cues-passing.ts"
import { FITTED } from "./fitted.ts"
import { framesOf } from "./frames.ts"
import { kindOf, type ProposedKind } from "./kind-of.ts"
import { CODE, GONE } from "./mask.ts"
import { type Moment, onlyTold, placeOf, standingOf } from "./moment.ts"
import { shapesOf } from "./shape.ts"
import { readTongue } from "./tongues.ts"
import { describesHabit, type Unasserted, unasserted } from "./unasserted.ts"

export interface Weighed {
  readonly score: number
  /** the score from which on it counts: lower for a whole sentence that the cues set by hand carry */
  readonly needs: number
  readonly kind: ProposedKind
  readonly because: string
}
export const WEIGH = {
  /** of the cues set by hand; with them the build need not add to it, only not speak against it */
  threshold: 0.84,
  borne: 0.3,
  /** "why do I have to tell you": said before, so it lasts */
  rebuked: 0.1,
  built: 0.76,
  /** a stretch of a sentence says less than it seems */
  partly: 0.95,
  /** more of it beside somebody else's text */
  material: 0.2,
  /** more of it without any word of wanting */
  bare: 0.4,
  generic: 0.4,
  alone: 0.1,
  corrects: 0.15,
  ownList: 0.7,
  terse: 0.25,
  tongue: 1,
  barredHere: 0.7,
  askedForGood: 0.7,
  noCue: 0.5,
  general: 0.3,
  generalWords: 18,
  shouted: 0.35,
  longest: 2_000,
  longWords: 30,
  longPenalty: 0.35,
} as const

const FILLER =
  /^(?:(?:(?:ok(?:ay)?|alright|so|and|but|also|hey|hi|hello|ffs|omg|jeez|argh+|ugh+|damn|dammit|yo|guys|folks|mate|bro|fyi|generally|oh yeah|yes|yeah|yep|yup|nope|nah|hmm+|uh+|um+|oh|ah|btw|by the way|one more thing|another thing|pls|plz|please|just|thanks?|thank you|actually|seriously?|sorry|oh and|(?:quick|small|little|tiny|side|last|one|another|minor|general|pet) (?:note|thing|request|reminder|gripe|nit|point|remark|peeve|ask|one|wish)|in addition|additionally|do me a favou?r(?: and)?|assuming so|for the (?:last|\w+th|second|third|nth) time(?: now)?|like (?=there|we|it|i\b|you)|for clarity(?: though)?)\b|(?:no|right|well|now|then|great|cool|nice|perfect|again|look|listen|claude|dude|man|lol|wait|hold on|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|ps|p\.s)(?=[,.!:\u2026-]))[\s,.:!\u2026\p{Extended_Pictographic}-]*)+/u
const LIST_LEAD =
  /\b(?:remember|rules?|preferences?|conventions?|guidelines?|standards|from now on|going forward|always|never|keep in mind|i (?:prefer|hate|like my)|style)\b/
const CONTENT_OF =
  /\b(?:write|add|draft|post|put|insert|send|create|make|generate|print|log|show|display|name|rename|call|title|update|include)\b.{0,60}\b(?:saying|that says|stating|which says|that reads|called|named|titled|explaining (?:that|why|how)|that tells?|telling|with (?:the )?(?:text|message|title|wording))\b|^(?:please )?(?:change|write|store|save|insert|put|check|set|rename|update|replace|make|add|assert|expect|match|print|show)\b.{0,60}\b(?:the|this|that|a|an) (?:\w+ ){0,2}(?:string|text|placeholder|label|phrase|sentence|wording|copy|caption|tooltip|heading|banner)\b/
/** "the test name should be always uses …": words that something is to carry, not a wish. */
const NAMED_SO =
  /\b(?:name|title|label|message|text|caption|subject|heading|slogan|subtitle|tagline|headline) (?:should|must|has to|needs to|shall) (?:be|read|say|state) (?:always|never|we|i|you)\b/
const RULE_FILE =
  /\b(?:claude\.md|agents\.md|gemini\.md|cursorrules|cursor rules|rules file|memory|memories|contributing)\b/

// "dont", "thats", "im": typed in haste
const UNMARKED =
  /\b(don(?=t)|doesn(?=t)|didn(?=t)|won(?=t)|isn(?=t)|aren(?=t)|shouldn(?=t)|couldn(?=t)|wouldn(?=t)|mustn(?=t)|hasn(?=t)|haven(?=t)|wasn(?=t)|can(?=t)|that(?=s)|what(?=s)|i(?=ve|m)|you(?=ve|re)|we(?=ve)|they(?=ve|re))(t|s|ve|m|re)\b/g

export function plain(masked: string): string {
  return masked
    .replace(new RegExp(`${CODE}+`, "g"), "¤")
    .replace(new RegExp(`${GONE}+`, "g"), "§")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(UNMARKED, (_, stem: string, end: string) => `${stem}'${end}`)
    .replace(/\b(?:screaming_)?(?:snake_case|camelcase|pascalcase|kebab-case|upper_snake)\b/g, "casing")
    .trim()
}
/** Leading conditions and standing words hide the verb of an order: "by default reply …", "in this repo, use …". */
const ADVERBIAL =
  /^(?:(?:by default|from now on|from here on(?: out)?|going forward|moving forward|as a (?:general )?rule|in general|generally|at all times|in future|next time(?: and always after)?|whatever you do|whatever happens|as (?:discussed|agreed|always|usual|said|i said)|in (?:this|our|the) (?:repo|repository|project|codebase)|around here)[,:]? |.{0,80}\bso (?=don't|do not|please|use |avoid|never|always|run |keep |write |only )|for [a-z][\w /.-]{1,40}? (?=(?:please )?(?:use|prefer|avoid|run|write|keep|always|never)\b)|(?:when(?:ever)?|for|before|after|every ?time|each time|if|unless|in)\b[^,]{1,80}, )/

/** How many characters of filler ("ok, so please") stand before the sentence proper. */
export const fillerLength = (lower: string): number => FILLER.exec(lower)?.[0].length ?? 0

const bareOf = (whole: string): string =>
  whole.slice(fillerLength(whole)).replace(/^(?:you |u )(?=(?:should|must|need|have to|can|may|don't)\b)/, "")

// "the string Always run …": an order that starts with a capital in mid-sentence was lifted from somewhere
const EMBEDDED =
  /\b(?:contains?|saying|captions?|text|string|message|titles?|labels?|headings?|reads?|sees?|saw|shows?|prints?|displays?|equals|types?|typed|phrase|sentence|words?|line|banner|quote|slogan|such as|e\.g\.) (?:I|We|You|Always|Never|From now|Remember|Please) |[a-z]{2} (?:Always|Never|From now on|You must|You should|Remember|Do not|Don't|Make sure|Please|We|You)[ ,]+[a-z]|\b[A-Z_]{3,}=\w|&(?:quot|apos|lt|gt|nbsp|#x?[0-9a-fA-F]{1,6})\b|(?:[-=]>|→|\||>|=)\s*(?:You|Always|Never|From now|We|I|Do|Don't|Use|Remember|Please|Run)\b/

/** Why a masked sentence states nothing of the user's own, or null: asked, supposed, reported, denied, or text to write. */
export function statesNothing(masked: string, stop: string): Unasserted | null {
  const s = bareOf(plain(masked))
  if (EMBEDDED.test(masked)) return "reported"
  return unasserted(s, stop) ?? ((CONTENT_OF.test(s) && !RULE_FILE.test(s)) || NAMED_SO.test(s) ? "reported" : null)
}

export function weigh(masked: string, moment: Moment): Weighed | Unasserted | null {
  // nobody says a wish in so many words, and patterns look at all of them
  if (moment.stop === ":" || masked.length > WEIGH.longest || LEADS_ON.test(masked)) return null
  const whole = plain(masked)
  const s = bareOf(whole)
  if (s.length < 4 || !/\p{L}/u.test(s)) return null
  if (THANKS.test(s)) return null
  const nothing = statesNothing(masked, moment.stop)
  if (nothing !== null) return nothing
  const tongue = readTongue(whole, moment.stop === "?")
  if (tongue !== null)
    return { score: WEIGH.tongue, needs: WEIGH.threshold, kind: tongue.kind, because: tongue.because }
  const why: string[] = []
  let score = 0
  const lead =
    /^(?:(?:please|pls|plz|just|also|and|but|then|so|to|that|always|never|kindly|(?:can|could|would|will) (?:you|u)|you|(?:can|may)(?= (?:skip|omit|drop|assume|leave out|always)\b)) )+/
  const bare = s.replace(lead, "").replace(ADVERBIAL, "").replace(lead, "")
  for (const c of LASTING) {
    const at = c.pattern.exec(s) ?? (c.pattern.source.startsWith("^") ? c.pattern.exec(bare) : null)
    if (at === null) continue
    if (
      c.name === "normative-always" &&
      (describesHabit(s) ||
        (/^(?:and|but|then|also)/.test(at[0]) && DESCRIBES.test(s.slice(0, at.index))) ||
        /(?:always|never) [a-z]{3,}(?<![su])s\b(?! \w+ing)/.test(s))
    )
      continue
    if (CONDITIONED.has(c.name) && CONDITION.test(s.slice(0, at.index))) continue
    score += c.weight
    why.push(c.name)
  }
  if (ASKED_FOR_GOOD.test(whole)) {
    score += WEIGH.askedForGood
    why.push("asked-for-good")
  }
  if (why.includes("must")) score -= why.includes("should") ? WEIGH_SHOULD : 0
  for (const c of IMPERATIVE) {
    if (!c.pattern.test(bare) && !(c.name === "ask-first" && c.pattern.test(s))) continue
    score += c.weight
    why.push(c.name)
  }
  const firm = why.some(w => FIRM.has(w))
  for (const c of TRANSIENT) {
    if (!c.pattern.test(c.name === "task" || c.name === "the-thing" ? bare : s)) continue
    if (c.name === "task" && why.includes("behave")) continue
    if (c.name === "asks" && (moment.stop === "?" || ASKED_FOR_GOOD.test(whole))) continue
    if (c.name === "here-and-now" && SINCE_TODAY.test(s)) continue
    // "whenever you …, bump the version": what is to be done each time is no task of today
    if ((c.name === "task" || c.name === "one-place") && EACH_TIME.test(s)) continue
    if (c.name === "task" && why.includes("ensure-every")) continue
    if (c.name === "sequence" && why.includes("not-in-one")) continue
    if (HANGING.has(c.name) && why.includes("liked-so")) continue
    if (c.name === "ui-detail" && why.includes("only-use")) continue
    // "explain a migration before you write it": what the pronoun stands for was named in the sentence
    if (HANGING.has(c.name) && why.includes("normative-always") && NAMED_HERE.test(s)) continue
    if (c.name === "deictic" && why.includes("matters")) continue
    if (c.name === "task" && (why.includes("when-you") || why.includes("make-habit"))) continue
    if (why.includes("generic-if") && (c.name === "conditional" || c.name === "the-thing" || c.name === "dangling"))
      continue
    if (c.name === "dangling" && why.includes("make-habit")) continue
    // "avoid new dependencies if the standard library can do it": what it stands for is in the sentence
    if (HANGING.has(c.name) && (why.includes("how-i-like") || (why.includes("prefer") && GENERIC.test(s)))) continue
    if (c.name === "wants-thing" && (why.includes("here") || why.includes("for-such") || QUANTIFIED.test(s))) continue
    // "use the company logger, not winston": a choice between two is no order about one thing
    if (c.name === "the-thing" && ((why.includes("contrast") && why.includes("use")) || why.includes("limit"))) continue
    if (c.name === "the-thing" && (why.includes("each-time") || why.includes("only-use") || why.includes("use-for")))
      continue
    if (c.name === "dangling" && STANDS_BEFORE.test(s.slice(0, c.pattern.exec(s)?.index ?? 0))) continue
    // "no paging" as one line among others is an answer; said alone, or about a practice, it is a rule
    if (c.name === "bare-feature" && ((moment.alone && !moment.answers) || GENERIC.test(s))) continue
    // a standing word outweighs the place where it was said
    score += firm && SOFTENED.has(c.name) ? c.weight / 3 : c.weight
    why.push(`-${c.name}`)
  }
  if (GENERIC.test(s)) {
    score += WEIGH.generic
    why.push("generic")
  }
  // nothing in it points at one thing: it speaks of all such things
  if (!GENERIC.test(s) && !DEFINITE.test(s) && s.split(" ").length <= WEIGH.generalWords) {
    score += WEIGH.general
    why.push("general")
  }
  if (SHOUTED.test(masked) && /[a-z]{3}/.test(masked)) {
    score += WEIGH.shouted
    why.push("shouted")
  }
  if (moment.item && moment.lead !== null && LIST_LEAD.test(moment.lead)) {
    score += WEIGH.ownList
    why.push("own-list")
  }
  if (!why.some(w => !w.startsWith("-") && !SUPPORTING.has(w))) {
    // no verb of wanting: a terse form ("tabs, not spaces") still speaks, and so may its build
    const terse =
      why.includes("contrast") && TERSE.test(s) && s.split(" ").length <= 8 && !why.some(w => w.startsWith("-"))
    score += terse ? WEIGH.terse : -WEIGH.noCue
    why.push(terse ? "terse" : "-no-cue")
  }
  const hand = score + ownScore(s, moment)
  const borne = hand >= WEIGH.threshold && moment.part === null && !why.includes("-no-cue")
  const shapes = shapesOf(s).filter(name => !(name === "ensure" && why.includes("ensure-every")))
  const barred = BARRED_YOU.test(whole)
  if (barred) why.push("~you-may-not")
  // "you can't force push in this repo": what bars the agent from something here
  if (barred && why.includes("here") && !why.includes("-asks")) score += WEIGH.barredHere
  const frames = framesOf(s).filter(name => !(barred && name === "no-subject"))
  const built = [...shapes, ...frames, ...standingOf(masked, s, moment), ...placeOf(shapes, moment)]
  why.push(...built.map(name => `~${name}`))
  for (const name of why) score += FITTED[name] ?? 0
  if (moment.answers && why.includes("~short") && !why.some(w => !/^[-~]/.test(w) && !FEEBLE.has(w))) return null
  const passing = onlyTold(why)
  if (passing !== null) return passing === "whole" ? "supposed" : null
  if (!borne && why.some(name => NEVER_BUILT.has(name)) && !why.includes("~decided-so")) return null
  // a sentence that opens with a name of code, and has no word of wanting, describes it
  if (why.includes("-no-cue") && why.includes("~named-first")) return null
  // "the page needs the claim '…'": what is wanted is the quotation
  if (!borne && (moment.stop === "gone" || /§[.!]?$/.test(s))) return null
  score += ownScore(s, moment)
  return {
    score,
    needs: borne ? (why.includes("rebuke") ? WEIGH.rebuked : WEIGH.borne) : unborne(moment, why.includes("-no-cue")),
    kind: kindOf(s, why),
    because: why.join("+") || "none",
  }
}
/** What the build alone has to reach. */
const unborne = ({ part, material }: Moment, bare: boolean): number =>
  (part === null ? WEIGH.built : WEIGH.partly) + (material ? WEIGH.material : 0) + (bare ? WEIGH.bare : 0)
/** Is it durable enough to be proposed? */
export const isDurable = (found: Weighed | Unasserted | null): found is Weighed =>
  found !== null && typeof found !== "string" && found.score >= found.needs

/** What the place of the sentence in the prompt adds. */
const ownScore = (s: string, moment: Moment): number =>
  (moment.alone ? WEIGH.alone : 0) +
  (moment.corrects ? WEIGH.corrects : 0) -
  (s.split(" ").length > WEIGH.longWords ? WEIGH.longPenalty : 0)
/** Without a cue that carries it, no build makes these last: asked for, told as past, hung on one thing or half a clause. */
const NEVER_BUILT = new Set([
  "-asks",
  "~past",
  "~led-bound",
  "~part-dependent",
  "~sarcasm",
  "~opinion",
  "~you-did",
  "~lets",
  "~it-first",
  "~the-others",
  "~no-subject",
  "-for-now",
  "-hold-off",
  "~makes",
])
const ASKED_FOR_GOOD =
  /^(?:hey |please |and |also )*(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:always|never)\b/
const SINCE_TODAY = /\b(?:as of|from|starting|effective) (?:today|now|this (?:week|month))\b/
const BARRED_YOU =
  /\b(?:you|u) (?:can't|cannot|may not|must not|mustn't|shouldn't|are not (?:allowed|supposed)|don't (?:get to|commit|push|touch|merge|deploy|run))\b/
const LASTING = [...DURABLE, ...HABITS]
const THANKS = /^(?:many |so |big )?(?:thanks?|thank you|thx|cheers|kind regards|best)\b[\w ,!':)]{0,40}$/
const LEADS_ON = new RegExp(`:\\s*${GONE}*\\s*$`)
// a finite verb before "and never …" tells how something is, not how it should be
const DESCRIBES = /\b(?:is|are|was|were|returns?|has|does|means?|which|looks)\b/
// "if we use …", "when we don't have …": a condition, not a habit
const CONDITIONED = new Set(["habit", "decided", "i-like", "our-x-is"])
const CONDITION = /\b(?:if|when|whether|until|why|where|how|what|which|once|unless)\b[^,]*$/
// "your commit messages are too long, keep them short": what a pronoun stands for was named just before
const STANDS_BEFORE = /^(?:your|our|my|the|all|every|new|[a-z]+s\b)[^,;]{6,80}[,;]/
const TERSE = /^(?!not\b|rather\b|instead\b)\S+(?: \S+){0,3},? (?:not|over|instead of|rather than|and not) \S/
const DEFINITE =
  /\b(?:the|this|that|these|those|it|they|he|she|him|above|below|again|now|there|yet|then|option|step|line)\b|[¤§]|\w\.\w|\w\/\w|\w_\w/
const SHOUTED = /\b(?:NOT|NEVER|ALWAYS|ONLY|MUST|WON'T|DON'T|DO NOT|FIRST|EVERY|ALL|STOP|EXACTLY)\b/
const QUANTIFIED = /\b(?:with|for|in) (?:every|each|any|all)\b/
const WEIGH_SHOULD = 0.3
const EACH_TIME =
  /^(?:whenever|every ?time|each time) [^,]{4,80}, |^for (?:every |each |any )?new (?:[a-z-]+ ){0,2}[a-z-]+s?, /
const NAMED_HERE = /\ban? [a-z-]{3,}(?: [a-z-]+){0,3} (?:before|after|when|once|until) you [a-z]+ it[.!]?$/
const HANGING = new Set(["deictic", "points", "dangling"])
const FIRM = new Set([
  "standing",
  "normative-always",
  "always-should",
  "i-prefer",
  "decided",
  "lets-keep",
  "remember",
  "habit",
  "prefer",
  "only-use",
])
const SOFTENED = new Set([
  "deictic",
  "one-place",
  "task",
  "asks",
  "for-now",
  "narrates",
  "here-and-now",
  "conditional",
  "the-thing",
])
