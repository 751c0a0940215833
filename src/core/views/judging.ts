// Judging: the label of a turn from its classified signals, the verdict of an episode from its turns.
import type { FeedbackType, Outcome } from "../model.ts"
import type { TurnEvidence } from "../questions/judge.ts"
import { decide, episodeOf, type FoldContext, ruleFor, saveEpisode, saveTurn, turnOf } from "./context.ts"
import type { TurnView } from "./state.ts"
import { TABLE } from "./tables.ts"

export function judgeTurn(context: FoldContext, episode: string, index: number): void {
  const turn = turnOf(context.rows, episode, index)
  if (!turn) return
  const { answer, because } = decide(context, ruleFor(context, "judge"), {
    level: "turn",
    turns: [evidenceOf(turn)],
    outcomes: turn.outcomes,
  })
  saveTurn(context.rows, { ...turn, label: answer.p, verdict: answer.verdict, because })
}

export function judgeEpisode(context: FoldContext, id: string): void {
  const episode = episodeOf(context.rows, id)
  if (!episode) return
  const turns = turnsOf(context, id)
  const outcomes: Outcome[] = turns.flatMap(t => t.outcomes)
  const { answer, because } = decide(context, ruleFor(context, "judge"), {
    level: "episode",
    turns: turns.map(evidenceOf),
    outcomes,
  })
  saveEpisode(context.rows, { ...episode, p: answer.p, verdict: answer.verdict, because })
}

export const turnsOf = (context: Pick<FoldContext, "rows">, episode: string): readonly TurnView[] =>
  TABLE.turn.list(context.rows, `${episode}/`).map(([, turn]) => turn)

const GOOD_WORDS = new Set<FeedbackType>(["explicit_positive", "accept", "implicit_continuation"])

/** Everything visible about one turn, classified. What was taken back later is no longer spoken for by commit or praise. */
export function evidenceOf(turn: TurnView): TurnEvidence {
  const undone = turn.reverted === true
  const feedback = undone && turn.feedback !== null && GOOD_WORDS.has(turn.feedback.type) ? null : turn.feedback
  // What we held never ran: the turn is as long and as busy as it is without it.
  const ran = turn.tools.filter(t => t.kind !== "held")
  const judged = ran.filter(t => t.ok !== null)
  const last = (salient: string): boolean | null => judged.findLast(t => t.salient === salient)?.ok ?? null
  const others = judged.filter(t => t.salient !== "test")
  const failed = others.filter(t => t.ok === false).length
  const edits = ran.filter(t => t.does === "edits" && t.ok !== false)
  const minutes = Math.max(0, turn.lastAt - turn.at) / 60_000
  return {
    test: last("test"),
    build: last("build"),
    lint: last("lint"),
    typecheck: last("typecheck"),
    toolFailShare: others.length > 0 ? failed / others.length : null,
    nTools: ran.length,
    feedback: feedback?.type ?? null,
    sentiment: feedback?.sentiment ?? null,
    feedbackConfidence: feedback?.confidence ?? null,
    end: turn.end === null ? null : turn.end === "timeout" ? "vanished" : "normal",
    minutesPerCall: ran.length > 0 ? minutes / ran.length : null,
    minutes,
    interrupted: turn.end === "interrupt" || turn.signals.some(s => s.signal === "interrupt"),
    refused: ran.filter(t => t.rejected).length,
    edits: edits.length,
    files: new Set(edits.map(t => t.path)).size,
    retries: turn.feedback?.type === "implicit_retry" ? 1 : 0,
    errors: judged.filter(t => t.ok === false).length,
    committed: undone ? null : turn.committed,
    reverted: turn.reverted,
    survived: turn.survived,
    judge: turn.judge,
    reported: turn.reported,
  }
}
