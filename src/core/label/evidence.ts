// Everything visible about one prompt's work, classified: from a folded turn and its neighbours, from a credit record (labs and
// worlds), and of a stretch of turns as it stands at its end. Free of text.
import { type FeedbackType, isLooking, type Outcome, type ToolDoes } from "../model.ts"
import type { EpisodeRecord, PromptRecord, ToolRecord } from "../questions/credit.ts"
import type { TurnEvidence } from "../questions/judge.ts"
import type { ToolView, TurnView } from "../views/state.ts"
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
  minutesPerCall: null,
  minutes: null,
  interrupted: false,
  refused: 0,
  edits: 0,
  files: 0,
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
const kindOf = ({ does }: Call): CallKind => (isLooking(does) ? "looks" : does === "runs" ? "runs" : "acts")
function callsOf(calls: readonly Call[]): TurnEvidence["calls"] {
  const of = (kind: CallKind): readonly [number, number] => {
    const mine = calls.filter(c => kindOf(c) === kind)
    return [mine.length, mine.filter(c => !c.ok).length]
  }
  return { runs: of("runs"), looks: of("looks"), acts: of("acts") }
}

/** Turns on either side whose messages tell whether this person says verdicts aloud. */
export const AROUND = 16
const GOOD_WORDS = new Set<FeedbackType>(["explicit_positive", "accept", "implicit_continuation"])

/** What the calls of a turn say. What we held never ran: the turn is as busy as it is without it. */
function workOf(turn: TurnView) {
  const ran = turn.tools.filter(t => t.kind !== "held")
  const judged = ran.filter((t): t is ToolView & { readonly ok: boolean } => t.ok !== null)
  const last = (salient: string): boolean | null => judged.findLast(t => t.salient === salient)?.ok ?? null
  const others = judged.filter(t => t.salient !== "test")
  const edits = ran.filter(t => t.does === "edits" && t.ok !== false)
  return {
    test: last("test"),
    testAgain: judged.length - others.length > 1,
    build: last("build"),
    lint: last("lint"),
    typecheck: last("typecheck"),
    toolFailShare: others.length > 0 ? others.filter(t => !t.ok).length / others.length : null,
    nTools: ran.length,
    calls: callsOf(others),
    refused: ran.filter(t => t.rejected).length,
    edits: edits.length,
    files: new Set(edits.map(t => t.path)).size,
    errors: judged.filter(t => !t.ok).length,
  }
}

/** `around`: turns of the same episode, this one among them. What was taken back later is no longer spoken for by commit or praise. */
export function evidenceOf(turn: TurnView, around: readonly TurnView[]): TurnEvidence {
  const undone = turn.reverted === true
  const feedback = undone && turn.feedback !== null && GOOD_WORDS.has(turn.feedback.type) ? null : turn.feedback
  const work = workOf(turn)
  const minutes = Math.max(0, turn.lastAt - turn.at) / 60_000
  const next = around.find(t => t.index === turn.index + 1)
  const words = around.flatMap(t => {
    if (t.index === turn.index || t.feedback === null) return []
    const { type, confidence } = t.feedback
    return [wordOf({ feedback: type, feedbackConfidence: confidence, trace: false })]
  })
  return {
    ...work,
    feedback: feedback?.type ?? null,
    sentiment: feedback?.sentiment ?? null,
    feedbackConfidence: feedback?.confidence ?? null,
    echo: turn.echo ?? null,
    trace: next?.hasError === true,
    heard: words.length,
    spoke: words.filter(w => w !== "none").length,
    end: turn.end === null ? null : turn.end === "timeout" ? "vanished" : "normal",
    minutesPerCall: work.nTools > 0 ? minutes / work.nTools : null,
    minutes,
    interrupted: turn.end === "interrupt" || turn.signals.some(s => s.signal === "interrupt"),
    retries: turn.feedback?.type === "implicit_retry" ? 1 : 0,
    tries: null,
    committed: undone ? null : turn.committed,
    reverted: turn.reverted,
    survived: turn.survived,
    judge: turn.judge,
    reported: turn.reported,
    ...(turn.told ? { told: turn.told } : {}),
  }
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
export function standing(turns: readonly TurnEvidence[], outcomes: readonly Outcome[]): TurnEvidence {
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
    test: check("test"),
    testAgain: turns.findLast(t => t.test !== null)?.testAgain ?? false,
    build: check("build"),
    lint: check("lint"),
    typecheck: check("typecheck"),
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
