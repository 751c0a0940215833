// Everything visible about one prompt's work, classified: from a folded turn and its neighbours, from a credit record (labs and
// worlds), and of a stretch of turns as it stands at its end. Free of text.
import { type FeedbackType, isLooking, type Outcome, type Salient, type ToolDoes } from "../model.ts"
import type { TurnEvidence } from "../questions/happened.ts"
import type { EpisodeRecord, PromptRecord, ToolRecord } from "../questions/worth.ts"
import type { TurnView } from "../views/state.ts"
import { type CallKind, wordOf } from "./signals.ts"

/** A turn of which nothing was seen. */
export const NO_EVIDENCE: TurnEvidence = {
  test: null,
  testAgain: false,
  build: null,
  lint: null,
  typecheck: null,
  toolFailShare: null,
  nTools: 0,
  calls: { runs: [0, 0], looks: [0, 0], acts: [0, 0] },
  feedback: null,
  sentiment: null,
  feedbackConfidence: null,
  echo: null,
  trace: false,
  heard: 0,
  spoke: 0,
  end: null,
  minutes: null,
  interrupted: false,
  refused: 0,
  edits: 0,
  retries: 0,
  tries: null,
  errors: 0,
  committed: null,
  reverted: null,
  survived: null,
  judge: null,
  reported: null,
}

interface Call {
  readonly does: ToolDoes
  readonly ok: boolean
}
function callsOf(calls: readonly Call[]): TurnEvidence["calls"] {
  const counts: Record<CallKind, [number, number]> = { runs: [0, 0], looks: [0, 0], acts: [0, 0] }
  for (const { does, ok } of calls) {
    const count = counts[isLooking(does) ? "looks" : does === "runs" ? "runs" : "acts"]
    count[0]++
    if (!ok) count[1]++
  }
  return counts
}

/** How each check ended that was run. */
const ended = (of: (check: "test" | "build" | "lint" | "typecheck") => boolean | null) => ({
  ...{ test: of("test"), build: of("build"), lint: of("lint"), typecheck: of("typecheck") },
})

/** Turns on either side whose messages tell whether this person says verdicts aloud. */
export const AROUND = 16
const GOOD_WORDS = new Set<FeedbackType>(["explicit_positive", "accept", "implicit_continuation"])

/** What the calls of a turn say, in one walk: every turn is looked at some five times. What we held never ran: the turn is as busy as it is without it. */
function workOf({ tools }: TurnView) {
  const checks: Partial<Record<Salient, boolean>> = {}
  const others: Call[] = []
  let [tests, nTools, refused, edits, errors] = [0, 0, 0, 0, 0]
  for (const { kind, ok, does, rejected, salient } of tools) {
    if (kind === "held") continue
    nTools++
    if (rejected) refused++
    if (does === "edits" && ok !== false) edits++
    if (ok === null) continue
    if (!ok) errors++
    if (salient !== null) checks[salient] = ok
    if (salient === "test") tests++
    else others.push({ does, ok })
  }
  return { checks, tests, others, nTools, refused, edits, errors }
}

/** `around`: turns of the same episode, this one among them. What was taken back later is no longer spoken for by commit or praise. */
export function turnEvidence(turn: TurnView, around: readonly TurnView[]): TurnEvidence {
  const undone = turn.reverted === true
  const feedback = undone && turn.feedback !== null && GOOD_WORDS.has(turn.feedback.type) ? null : turn.feedback
  const { checks, tests, others, nTools, refused, edits, errors } = workOf(turn)
  let [trace, heard, spoke] = [false, 0, 0]
  for (const other of around) {
    if (other.index === turn.index + 1) trace = other.hasError
    if (other.index === turn.index || other.feedback === null) continue
    const { type, confidence } = other.feedback
    heard++
    if (wordOf({ feedback: type, feedbackConfidence: confidence, trace: false }) !== "none") spoke++
  }
  // Written out: adding fields to a copy costs many times as much.
  const seen: TurnEvidence = {
    test: checks.test ?? null,
    testAgain: tests > 1,
    build: checks.build ?? null,
    lint: checks.lint ?? null,
    typecheck: checks.typecheck ?? null,
    toolFailShare: others.length > 0 ? others.filter(call => !call.ok).length / others.length : null,
    nTools,
    calls: callsOf(others),
    feedback: feedback?.type ?? null,
    sentiment: feedback?.sentiment ?? null,
    feedbackConfidence: feedback?.confidence ?? null,
    echo: turn.echo ?? null,
    trace,
    heard,
    spoke,
    end: turn.end === null ? null : turn.end === "timeout" ? "vanished" : "normal",
    minutes: Math.max(0, turn.lastAt - turn.at) / 60_000,
    interrupted: turn.end === "interrupt" || turn.signals.some(s => s.signal === "interrupt"),
    refused,
    edits,
    retries: turn.feedback?.type === "implicit_retry" ? 1 : 0,
    tries: null,
    errors,
    committed: undone ? null : turn.committed,
    reverted: turn.reverted,
    survived: turn.survived,
    judge: turn.judge,
    reported: turn.reported,
  }
  return turn.told ? { ...seen, told: turn.told } : seen
}

