// Text handed over without a mark: a question or an order about "this" stands beside a block, and the block is what it
// speaks of. Works by the build of the prompt (who points at what, across which break), not by what the block says.
// Takes the masked text; answers with the ranges that are material.
import { type Sentence, sentencesOf } from "./clauses.ts"
import { GONE } from "./mask.ts"

type Range = readonly [from: number, to: number]

const TEXT =
  "text|sentences?|paragraphs?|rules?|polic(?:y|ies)|statements?|claims?|quotes?|ads?|prompts?|answers?|e-?mails?|mails?|messages?|advice|tips?|guidelines?|notice|copy|wording|snippets?|passages?|excerpts?|lists?|list items|bullets?|instructions?|posts?|letters?|announcements?|terms|clauses?|poems?|lyrics|jokes?|slogans?|warnings?|recommendations?|manifesto|memo|newsletters?|descriptions?|reviews?|comments?|faqs?|disclaimers?|steps|commandments|principles|values|requirements|bio|speech|story|stories|article|essay"
const POINTER = `(?:this|that|these|those|it|them|each|both|the above|all of (?:this|that|it)|(?:this|that|these|those|my|the|their|his|her) (?:[\\w-]+ ){0,2}(?:${TEXT}))`
const bare = (end: string): string => `(?=${end})`
const CLOSED = bare(
  "[?.!,]|$| (?:in|on|for|as|to|at|with|into|from|about|here|there|please|pls|now|or|and|so|too|still|really|even|actually|any|all|supposed)\\b",
)

