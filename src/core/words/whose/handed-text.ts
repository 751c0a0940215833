// Text handed over without a mark: a question or an order about "this" stands beside a block, and the block is what it
// speaks of. Works by the build of the prompt (who points at what, across which break), not by what the block says.
// Takes the masked text; answers with the ranges that are material.
import { kindOf } from "../feedback/clauses.ts"
import { type Part, sentenceParts } from "../sentences.ts"
import { wordsOf } from "../wishes/filler.ts"
import { each, wordList } from "../word-list.ts"
import { RULE_FILES, SOURCES } from "./introduces.ts"
import { GONE } from "./mask.ts"

type Range = readonly [from: number, to: number]

const TEXTS =
  "text, sentence, sentences, paragraph, paragraphs, rule, rules, policy, policies, statement, statements, claim, claims, quote, quotes, ad, ads, prompt, prompts, answer, answers, email, e-mail, mail, message, messages, advice, tip, tips, guideline, guidelines, notice, copy, wording, snippet, passage, excerpt, list, bullet, bullets, instruction, instructions, post, posts, letter, announcement, terms, clause, clauses, poem, lyrics, joke, slogan, warning, recommendation, manifesto, memo, newsletter, description, review, comment, comments, faq, disclaimer, steps, commandments, principles, values, requirements, bio, speech, story, article, essay"
const POINTERS = wordList("this, that, these, those, it, them, each, both, above, below, here")
const NAMED_TEXTS = wordList(
  `of these, of those, of them, ${each("is, isn't, are, aren't, was, were, does, doesn't, do, don't, did, would, wouldn't, should, could, can, will, has, have", "this, that, these, those, it")}, ${each("this, that, these, those, the, my, their, his, her, this …, that …, these …, those …, the …, my …", TEXTS)}`,
)
/** "use this as": it points; "use this file": it goes with what follows. */
const BEHIND_POINTER = wordList(
  "in, on, for, as, to, at, with, into, from, about, here, there, please, pls, now, or, and, so, too, still, really, even, actually, any, all, supposed, under, out, sound, read, look, make, mean, true, good, ok, okay, right, correct, valid, legal, a, an, the, shorter, friendlier, longer, nicer, rhyme, funny",
)
function pointsAtText(words: readonly string[]): boolean {
  if (NAMED_TEXTS.has(words)) return true
  return words.some((_, at) => {
    const pointer = POINTERS.opens(words, at)
    return pointer > 0 && (at + pointer === words.length || BEHIND_POINTER.opens(words, at + pointer) > 0)
  })
}
const OPINIONS = wordList(
  `any thoughts, thoughts, opinions, agree, disagree, any ideas, yay or nay, true or false, good or bad, legit, fake, satire, ${each("what do you, what do u, what do we", "think, make, say")}, your take, your opinion, your view, your thoughts, do you agree, would you agree, would you sign, ${each("how does this, how does that, how does it, how do these, how would this, how would that", "sound, read, look")}`,
)
/** What one does with a text and nothing else. */
const TEXT_TASKS = wordList(
  "shorten, summarize, summarise, sum up, translate, rephrase, reword, rewrite, proofread, proof-read, paraphrase, condense, polish, tone down, classify, categorize, categorise, label, rate, grade, score, rank, judge, critique, transcribe, quiz, quote, caption, spellcheck, spell-check, punctuate, capitalize, anonymize, anonymise, redact, tldr, tl, eli5, localize, localise, illustrate, typeset, turn, convert, transform, extract, format, render, output as, return as, draw, chart, plot, explain, interpret, decode",
)
/** What is done with a text among other things. */
const MAKES = wordList(
  "parse, split, model, put, add, insert, paste, place, include, append, seed, replace, display, show, print, use, make, create, build, write, generate, improve, fix up, clean up, edit, count, sort, list, explain, interpret, analyze, analyse, review, check, evaluate, compare, copy, reuse, wrap, import, map, encode, embed, publish, post, send, save, store, drop, swap, need, want, give me",
)
const ASKING = wordList(
  "please, pls, can you, could you, would you, will you, can u, now, then, need, want, give me, gimme, get me",
)
/** Where a person puts what they mean themselves. */
const KEPT = wordList(
  `${RULE_FILES}, rule file, remember, memory, memories, contributing, in mind, from now on, going forward`,
)
/** "this is our bot's prompt", "sample data for the demo": says what the rest is. */
const IT_IS = wordList(
  `${each("this, that, these, those, it", "is, are, was, were")}, this's, that's, it's, the above, see above, the text above, the text below`,
)
const NAMED = wordList(`${TEXTS}, ${SOURCES}`)
const NAMES_IT = wordList(
  `${each("slogan, tagline, headline, subtitle, caption, motto, blurb, teaser, disclaimer, claim, pitch, copy, intro, text, footer, banner, label, tooltip", "for a, for the, for our, for my, on the, on our, in the, under the, at the, of the, of our")}, ${each("sample, example, dummy, placeholder, fake, demo, seed, filler", "content, data, text, copy, input, row, rows, entries")}, ${each("from the", "internet, web, net, handbook, manual, doc, docs, wiki, vendor, client, customer, website, forum, newsletter")}`,
)
const PARTS = wordList(
  each(
    "bullet, line, point, item, sentence, paragraph, verse, slide, rule, the first, the second, the third, the last",
    "1, 2, 3, 4, 5, one, two, three, four, five, bullet, line, point, item, sentence, paragraph, verse, slide, rule, word",
  ),
)
const SHORTEST_QUESTION = 3
const LONGEST = 240

