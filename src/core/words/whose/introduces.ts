// Lines that announce somebody else's words ("the README says:", "translate this:", "got this review comment:").
// What follows such a line is material, whatever it says; a lead-in to the user's own list is let through.

import { FILLERS } from "../feedback/clauses.ts"
import { PLACE } from "../wishes/said-scope.ts"
import { each, wordList, wordsSaid } from "../word-list.ts"

/** Where people write down what is to last. */
export const RULE_FILES = `${["claude", "agents", "gemini"].map(name => `${name}.md`).join(", ")}, cursorrules, cursor rules, rules file`
/** Who or what else speaks, and that it does. */
export const SOURCES = `${RULE_FILES}, readme, read me, doc, docs, documentation, wiki, page, site, website, article, blog, post, tutorial, guide, manual, spec, file, comment, comments, review, reviewer, feedback, issue, ticket, bug report, pr, pull request, description, commit, changelog, log, logs, output, result, results, response, answer, reply, error, trace, stacktrace, stack trace, stackoverflow, stack overflow, email, e-mail, mail, message, messages, chat, slack, discord, teams, thread, tweet, transcript, snippet, example, quote, text, paragraph, sentence, string, prompt, prompts, payload, template, letter, poem, story, summary, note from, notes from, memo, policy document, web search, search result, tool, mcp, server, api, json, yaml, csv, colleague, coworker, co-worker, boss, manager, cto, ceo, client, customer, vendor, teammate, friend, someone, somebody, bob, alice, he, she, they, copilot, chatgpt, gpt, gemini, claude, cursor, bot, linter, ci, dependabot, coderabbit, sonarqube`
const SOURCE = wordList(SOURCES)
const SPOKEN = wordList(
  `${SOURCES}, say, says, said, saying, commented, comments, noted, warned, announced, published, reported, tweeted, argue, argues, argued, insist, insists, insisted, propose, proposes, proposed, wrote, write, writes, written, read, reads, state, states, stated, suggest, suggests, suggested, recommend, recommends, recommended, claim, claims, claimed, told, tell, tells, mention, mentions, mentioned, returned, return, returns, printed, print, prints, show, shows, showed, replied, responded, answered, posted, sent, gave, got, received, found, saw, paste, pasted, pasting, copied, contain, contains`,
)
/** Words that make even a short label or an "important …:" somebody else's. */
const NOT_OWN = wordList(
  "readme, read me, doc, docs, wiki, issue, ticket, output, result, results, stdout, stderr, response, answer, email, e-mail, mail, message, chat, slack, discord, system, update, user, assistant, agent, content, body, paste, input, subject, header, title, ignore, example, examples, sample, prompt, quote, log, logs, trace, review, feedback, description, page, article, attacker, villain, injection, jailbreak, payload, malicious, customer, client, vendor, partner, option, options, alternative, alternatives, choice, choices, variant, variants, candidate, candidates, draft, drafts, suggestion, suggestions, proposal, proposals, legal, hr, intern, colleague, boss, manager, bad, like, instruction, instructions",
)

/** "remember these:", "my rules:", "heads up:", "the team agreed:": the same breath goes on. */
const OWN_LEADS = wordList(
  `remember, keep in mind, ${each("my, our, some, house, ground, few", "rule, rules, preference, preferences, convention, conventions, style, standard, standards, ground rules, things")}, ${each("rule for, rules for, rule in, rules in", "this, the")}, from now on, going forward, ${each("i prefer, i want, i like, i need", "you to")}`,
)
/** The speaker's own voice: only then is a colon not a hand-over. */
const OWN_VOICE = wordList(
  "i, we, let's, lets, you should, you must, from now on, going forward, because, cause, since, so, reason, reasons, means, namely, basically, specifically, instead, also, but, then, now, btw, tldr, edit, ok, okay, one, two, three, thing, things, point, points, question, questions, request, requests, requirement, requirements, constraint, constraints, guideline, guidelines",
)
/** A label that opens with one of these, perhaps after whose or which it is, is the speaker's. */
const LABELS = wordList(
  `heads up, heads-up, headsup, head's up, psa, nb, reminder, background, outcome, verdict, decision, conclusion, bottom line, todo, to do, tldr, tl, ojo, и ещё, achtung, wichtig, hinweis, übrigens, attention, au fait, nota, important, ${each("quick, small, side", "note, reminder, thing")}, one thing, one more thing, another thing, last thing, ps, btw, by the way, also, ${each("we, the team, my team, our team, everyone, everybody, we have, we've, we all", "agreed, decided, settled")}, rule, rules, convention, conventions, policy, preference, preferences, reminder, important, note, style, merke, wichtig, regel, règle, regla, todo, todos, task, tasks, plan, next steps, next time, every time, whenever, redo, careful, same goes, as always, like last time, again, technicality, clarification, correction, detail, topic 1, topic 2, topic 3, point 1, point 2, point 3, part 1, part 2, step 1, step 2, further down the road, in short, in other words, in addition, that said, on top`,
)
const LABELLED_BY = wordList(
  "my, our, new, house, general, standing, important, another, one, first, second, last, quick, personal, team, coding, style, just, and, but, also, ok, oh, a, the, this is, very, so, then, little, small, minor",
)
/** A label of one's own names a practice ("Error handling:", "for css:"); a bare name before a colon is a speaker. */
const PRACTICES = wordList(
  "error, errors, handling, naming, names, test, tests, testing, workflow, format, formatting, language, tone, replies, answers, imports, exports, security, performance, commit, commits, messages, branch, branches, git, pr, prs, style, styling, css, html, sql, type, types, typescript, python, go, rust, java, docs, comments, logging, logs, deps, dependencies, code, review, reviews, api, apis, files, folders, indentation, quotes, dates, ui, ux, db, database, migrations, deploy, deploys, release, releases, version, versions, config, env, secrets",
)
const CONCERNING = wordList("for, on, re, regarding, about")
/** "in all my projects:" */
const MINE = wordList(each("in, for, across, all", "all, every, each, any, my, our, this"))
const LONGEST_LABEL = 4
const CAME_BY = wordList(
  each(
    "i, we, he, she, they, i've, we've, i just, we just, i have, we have",
    "saw, seen, found, read, heard, overheard, got, received, noticed, discovered, spotted, came across, stumbled",
  ),
)
const IN_PERSON = wordList("i, i'm, i'd, we, you, let's")
const POINTS = wordList(
  "this, that, these, those, following, below, above, here, it, them, said, told, if, what, which, who",
)
const LOOKED_BACK = 14