const OPINION =
  /^(?:any )?(?:thoughts|opinions?|comments|feedback|agree|disagree|ideas|yay or nay|true or false|good or bad|legit|real|fake|satire)\b.{0,40}$|\b(?:what do (?:you|u|we) (?:think|make|say)|what(?:'s| is) your (?:take|opinion|view)|your (?:thoughts|opinion|take)|do you agree|would you (?:agree|sign)|how (?:does|do|would) (?:this|that|it|these|they) (?:sound|read|look))\b/
const QUESTION =
  /^(?:(?:and|so|but|hey|hi|ok|okay|hmm+|also|quick question|question)[,: ]+){0,2}(?:why|what|what's|how|which|who|who's|whose|where|when|do|does|did|is|isn't|are|aren't|was|were|should|shouldn't|would|wouldn't|could|can|will|has|have|had|any|am)\b/
const POINTS_AT = new RegExp(
  `\\b(?:is|isn't|are|aren't|was|were|does|doesn't|do|don't|did|would|wouldn't|should|could|can|will|has|have) (?:this|that|these|those|it)\\b|\\b(?:this|that|these|those)${CLOSED}|\\b(?:this|that|these|those|the|my) (?:[\\w-]+ ){0,2}(?:${TEXT})\\b|\\bof (?:these|those|them)\\b|\\b(?:here|above|below)\\b`,
)
/** "why did you do that", "does it work": about the agent's work, not about a text. */
const ABOUT_WORK =
  /^(?!.*\bof (?:these|those|them)\b).*(?:\b(?:did|are|were|have|do|would|could|can|will|why'd|had) (?:you|u|we|i)\b(?! (?:think|make|agree|say|put|use|add|have|call|model|do with)\b)|\b(?:fail(?:s|ed|ing)?|broken|break(?:s|ing)?|crash\w*|errors?|works?|working|worked|happen\w*|slow|stuck|running|done|finished|ready|fixed|tests?|bug|deployed|merged|committed|pushed|possible|next)\b)/

const TEXT_TASK =
  "shorten|summari[sz]e|sum up|translate|rephrase|reword|rewrite|proof-?read|paraphrase|condense|polish|tone down|classify|categori[sz]e|label|rate|grade|score|rank|judge|critique|transcribe|quiz|quote|caption|spell-?check|spellcheck|punctuate|capitali[sz]e|anonymi[sz]e|redact|memori[sz]e for me|tl;?dr|eli5|localize|localise|illustrate|typeset"
const MAKE =
  "turn|convert|transform|format|parse|extract|split|model|put|add|insert|paste|place|include|append|seed|replace|render|display|show|print|use|make|create|build|write|generate|improve|fix up|clean up|edit|count|sort|list|explain|interpret|analy[sz]e|review|check|evaluate|compare|copy|reuse|wrap|import|map|encode|embed|publish|post|send|save|store|drop|swap"
const TASK_ALONE = new RegExp(`^(?:please |pls |can you |could you )?(?:${TEXT_TASK})\\b`)
const MAKE_OF = new RegExp(
  `\\b(?:${MAKE})\\b(?:.{0,60}? (?:with|for|from|of|into|by|as|to|out of))? ?${POINTER}${CLOSED}|\\b(?:${MAKE}) ${POINTER} (?:in|into|on|to|as|for|under|out|sound|read|look|friendlier|shorter|longer|nicer|rhyme|funny|funnier|formal|polite)\\b|\\b(?:need|want|give me|gimme|get me) (?:an? |some |the )?[\\w -]{2,40} (?:from|of|out of|for|about|as|with) (?:this|that|these|those|it|them|each|both)${CLOSED}|\\bneed (?:this|that|these|those|it|them) (?:as|in|for|on)\\b|\\b(?:format|render|convert|turn|output|rewrite|return) (?:as|into|to)\\b|\\b(?:turn|convert|transform|parse|extract|render|format)\\b[^,]{0,50}\\b(?:into|as|to) (?:an? )?(?:json|yaml|csv|xml|html|markdown|table|list|checklist|slides?|cards?|components?|poster|quiz|haiku|poem|bullets?|bullet points|regex|schema|types?|enum|diagram|tests?|policies|steps|seed data|fixtures?)\\b|\\b(?:improve|fix|polish|check|proof|edit|debug|tune) (?:my|our|this|the|their) (?:[\\w-]+ )?(?:${TEXT})\\b`,
)
/** "legal enough?", "ideas?": a question too short to have a subject of its own. */
const SHORT_QUESTION =
  /^(?!(?:ok|okay|right|alright|got it|understood|deal|clear|yes|please|agreed|good|fine|sure|cool)\b)(?:\S+ ){0,2}\S+\?$/
/** Where a person puts what they mean themselves. */
const KEPT =
  /\b(?:remember|memory|memories|claude\.md|agents\.md|gemini\.md|rules? file|cursorrules|cursor rules|contributing|in mind|from now on|going forward)\b/
/** "this is our bot's prompt", "^ the vendor's words": says what the rest is. */
const NAMES_IT = new RegExp(
  `^(?:\\^|↑|👆|<-|\\(?(?:see )?above\\b|the above\\b)|^(?:this|that|these|those|it|the (?:text|block|part|stuff|lines?|words?) (?:above|below))(?:'s| is| are| was| were) (?:from|what|how|the|a|an|our|my|their|his|her|some|part of|taken|copied|one of)\\b.{0,60}\\b(?:${TEXT}|from|page|site|website|docs?|readme|wiki|internet|web|handbook|manual|book|says?|said|wrote|told|got|gave|bot|llm|model|ai|chatgpt|template|placeholder|example|copy|output|slack|vendor|customer|client)\\b|^(?:an? |the |our |my |some )?(?:slogan|tagline|headline|subtitle|caption|motto|blurb|teaser|disclaimer|claim|pitch|copy|intro|hero text|footer|footer text|banner|label|tooltip) (?:for|of|on|in|under|at) (?:an? |the |our |my )|^\\(?(?:sample|example|dummy|placeholder|fake|demo|seed|filler) (?:content|data|text|copy|input|rows?|entries)\\b|\\b(?:bullets?|lines?|points?|items?|sentences?|paragraphs?|verses?|slides?|rules?) (?:#?\\d+|one|two|three|four|five)\\b|\\bthe (?:first|second|third|last|next to last) (?:bullet|line|point|item|sentence|paragraph|verse|slide|rule|word)\\b|\\bfrom the (?:internet|web|net|handbook|manual|docs?|wiki|vendor|client|customer|website|forum|newsletter)\\b`,
)

const speaks = (masked: string): string =>
  masked
    .replaceAll(GONE, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^(?:(?:hey|hi|hello|ok|okay|so|and|but|also|please|pls|lol|haha|hm+|well)[,.! ]+){1,3}/, "")
    .trim()

/** A remark about text that stands beside it; `near` when nothing but a full stop parts the two. */
function remarks(masked: string, stop: string, near: boolean): boolean {
  const s = speaks(masked)
  if (s === "" || s.length > 240 || KEPT.test(s)) return false
  if (OPINION.test(s) || NAMES_IT.test(s)) return true
  if (TASK_ALONE.test(s) || SHORT_QUESTION.test(`${s.replace(/\?$/, "")}${stop === "?" ? "?" : ""}`)) return true
  const asks = stop === "?" || QUESTION.test(s)
  if (asks && POINTS_AT.test(s) && !ABOUT_WORK.test(s)) return true
  return !(near && /\b(?:it|them)\b/.test(s)) && MAKE_OF.test(s)
}

const CAPITAL = /^[^\p{L}]{0,4}\p{Lu}/u
const proper = (masked: string, s: Sentence): boolean =>
  CAPITAL.test(masked.slice(s.start, s.end)) && /[.!]/.test(s.stop)
/** Written without care, as one types: no capital at the start, no stop at the end. */
const typed = (masked: string, s: Sentence): boolean =>
  s.stop === "" &&
  (/^\p{Ll}/u.test(masked.slice(s.start, s.end)) || masked.slice(s.start, s.end).split(/\s+/).length <= FRAGMENT) &&
  /\s/.test(masked.slice(s.start, s.end))
const LEAST = 2
const FRAGMENT = 4

/** Ranges of the prompt that some other part of it points at as text. */
export function handedOver(masked: string): readonly Range[] {
  const all = sentencesOf(masked)
  const first = all[0]
  const last = all[all.length - 1]
  if (first === undefined || last === undefined || all.length < 2) return []
  const said = (s: Sentence): string => masked.slice(s.start, s.end)
  const breaks = (from: number, to: number): number => (masked.slice(from, to).match(/\n/g) ?? []).length
  const second = all[1]!
  const parted = breaks(first.start, second.start) > 0
  // a fence or a quotation right after it is what the remark is about
  const fenced = masked.slice(first.end, second.start).includes(GONE)
  if (!fenced && (parted ? remarks(said(first), first.stop, false) : OPINION.test(speaks(said(first))))) {
    // "thoughts?" and then words of one's own that carry on are told from a block by their start
    if (!/^\s*(?:also|and|btw|oh|plus|ps|but|then|additionally)\b/i.test(said(second)))
      return [[second.start, masked.length]]
  }
  const before = all[all.length - 2]!
  const apart = breaks(before.end, last.start) > 0
  const lastLine = all.filter(s => breaks(s.start, last.start) === 0)
  const closing = apart ? [last] : lastLine.length < all.length ? lastLine : [last]
  const block = all.slice(0, all.length - closing.length)
  const opens = closing[0]!
  const separate = breaks(block[block.length - 1]!.end, opens.start) > 0
  const marked = masked.slice(masked.lastIndexOf("\n", opens.start) + 1, opens.end)
  const tidy = block.filter(s => proper(masked, s)).length
  // on one line only a tidy passage is told from the speaker's own words before it
  if (separate || tidy >= LEAST) {
    const hit = closing.some(s => remarks(said(s), s.stop, !separate)) || /^\s*(?:\^|↑|👆)/u.test(marked)
    if (hit) return [[0, opens.start]]
  }
  // a tidy passage, and then a hurried request on a line of its own: two hands
  const blank = /\n\s*\n/.test(masked.slice(block[block.length - 1]!.end, opens.start))
  if (blank && closing.length === 1 && typed(masked, last) && tidy >= LEAST && tidy >= block.length - 1)
    return [[0, opens.start]]
  return []
}
