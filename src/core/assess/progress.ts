// What the signals of one message say of how the episode goes: bad, good or nothing, read once and handed to whoever hears it; and the
// two running averages over an episode's messages (S2-16, S2-17, S2-35). A message that says nothing moves nothing.
import type { Signal } from "../model.ts"

export const MARKS = ["fail", "pass", "correction", "again", "praise", "commit", "interrupt", "pack", "trip"] as const
export type Mark = (typeof MARKS)[number]

export interface Progress {
  /** something went wrong: 1 yes, 0 no, on the contrary; null = nothing is said of it */
  readonly bad: 0 | 1 | null
  /** something went well, likewise */
  readonly good: 0 | 1 | null
  /** the user sets something right */
  readonly correction: boolean
  /** the user asks for the same thing again, in the same words */
  readonly repeat: boolean
  readonly tool: "ok" | "fail" | null
  readonly marks: readonly Mark[]
}

/** How a retry was read when the words themselves came again, not only the wish (D73). */
const SAME_WORDS = /^(?:same|similar)-/
const MOVES_HISTORY = new Set(["commit", "push", "merge"])

export function progressOf(signals: readonly Signal[]): Progress {
  const said = signals.findLast(s => s.signal === "feedback")
  // "go on", said twice, is no complaint
  const goAhead = said?.type === "implicit_retry" && Number(said.facts?.goAhead ?? 0) >= 0.5
  const feedback = goAhead ? "accept" : (said?.type ?? null)
  const call = signals.findLast(s => s.signal === "tool")
  const salient = call?.facts?.salient != null
  const failed = call?.type === "fail"
  const passed = call?.type === "ok" && salient
  const interrupt = signals.some(s => s.signal === "interrupt" || s.signal === "refusal")
  const commit = signals.some(s => s.signal === "change" && MOVES_HISTORY.has(s.type))
  const correction = feedback === "explicit_negative"
  const again = feedback === "implicit_retry"
  const praise = feedback === "explicit_positive"
  const fail = failed && salient
  const good = praise || passed || commit
  const set: Partial<Record<Mark, boolean>> = {
    fail,
    pass: passed && !commit,
    correction,
    again,
    praise,
    commit,
    interrupt,
  }
  return {
    bad: correction || again || interrupt || fail ? 1 : good || feedback === "accept" ? 0 : null,
    good: correction || fail ? 0 : good ? 1 : null,
    correction,
    repeat: again && SAME_WORDS.test(said?.because ?? ""),
    tool: failed ? "fail" : call?.type === "ok" ? "ok" : null,
    marks: MARKS.filter(mark => set[mark] === true),
  }
}

/** Calls that failed in a row. */
export const streakAfter = (before: number, tool: Progress["tool"]): number =>
  tool === "fail" ? before + 1 : tool === "ok" ? 0 : before

export interface Averages {
  readonly frustration: number
  readonly success: number
}
/** Nobody is frustrated at the start, and nothing is known of success. */
export const START: Averages = { frustration: 0, success: 0.5 }

export const average = (now: Averages, { bad, good }: Pick<Progress, "bad" | "good">, alpha: number): Averages => ({
  frustration: moved(now.frustration, bad, alpha),
  success: moved(now.success, good, alpha),
})

const moved = (average: number, by: 0 | 1 | null, alpha: number): number =>
  by === null ? average : alpha * by + (1 - alpha) * average
