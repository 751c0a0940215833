// Guards of what a sentence states: questions, suppositions, reported or denied speech and words that something is to carry
// state no wish of the speaker, whatever they sound like. Input is masked: names as CODE, quotations as GONE.
import { kindOf } from "../feedback/clauses.ts"
import { CODE, GONE } from "../whose/mask.ts"
import { each, leadLength, wordList, wordsIn } from "../word-list.ts"

type Unasserted = "question" | "supposed" | "reported" | "denied"
type Words = readonly string[]

const FILLERS = wordList(
  `ok, okay, alright, so, and, but, also, hey, hi, hello, ffs, omg, jeez, argh*, ugh*, damn, dammit, yo, guys, folks, mate, bro, fyi, generally, oh yeah, yes, yeah, yep, yup, nope, nah, wait, no wait, hmm*, uh, um, oh, ah, btw, by the way, one more thing, another thing, pls, plz, please, just, thanks, thank you, actually, serious, seriously, sorry, ${each("quick, small, little, tiny, side, last, one, another, minor, general, pet", "note, thing, request, reminder, gripe, nit, point, remark, peeve, ask, wish")}, in addition, additionally, do me a favor and, do me a favour and, do me a favor, do me a favour, assuming so, for the * time, for the * time now, for clarity, for clarity though`,
)
/** Filler only before a mark: "right, use tabs", but "right tabs" is none. */
const FILLERS_MARKED = wordList(
  "no, right, well, now, then, great, cool, nice, perfect, again, look, listen, claude, dude, man, lol, wait, hold on, first, firstly, second, secondly, third, thirdly, finally, lastly, ps, p.s",
)
/** How many characters of filler ("ok, so please") stand before the sentence proper. */
export const fillerLength = (text: string): number =>
  leadLength(text, (words, at, behind) => {
    const marked = FILLERS_MARKED.opens(words, at)
    const isMarked = marked > 0 && behind(at + marked - 1) !== "" && ",.!:…-".includes(behind(at + marked - 1))
    return FILLERS.opens(words, at) || (isMarked ? marked : 0)
  })

// "dont", "thats", "im": typed in haste
const HASTY =
  /\b(?:(do|does|did|wo|is|are|should|could|would|must|has|have|was|ca)n(t)|(that|what)(s)|(i|you|we|they)(ve|m|re))\b/g
export const plain = (masked: string): string =>
  masked
    .replace(new RegExp(`${CODE}+`, "g"), "¤")
    .replace(new RegExp(`${GONE}+`, "g"), "§")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(HASTY, (_, no, t, it, s, who, end) => (no ? `${no}n'${t}` : it ? `${it}'${s}` : `${who}'${end}`))
    .trim()

/** The words of a sentence, without the filler before it. */
export const wordsOf = (masked: string): Words => {
  const said = plain(masked)
  return wordsIn(said.slice(fillerLength(said)))
}

