// Segments: stretches of an episode that are judged together. One ends with a salient outcome or a commit, at a task
// boundary the user names, or at a long pause (S2-20..23). Pure: turns in, stretches out.

import type { CheckpointView, Stretch } from "../../assess/tables.ts"
import { turnEvidence } from "../../label/evidence.ts"
import type { TurnEvidence } from "../../questions/happened.ts"
import { decide, type FoldContext, ruleFor } from "../context.ts"
import { turnOf } from "../read.ts"
import type { SegmentView, TurnView } from "../state.ts"

const PAUSE_MINUTES = 5

/** Where the episode falls apart, before anybody judges. */
function stretches(turns: readonly TurnView[]): readonly Pick<SegmentView, "from" | "to" | "endedBy">[] {
  const found: Pick<SegmentView, "from" | "to" | "endedBy">[] = []
  let from = 0
  turns.forEach((turn, i) => {
    const endedBy = endOf(turn, turns[i + 1])
    if (endedBy === null) return
    found.push({ from: turns[from]!.index, to: turn.index, endedBy })
    from = i + 1
  })
  return found
}

function endOf(turn: TurnView, next: TurnView | undefined): SegmentView["endedBy"] | null {
  if (!next) return "episode"
  if (turn.committed) return "commit"
  // Red on the way is not the end: the last word of the turn decides, and only a good one closes the stretch.
  const last = turn.outcomes.findLast(o => o.salient !== "user")
  if (last?.type === "tool_success") return "outcome"
  // A boundary is read in the next prompt and kept with the turn it speaks of.
  if (turn.signals.some(s => s.signal === "boundary")) return "boundary"
  return next.at - turn.lastAt > PAUSE_MINUTES * 60_000 ? "pause" : null
}

export function segmentsOf(
  context: FoldContext,
  turns: readonly TurnView[],
  evidence: readonly TurnEvidence[],
): readonly SegmentView[] {
  return stretches(turns).map(s => {
    const mine = (turn: TurnView): boolean => turn.index >= s.from && turn.index <= s.to
    const { answer, because } = decide(context, ruleFor(context, "judge"), {
      level: "segment",
      turns: evidence.filter((_, i) => mine(turns[i]!)),
      outcomes: turns.filter(mine).flatMap(t => t.outcomes),
    })
    return { ...s, p: answer.p, verdict: answer.verdict, because }
  })
}

/** A stretch that a rule cut while the episode runs. */
export function judgeStretch(context: FoldContext, stretch: Stretch): CheckpointView {
  const turns: TurnView[] = []
  for (let i = stretch.fromTurn; i <= stretch.toTurn; i++) {
    const turn = turnOf(context.rows, stretch.episode, i)
    if (turn) turns.push(within(turn, stretch.fromAt, stretch.at))
  }
  const { answer, because } = decide(context, ruleFor(context, "judge"), {
    level: "segment",
    turns: turns.map(turn => turnEvidence(turn, turns)),
    outcomes: turns.flatMap(t => t.outcomes),
  })
  const cards = [...new Set(turns.flatMap(t => t.exposures.filter(e => e.shown).map(e => e.card)))]
  return { ...stretch, score: answer.p, verdict: answer.verdict, because, cards }
}

/** The part of a turn that belongs to the stretch. */
function within(turn: TurnView, from: number, to: number): TurnView {
  const inside = (at: number): boolean => at >= from && at <= to
  return {
    ...turn,
    tools: turn.tools.filter(t => inside(t.at)),
    outcomes: turn.outcomes.filter(o => o.salient === "user" || inside(o.at)),
    exposures: turn.exposures.filter(e => e.at <= to),
  }
}