/** A remark about text that stands beside it; `near` when nothing but a full stop parts the two. */
export function remarks(masked: string, stop: string, near: boolean): boolean {
  const words = wordsOf(masked.replaceAll(GONE, ""))
  if (masked.length > LONGEST || KEPT.has(words)) return false
  if (/^[\^↑👆]/u.test(masked) || OPINIONS.has(words) || PARTS.has(words)) return true
  if (NAMES_IT.has(words) || (IT_IS.opens(words) > 0 && NAMED.has(words))) return true
  const at = asked(words)
  if (TEXT_TASKS.opens(words, at) > 0 || (stop === "?" && words.length <= SHORTEST_QUESTION)) return true
  const kind = at > 0 ? "task" : stop === "?" ? "question" : kindOf(words, false)
  if (kind === "question") return pointsAtText(words)
  if (near && (words.includes("it") || words.includes("them"))) return false
  return (MAKES.opens(words) || MAKES.opens(words, at)) > 0 && pointsAtText(words.slice(1))
}
/** How many words of asking stand before what is asked for. */
function asked(words: readonly string[]): number {
  let at = 0
  for (let n = ASKING.opens(words); n > 0; n = ASKING.opens(words, at)) at += n
  return at
}

const ABOUT_TEXT = wordList(
  "make of, think of, think about, any good, better, mean, means, fix it, fix this, of these, of this, good rule, good idea, good prompt, correct, valid, true, below, following, here's, here is, ok to, ok for, ok as, ok in, okay to, okay for, fine to, fine for, fine as, fine in, safe to, worth, sensible, reasonable, legit, appropriate, acceptable, work as, put in, put into, compare, wrong, missing, agree, apply, classify, rate, score, grade, judge, safe, unsafe, spam, phishing, look like, looks like, sound like, sounds like, real, fake, suspicious, malicious, harmful, toxic, grammatical, polite, improve, polish, shorten, serious, rhyme, spell, pronounce, recite, proof, condense, simplify, categorize, categorise, label, annotate, transcribe, redact, anonymize, anonymise",
)
const TEXT_POINTERS = wordList("this, these, those, below, following, here's, here is")
/** Who hands something over says little more; a longer question is about the work. */
const LONGEST_TASK = 8
const LONGEST_QUESTION = 14
/** "What do you make of this? …": a question that hands over the text after it. */
function asksAboutNext(words: readonly string[]): boolean {
  const at = asked(words)
  const said = words.length - at
  return (
    (TEXT_TASKS.opens(words, at) > 0 && said <= LONGEST_TASK) ||
    (TEXT_POINTERS.has(words) && ABOUT_TEXT.has(words) && said <= LONGEST_QUESTION)
  )
}

/** Written with care: a capital at the start, a stop at the end. */
export const isProper = (masked: string, s: Part): boolean =>
  /^[^\p{L}]{0,4}\p{Lu}/u.test(masked.slice(s.start, s.end)) && /[.!]/.test(s.stop)
/** Written without care, as one types: no capital at the start, no stop at the end. */
const typed = (masked: string, s: Part): boolean =>
  s.stop === "" &&
  (/^\p{Ll}/u.test(masked.slice(s.start, s.end)) || masked.slice(s.start, s.end).split(/\s+/).length <= FRAGMENT) &&
  /\s/.test(masked.slice(s.start, s.end))
const LEAST = 2
const FRAGMENT = 4
const MOST_ON_LINE = 20

/** Ranges of the prompt that some other part of it points at as text. */
export function handedOver(masked: string): readonly Range[] {
  const all = sentenceParts(masked)
  const first = all[0]
  const last = all[all.length - 1]
  if (first === undefined || last === undefined || all.length < 2) return []
  const said = (s: Part): string => masked.slice(s.start, s.end)
  const breaks = (from: number, to: number): number => (masked.slice(from, to).match(/\n/g) ?? []).length
  const onFirstLine = all.slice(0, MOST_ON_LINE).filter(s => breaks(first.start, s.start) === 0)
  const next = onFirstLine.findIndex((s, i) => {
    if (i === 0 && breaks(s.start, all[1]!.start) > 0 && remarks(said(s), s.stop, false)) return true
    const words = wordsOf(said(s).replaceAll(GONE, ""))
    return OPINIONS.has(words) || (s.stop === "?" && asksAboutNext(words))
  })
  const handed = next < 0 ? undefined : all[next + 1]
  // a fence or a quotation right after it is what the remark is about
  if (handed !== undefined && !masked.slice(all[next]!.end, handed.start).includes(GONE))
    return [[handed.start, masked.length]]
  const line = masked.lastIndexOf("\n", last.start)
  const lastLine = all.filter(s => s.start > line)
  const closing = lastLine.length < all.length ? lastLine : [last]
  const block = all.slice(0, all.length - closing.length)
  const opens = closing[0]!
  const separate = breaks(block[block.length - 1]!.end, opens.start) > 0
  const tidy = block.filter(s => isProper(masked, s)).length
  // on one line only a tidy passage is told from the speaker's own words before it
  if ((separate || tidy >= LEAST) && closing.some(s => remarks(said(s), s.stop, !separate))) return [[0, opens.start]]
  // a tidy passage, and then a hurried request on a line of its own: two hands
  const blank = /\n\s*\n/.test(masked.slice(block[block.length - 1]!.end, opens.start))
  if (blank && closing.length === 1 && typed(masked, last) && tidy >= LEAST && tidy >= block.length - 1)
    return [[0, opens.start]]
  return []
}