/** The clause that a lead ends with. */
const lastClause = (lead: string): string => lead.split(/[.!?\n] |[(]/).at(-1)!

const endsWith = (list: typeof SOURCE, words: readonly string[]): boolean =>
  [1, 2, 3].some(k => k <= words.length && list.opens(words, words.length - k) === k)
/** "my rules:", "error handling:", "for css:", "in short:" */
function isOwnLabel(clause: readonly string[]): boolean {
  let at = 0
  while (LABELLED_BY.opens(clause, at) > 0 && LABELS.opens(clause, at) === 0) at += LABELLED_BY.opens(clause, at)
  if (LABELS.opens(clause, at) > 0) return clause.length - at <= LONGEST_LABEL + 1
  if (clause.length > LONGEST_LABEL) return false
  return (
    endsWith(PRACTICES, clause) || CONCERNING.opens(clause) > 0 || (MINE.opens(clause) > 0 && endsWith(PLACE, clause))
  )
}

/** `lead` is a line up to a colon. */
export function introducesForeignText(lead: string): boolean {
  const tail = lead.slice(-240)
  const words = wordsSaid(tail).slice(-LOOKED_BACK)
  const clause = wordsSaid(lastClause(tail.trimEnd())).slice(-LOOKED_BACK)
  if (OWN_LEADS.has(words)) return false
  if (CAME_BY.has(words)) return true
  // somebody speaks to somebody, of no text and no third: "you mixed up the columns:"
  if (IN_PERSON.has(clause) && ![SPOKEN, NOT_OWN, POINTS].some(list => list.has(clause))) return false
  return NOT_OWN.has(words) || (!OWN_VOICE.has(clause) && !isOwnLabel(clause))
}

const TAKEN = wordList(
  "paste, pasted, pasting, copy, copied, quoting, quoted, excerpt, taken, found, got, received, saw, from",
)
const OPENS_FILE = wordList(
  "see, fetched, fetch, read, opened, open, cat, curl, get, got, from, in, source, ran, running, via",
)
const FILE_OR_PAGE = /(?:\.[a-z]{2,4}|https?:\S{4,200})\s*$/i
const TITLES = wordList(
  `here's, here is, here are, these are, below is, below are, ${each("slide, chapter, section, page, item, appendix, figure, row, line, paragraph, exhibit", "1*, 2*, 3*, 4*, 5*, 6*, 7*, 8*, 9*")}`,
)
/** "clipboard contents follow", "full text below": a title for what comes next */
const FOLLOWS = wordList(
  "follow, follows, below, attached, enclosed, underneath, pasted, content, contents, excerpt, transcript, dump, verbatim, pasted here",
)
const HANDS = wordList(
  "here's, here is, here are, attached, enclosed, forwarding, pasting, sharing, the following, this is, this was, this comes, that's, that is, below is, below are, these are, those are",
)
const FROM = wordList(
  "from, what, by, gave, got, copied, pasted, quote, verbatim, output, message, text, content, following",
)
const ANYWHERE = wordList(
  "the following, wants this, says this, contains this, posted this, asks for this, requires this, includes this, prompt injection, jailbreak*, red team*, red-team*, malicious, attack payload, untrusted",
)
/** "copied from the wiki", "This is from the changelog.": a line, or the first sentence of one, that hands over what follows it. */
export function handsOver(said: string): boolean {
  const words = wordsSaid(said)
  if (OWN_LEADS.has(words)) return false
  const isTitle = !/[.!:](?:\s|$)/.test(said)
  if (isTitle && (TITLES.opens(words) > 0 || endsWith(FOLLOWS, words))) return true
  if (isTitle && TAKEN.has(words.slice(0, -1)) && endsWith(SOURCE, words)) return true
  if (ANYWHERE.has(words) || (OPENS_FILE.opens(words) > 0 && FILE_OR_PAGE.test(said))) return true
  return HANDS.opens(words) > 0 && FROM.has(words)
}

/** A first line that speaks of a source and is followed by a block: the block is what it speaks of. */
export const speaksOfSource = (line: string, next: string): boolean =>
  SOURCE.has(wordsSaid(line)) && FILLERS.opens(wordsSaid(next)) === 0 && !/^\s*(?:[-*•]|\d+[.)])/.test(next)
