// What the seed counts of a session beyond its turns: the first prompt's own feedback, and calls whose output holds one of two words
// (S0-35, S0-43). And its signals object, as the document names them (S0-17 … S0-23, S0-45 … S0-47).
import type { Event } from "../../events/define.ts"
import type { DataOf } from "../../events/registry.ts"
import type { Signal } from "../../model.ts"
import { mean } from "../../stats.ts"
import { turnKey } from "../../views/state.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import type { RuleContext } from "../rule.ts"
import { FEEDBACK_PARAMS, feedbackIn } from "./feedback.ts"

interface Heard {
  /** what the first prompt says; absent = nobody typed one */
  readonly first?: {
    readonly type: string
    readonly sentiment: number
    readonly confidence: number
    readonly because: string
  }
  readonly errors: number
}
export const HEARD = table<Heard>("evolver_heard", "episode")
const NOTHING: Heard = { errors: 0 }
export const heardIn = ({ rows }: RuleContext, episode: string): Heard => HEARD.get(rows, episode) ?? NOTHING

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
  const turns = TABLE.turn.list(context.rows, `${episode}/`).map(([, turn]) => turn)
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

const feedbackOf = (
  { type, sentiment, confidence, because }: Pick<Signal, "type" | "confidence" | "because"> & { sentiment: number },
  prompt_index: number,
) => ({ type, sentiment, confidence, prompt_index, matched_patterns: patternOf(because) })

/** "positive-2" names the second positive pattern; implicit feedback has none. */
function patternOf(because: string): readonly string[] {
  const { positive, negative } = FEEDBACK_PARAMS
  const [, list, n] = /^(positive|negative)-(\d+)$/.exec(because) ?? []
  const found = list === undefined ? undefined : (list === "positive" ? positive : negative)[Number(n) - 1]
  return found === undefined ? [] : [found]
}