const okOf = (t: ToolRecord): boolean => (t.exit !== null ? t.exit === 0 : t.ok !== null ? t.ok : !t.outErr)
const vanished = ({ endReason }: EpisodeRecord): boolean =>
  endReason === "timeout" || endReason === "vanished" || endReason === "abandoned" || endReason === "idle"

/** The same of a record that nobody folded. */
export function recordEvidence(e: EpisodeRecord): readonly TurnEvidence[] {
  const fbAfter = (i: number): PromptRecord["fb"] => {
    const next = e.prompts[i + 1]
    return next === undefined ? e.closing : next.fb
  }
  const words = e.prompts.map((_, i) => {
    const feedback = fbAfter(i)
    return wordOf({ feedback, feedbackConfidence: null, trace: e.prompts[i + 1]?.hasError === true })
  })
  return e.prompts.map((p, i): TurnEvidence => {
    const next = e.prompts[i + 1]
    const tests = p.tools.filter(t => t.test)
    const others = p.tools.filter(t => !t.test).map(t => ({ does: t.does, ok: okOf(t) }))
    const last = tests.at(-1)
    const beside = words.filter((w, j) => j !== i && w !== null && Math.abs(j - i) <= AROUND)
    return {
      ...NO_EVIDENCE,
      test: last === undefined ? null : okOf(last),
      testAgain: tests.length > 1,
      nTools: p.tools.length,
      calls: callsOf(others),
      feedback: fbAfter(i),
      echo: next?.overlap ?? null,
      trace: next?.hasError === true,
      heard: beside.length,
      spoke: beside.filter(w => w !== "none").length,
      end: next !== undefined ? "normal" : vanished(e) ? "vanished" : e.endReason === null ? null : "normal",
      minutes: p.durMin,
    }
  })
}

/** A stretch as it stands at its end: the last state of every check and of every word, the last turn for the rest. */
export function atItsEnd(turns: readonly TurnEvidence[], outcomes: readonly Outcome[]): TurnEvidence {
  const end = turns.at(-1) ?? NO_EVIDENCE
  const last = <K extends keyof TurnEvidence>(key: K): TurnEvidence[K] =>
    turns.findLast(t => t[key] !== null)?.[key] ?? end[key]
  const check = (kind: "test" | "build" | "lint" | "typecheck"): boolean | null => {
    const seen = outcomes.findLast(o => o.salient === kind)
    return last(kind) ?? (seen === undefined ? null : seen.type === "tool_success")
  }
  const spoken = turns.findLast(t => wordOf(t) !== null && wordOf(t) !== "none")
  const told = outcomes.findLast(o => o.salient === "user")
  const words = spoken ?? (told ? { ...end, feedback: SAID[told.type] ?? null, feedbackConfidence: null } : end)
  return {
    ...end,
    ...ended(check),
    testAgain: turns.findLast(t => t.test !== null)?.testAgain ?? false,
    feedback: words.feedback,
    feedbackConfidence: words.feedbackConfidence,
    trace: words.trace,
    committed: last("committed"),
    reverted: last("reverted"),
    survived: last("survived"),
    judge: last("judge"),
    reported: last("reported"),
  }
}
const SAID: Readonly<Partial<Record<Outcome["type"], FeedbackType>>> = {
  user_confirmed_helpful: "explicit_positive",
  user_corrected: "explicit_negative",
}
