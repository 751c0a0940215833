// What the seed counts of a session beyond its turns: the first prompt's own feedback, and calls whose output holds one of two words
// (S0-35, S0-43). And its signals object, as the document names them (S0-17 … S0-23, S0-45 … S0-47).
import type { Event } from "../../events/define.ts"
import type { DataOf } from "../../events/registry.ts"
import { mean } from "../../stats.ts"
import { turnKey } from "../../views/state.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { overlap } from "../../words/similar.ts"
import type { RuleContext } from "../rule.ts"

// `analyzeUserFeedback` of seed 000: patterns first, then word overlap with the prompt before (S0-24 … S0-36).

/** S0-36: lower case, split on non-word characters, words longer than 3, Jaccard; 0 when either set is empty. */
export function evolverOverlap(a: string, b: string, minLength: number): number {
  const words = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .split(/\W+/)
        .filter(word => word.length > minLength),
    )
  return overlap(words(a), words(b))
}

export const FEEDBACK_PARAMS = {
  positive: [
    "\\b(thanks|thank you|perfect|great|awesome|works|excellent|nice|good job)\\b",
    "^(yes|yep|yeah|correct|exactly)[.!]?$",
  ],
  negative: [
    "\\b(wrong|incorrect|no[,.]|not what|undo|revert|rollback|broken|failed)\\b",
    "\\b(try again|start over|that's not|doesn't work)\\b",
  ],
  positiveSentiment: 1,
  negativeSentiment: 0,
  explicitConfidence: 0.9,
  retryOverlap: 0.6,
  retrySentiment: 0.2,
  retryConfidence: 0.7,
  continuationOverlap: 0.2,
  continuationSentiment: 0.7,
  continuationConfidence: 0.6,
  neutralSentiment: 0.5,
  neutralConfidence: 0.5,
  minLength: 3,
}

interface Feedback {
  readonly type: string
  readonly sentiment: number
  readonly confidence: number
  readonly because: string
}
/** `analyzeUserFeedback`: the first hit wins (S0-29 … S0-34). `because` names the pattern that fired. */
export function feedbackIn(
  { text, prev, nTools }: { readonly text: string; readonly prev: string | null; readonly nTools: number },
  p: typeof FEEDBACK_PARAMS,
): Feedback {
  const hit = (patterns: readonly string[]) => patterns.findIndex(pattern => new RegExp(pattern, "i").test(text))
  const say = (type: string, sentiment: number, confidence: number, because: string): Feedback => {
    return { type, sentiment, confidence, because }
  }
  const good = hit(p.positive)
  if (good >= 0) return say("explicit_positive", p.positiveSentiment, p.explicitConfidence, `positive-${good + 1}`)
  const bad = hit(p.negative)
  if (bad >= 0) return say("explicit_negative", p.negativeSentiment, p.explicitConfidence, `negative-${bad + 1}`)
  if (prev !== null) {
    const shared = evolverOverlap(text, prev, p.minLength)
    if (shared > p.retryOverlap) return say("implicit_retry", p.retrySentiment, p.retryConfidence, "overlap-high")
    if (nTools > 0 && shared < p.continuationOverlap)
      return say("implicit_continuation", p.continuationSentiment, p.continuationConfidence, "overlap-low")
  }
  return say("neutral", p.neutralSentiment, p.neutralConfidence, "no-pattern")
}

interface EpisodeHeard {
  /** what the first prompt says; absent = nobody typed one */
  readonly first?: Feedback
  readonly errors: number
}
export const HEARD = table<EpisodeHeard>("evolver_heard", "episode")
export const heardIn = ({ rows }: RuleContext, episode: string): EpisodeHeard =>
  HEARD.get(rows, episode) ?? { errors: 0 }

export function hearPrompt(
  context: RuleContext,
  episode: string,
  { author, prompt }: DataOf<"prompt.submitted">,
): void {
  const begins = TABLE.episode.get(context.rows, episode)?.turns === 1
  if (author !== "user" || !begins) return
  const first = context.read("first prompt", () => {
    const text = context.text(prompt)
    return text === null ? null : feedbackIn({ text, prev: null, nTools: 0 }, FEEDBACK_PARAMS)
  })
  if (first) HEARD.set(context.rows, episode, { ...heardIn(context, episode), first })
}

export function hearCall(
  context: RuleContext,
  episode: string,
  { id, data: { output, stderr } }: Event<DataOf<"tool.finished">>,
  countedWords: readonly string[],
): void {
  // What we held came back in our own words.
  if (isHeld(context, { id, episode })) return
  const error = context.read("counted", () => {
    const said = [output, stderr].map(ref => (ref === null ? "" : (context.text(ref) ?? ""))).join("\n")
    return countedWords.some(word => said.toLowerCase().includes(word))
  })
  const known = heardIn(context, episode)
  if (error) HEARD.set(context.rows, episode, { ...known, errors: known.errors + 1 })
}

function isHeld({ rows }: RuleContext, { id, episode }: { readonly id: string; readonly episode: string }): boolean {
  const turns = TABLE.episode.get(rows, episode)?.turns ?? 0
  const now = turns === 0 ? undefined : TABLE.turn.get(rows, turnKey(episode, turns - 1))
  return now?.tools.some(call => call.event === id && call.kind === "held") ?? false
}

/** `OutcomeSignals` of the document; null when nothing was asked. */
export function outcomeSignals(context: RuleContext, episode: string): Readonly<Record<string, unknown>> | null {
  const turns = TABLE.turn.values(context.rows, `${episode}/`)
  if (turns.length === 0) return null
  const { first, errors } = heardIn(context, episode)
  const calls = turns.flatMap(turn => turn.tools)
  const edits = calls.filter(call => call.does === "edits")
  const user_feedback = [
    ...(first ? [feedbackOf(first, 0)] : []),
    ...turns
      .flatMap(turn => turn.signals)
      .filter(signal => signal.signal === "feedback")
      .map(signal =>
        feedbackOf({ ...signal, sentiment: (signal.polarity + 1) / 2 }, Number(signal.facts?.promptIndex)),
      ),
  ]
  return {
    tool_success_rate: calls.length === 0 ? 1 : calls.filter(call => call.ok !== false).length / calls.length,
    error_count: errors,
    made_edits: edits.length > 0,
    edit_count: edits.length,
    files_touched: new Set(edits.flatMap(call => call.path ?? [])).size,
    user_feedback,
    avg_sentiment: user_feedback.length === 0 ? 0.5 : mean(user_feedback.map(f => f.sentiment)),
    session_continued: calls.length > 0,
    prompt_count: turns.length,
  }
}

const feedbackOf = ({ type, sentiment, confidence, because }: Feedback, prompt_index: number) => {
  return { type, sentiment, confidence, prompt_index, matched_patterns: patternOf(because) }
}

/** "positive-2" names the second positive pattern; implicit feedback has none. */
function patternOf(because: string): readonly string[] {
  const { positive, negative } = FEEDBACK_PARAMS
  const [, list, n] = /^(positive|negative)-(\d+)$/.exec(because) ?? []
  const found = list === undefined ? undefined : (list === "positive" ? positive : negative)[Number(n) - 1]
  return found === undefined ? [] : [found]
}
