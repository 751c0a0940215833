// What a prompt of the user's says of the work before it: in words, in phrases the user configured, by breaking the turn off, and
// by closing the task or opening another one. The reading of words itself is core/words/feedback.
import { patternsOf, type UserPattern } from "../../patterns.ts"
import { feedbackOf, says, silent } from "../../questions/happened.ts"
import { clausesOf } from "../../words/feedback/clauses.ts"
import { proseOf } from "../../words/feedback/prose.ts"
import { readFeedback } from "../../words/feedback/read-feedback.ts"
import { FEEDBACK_PARAMS } from "../../words/feedback/weights.ts"
import { keywords, sharedOf } from "../../words/similar.ts"
import { normalise, wordList } from "../../words/word-list.ts"
import { defineRule } from "../rule.ts"

/** Only the user's own prompts are read, never the first one of an episode (D11). */
export const userWords = defineRule("detect", "user-words@11", {
  source: "D09, D10, D11, D73; docs/ear.md says what was fitted, bench/judgement-feedback.ts measures it",
  hears: "prompt",
  params: FEEDBACK_PARAMS,
  decide(context, moment, params) {
    if (moment.what !== "prompt") return silent("not a prompt")
    if (moment.author !== "user") return silent(`author is ${moment.author}`)
    if (moment.prev === null) return silent("first prompt: nothing came before it")
    const read = readFeedback(moment, context.hear?.(moment.text, moment.agentTail ?? "") ?? null, params)
    const { type, sentiment, confidence, because, target, complaint, goAhead } = read
    const facts = { target, complaint, goAhead }
    return says(feedbackOf(type, sentiment, confidence, because, facts), `${type}: ${because}`)
  },
})

// Phrases the user configured as praise, complaint or go-ahead (core/patterns): read beside the built-in reading, never instead of it.

const SAYS: Readonly<Record<string, { readonly type: string; readonly sentiment: number }>> = {
  praise: { type: "explicit_positive", sentiment: 0.95 },
  complaint: { type: "explicit_negative", sentiment: 0.05 },
  accept: { type: "accept", sentiment: 0.62 },
}
export const userPhrases = defineRule("detect", "user-phrases@1", {
  source: "S2-14 (regex-based, configurable); issue 4",
  hears: "prompt",
  params: { patterns: [] as readonly UserPattern[], confidence: 0.9 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || moment.prev === null)
      return silent("no later prompt of the user")
    const { patterns, refused } = patternsOf(params.patterns)
    if (patterns.length === 0) return silent(`no phrases configured, ${refused.length} refused`)
    const prose = normalise(proseOf(moment.text).prose)
    const hits = patterns.filter(pattern => Object.hasOwn(SAYS, pattern.says) && pattern.matches(prose))
    const answer = hits.map(({ id, says }) => {
      const { type, sentiment } = SAYS[says]!
      return feedbackOf(type, sentiment, params.confidence, id, { target: "previous_turn" })
    })
    return { answer, because: hits.length === 0 ? "no configured phrase" : hits.map(hit => hit.id).join(" ") }
  },
})

/** A weak sign of displeasure, apart from any words that follow. Calls refused or stopped while they ran are the refusal rule's. */
export const interrupt = defineRule("detect", "interrupt@1", {
  source: "two in five interrupted turns of data/feedback-turns are complaints, one in six of the others",
  hears: "prompt",
  params: { polarity: -0.4, confidence: 0.4 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || !moment.interrupted || moment.prev === null)
      return silent("no turn was interrupted")
    return says(
      { signal: "interrupt", type: "turn_interrupted", because: "turn_interrupted", ...params },
      "the client says the turn was interrupted",
    )
  },
})

// Done, next, or a shift of topic, by the user's own words and by how few content words two prompts share.

const LEAD = wordList(
  "ok, okay, great, perfect, thanks, thank you, alright, cool, nice, good, and, so, now, then, well, yes, super, danke, merci, gracias, we're, we are, i'm, i am, this is, that's, it's, all, everything is",
)
const DONE = wordList(
  "done, finished, that's all, that is all, that's it, that's everything, wrap it up, wrap this up, wrap up, ship it, close this, we can stop, nothing else, fertig, erledigt, c'est tout, listo, terminado, pronto, fatto, готово",
)
/** What may follow when nothing else is said. */
const FOR_NOW = wordList("here, now, for now, for today, with this, with that, with it, then, thanks")
const NEXT = wordList(
  "next, new task, new topic, new change, new issue, new feature, new question, moving on, move on to, on to the next, let's move on, let's move to, let's switch, let's turn to, let's shift, let's go on, let's go over, let's talk about, switching to, switching gears, another thing, another task, another topic, another question, another issue, another one, different question, different topic, different task, one more thing, unrelated, separately, als nächstes, ensuite, siguiente, próximo, próxima, prossimo, далее, следующ*",
)
const REFERS = wordList(
  "it, this, that, these, those, them, again, still, above, instead, too, also, same, es, das, ça, eso, isso, это",
)
const CARRIES_ON = wordList("and, but, or, so, because, no, yes, yeah, ok, why")

/** Does it open with one of these, and where do they end; 0 when not. */
function opensWith(list: typeof DONE, words: readonly string[]): number {
  for (let at = 0; at < words.length; at += LEAD.opens(words, at) || words.length) {
    const length = list.opens(words, at)
    if (length > 0) return at + length
  }
  return 0
}
const saysDone = (words: readonly string[]): boolean => {
  const end = opensWith(DONE, words)
  return end > 0 && (end === words.length || FOR_NOW.opens(words, end) > 0)
}

export const taskBoundary = defineRule("detect", "task-boundary@2", {
  source: "S2-20",
  hears: "prompt",
  params: { maxOverlap: 0.04, minKeywords: 4, keywordLength: 3, saidConfidence: 0.7, shiftConfidence: 0.4 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || moment.prev === null)
      return silent("no later prompt of the user")
    const own = proseOf(moment.text)
    const opening = clausesOf(own.prose)[0]?.words ?? []
    const ends = (type: string, confidence: number, because: string) =>
      says({ signal: "boundary", type, polarity: 0, confidence, because: type }, because)
    if (saysDone(opening)) return ends("done", params.saidConfidence, "says it is done")
    if (opensWith(NEXT, opening) > 0) return ends("next", params.saidConfidence, "says what comes next")
    const length = params.keywordLength
    const here = keywords(own.prose.slice(0, 2000), length)
    const before = keywords(proseOf(moment.prev).prose.slice(0, 2000), length)
    const shared = sharedOf(here, before)
    const enough = Math.min(here.size, before.size) >= params.minKeywords
    const carriesOn = REFERS.has(opening) || CARRIES_ON.opens(opening) > 0
    if (enough && shared !== null && shared <= params.maxOverlap && !carriesOn)
      return ends("topic_shift", params.shiftConfidence, "shares no content words with the prompt before")
    return silent("same task, as far as words tell")
  },
})