const SUPPOSES = wordList(
  `e.g, for example, for instance, such as, what if, ${each("if i, if we", "told, asked, said, gave, made")}, ${each("if we, if i, if you, if one, if someone, if they", "were, was, had, would, could, did, used, always, never, only, wanted")}, suppose, supposing, imagine, hypothetical, hypothetically, let's say, ${each("say", "someone, somebody, a, an, the, we, you, i, one")}, pretend, as if, in theory, theoretically, assuming we, ${each("would be", "nice, great, good, cool, better, worse, bad")}, i wish, wouldn't it, roleplay, role-play, in a story, in a novel, in a movie, in a game, ${each("as a, as an", "example, joke, test, experiment")}, just kidding, jk, sarcas*`,
)
/** "I'd appreciate it if you never …" is a wish, not a supposition. */
const WISHES_IF = wordList(
  each(
    "appreciate …, happy …, glad …, grateful …, love …, better …, easier …, nicer …, prefer …, like it, hate it",
    "if you, when you",
  ),
)
/** Somebody other than the speaker says it. */
const REPORTS = wordList(
  `says, said, asserts, equals, renders, printed, outputted, emitted, returned, replied, responded, answered, states, stated, claims, claimed, suggests, suggested, recommends, recommended, insists, insisted, argues, argued, advises, advised, told, tells us, tells me, tells you, mentions, mentioned, wrote, warns, warned, complains, complained, asked, wants us, demands, thinks, thought, believes, believed, requires us, instructs, instructed, puts it, quote, quoting, quoted, ${each("it's, it is, it was, is, are, was, were", "written that, stated that, documented that, specified that, claimed that, recommended that, advised that")}, words were, words are, ${each("note, message, comment, sign, mail, email, memo, post, ticket, issue, line, file, page", "saying, that says, telling, stating, which says")}, ${each("they, docs, guidelines, people, some, most, folks, reviewers, rules, experts, others, colleagues, teammates, readme, readmes", "say, state, suggest, recommend, insist, argue, claim, advise, tell, mention, want, think, believe, also say, all say, often say, always say")}, ${each("the user, the users", "want, wants, prefer, prefers, like, likes, need, needs, ask, asks, always, never")}, ${each("title, header, banner, label, heading, caption, text, string, subject, page, comment, motd, note, slide, body, payload", "was, reads, read, contains, contain, had, of … was, of … is")}, ${each("their, his, her, another, someone's, other people's", "repo, repos, project, projects, team, codebase, company, code, org")}, ${each("per, according to", "the, their, its, some")}, according to, apparently, supposedly, allegedly, as per, ${each("i", "read that, read somewhere, read in, heard that, heard somewhere, saw that, saw somewhere, saw in, was told")}, they want, ${each("he, she, they", "always, never, use, uses, used, prefer, prefers, like, likes, want, wants, need, needs, does, do, don't, doesn't")}`,
)
const SPEAKERS = wordList("i, i've, we, we've, i'd")
const PASSIVE = wordList("be, not, is, are, to")
/** "I said", "as I already told you", "not returned": the speaker, or nobody, reports. */
const isReport = (words: Words, [at, to]: readonly [number, number]): boolean => {
  const before = words.slice(Math.max(0, at - 3), at)
  return !(SPEAKERS.has(before) || (to - at === 1 && PASSIVE.opens(words, at - 1) > 0))
}
function reports(words: Words): boolean {
  for (let found = REPORTS.find(words); found !== null; found = REPORTS.find(words, found[1]))
    if (isReport(words, found)) return true
  return false
}
const DENIES = wordList(
  `${each("is, are, was", "no longer true, not true, not so, not right, not valid, not the case")}, ${each("i never, i didn't, i did not, i don't, i haven't, i wasn't, i'm not, i am not", "say, said, saying, mean, meant, ask, asked, asking, suggesting, suggest, tell, told, imply, implying, claiming, think, want you to always, want you to never")}, it's not true, isn't true that, it's false that, not like we, not like i, not that we, not that i, not as if, ${each("don't, do not, never", "follow the, follow this, follow that, follow any, obey the, obey this, apply the, apply this, trust the, trust this, believe the, believe this, remember this, remember that, remember it, save this, save that, store this, record this, memorize this, keep this, have to always, need to always")}, nobody said, no one said, doesn't mean, ${each("isn't, not, no longer", "a rule, our rule, my rule, a preference, our policy, a policy, a convention, our convention")}, ${each("forget", "that, what, about, the")}, ${each("scrap, scratch, undo, cancel, strike", "that, this, it, what, my")}, no rule needed, no longer applies, not apply, not a thing, ${each("ignore", "that, the, all, previous, prior, any, what, everything")}, disregard, used to, back then, back in the day, previously, ${each("at my, in my, in our", "old, last, previous")}, years ago`,
)
/** "could you please always …?" is an order in a question's dress. */
const POLITE = wordList(
  each(
    "can you, could you, would you, will you, can we, can u, can you please, could you please, would you please, can you just, could you just, can you pls, can you also, could you kindly",
    "always, never, stop, remember, from now on, make sure, only ever, avoid, use … instead, use … rather, use … from now, keep in mind, stick, agree that, agree to, agree on",
  ),
)
const ASKS_YOU = wordList("can you, could you, would you, will you, can we, could we, can i, can u")

/** What something is to carry, not a wish: "write a note saying …", "store the string …", "the title should be …". */
const WRITTEN = "string, text, placeholder, label, phrase, sentence, wording, copy, caption, tooltip, heading, banner"
const CARRIES = wordList(
  `saying, that says, stating, which says, that reads, called, named, titled, ${each("explaining", "that, why, how")}, that tells, telling, ${each("with the, with", "text, message, title, wording")}, ${each("the, this, that, a, an, the …, a …", WRITTEN)}`,
)
const NAMED_SO = wordList(
  each(
    `${WRITTEN}, name, title, message, subject, slogan, subtitle, tagline, headline`,
    "should be always, should be never, should be we, should be i, should be you, should say always, should read always, must be always, must say always",
  ),
)
const WRITES = wordList(
  "write, add, draft, post, put, insert, send, create, make, generate, print, log, show, display, name, rename, call, title, update, include, change, store, save, check, set, replace, assert, expect, match, matches, matching",
)
/** Where people write down what is to last. */
export const RULE_FILES = `${["claude", "agents", "gemini"].map(name => `${name}.md`).join(", ")}, cursorrules, cursor rules, rules file`
// "the string Always run …": an order that starts with a capital in mid-sentence was lifted from somewhere
const EMBEDDED =
  /\p{Ll}{2} (?:Always|Never|From now on|You must|You should|Remember|Do not|Don't|Make sure|Please|We|You)[ ,]+\p{Ll}|\b[A-Z_]{3,}=\w|&(?:quot|apos|lt|gt|nbsp|#x?[0-9a-fA-F]{1,6})\b|(?:[-=]>|→|\||>|=)\s*(?:You|Always|Never|From now|We|I|Do|Don't|Use|Remember|Please|Run)\b/u

/** Why a masked sentence states nothing of the user's own, or null: asked, supposed, reported, denied, or text to write. */
export function statesNothing(masked: string, stop: string): Unasserted | null {
  if (EMBEDDED.test(masked)) return "reported"
  const whole = plain(masked)
  const words = wordsIn(whole.slice(fillerLength(whole)).replace(/ ?\([^()]{0,120}\)/g, ""))
  if (DENIES.has(words)) return "denied"
  if (SUPPOSES.has(words) && !WISHES_IF.has(words)) return "supposed"
  if (reports(words)) return "reported"
  const asks = kindOf(words, stop === "?") === "question" || stop === "?" || ASKS_YOU.opens(words) > 0
  if (asks && !POLITE.has(words) && !WISHES_IF.has(words)) return "question"
  const carries = (WRITES.opens(words) > 0 && CARRIES.has(words)) || NAMED_SO.has(words)
  return carries ? "reported" : null
}
