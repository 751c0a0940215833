// Judging: the label of a turn from its classified signals, the verdict of an episode from its stretches.
import type { Event } from "../../events/define.ts"
import { AROUND, turnEvidence } from "../../label/evidence.ts"
import type { TurnEvidence } from "../../questions/happened.ts"
import { decide, type FoldContext, ruleFor, saveEpisode, saveTurn } from "../context.ts"
import { happen } from "../happen.ts"
import { episodeOf, turnOf } from "../read.ts"
import type { TurnView } from "../state.ts"
import { TABLE } from "../tables.ts"
import { segmentsOf } from "./segments.ts"

export function judgeTurn(context: FoldContext, episode: string, index: number): void {
  const turn = turnOf(context.rows, episode, index)
  if (turn) judge(context, turn, turnEvidence(turn, around(context, episode, index)))
}
function judge(context: FoldContext, turn: TurnView, seen: TurnEvidence): void {
  const { answer, because } = decide(context, ruleFor(context, "judge"), {
    level: "turn",
    turns: [seen],
    outcomes: turn.outcomes,
  })
  const { p: label, llr, verdict } = answer
  // An episode that ends is judged whole: what reads as before need not be written again.
  if (turn.label === label && turn.llr === llr && turn.verdict === verdict && turn.because === because) return
  saveTurn(
    context.rows,
    llr === undefined ? { ...withoutLlr(turn), label, verdict, because } : { ...turn, label, llr, verdict, because },
  )
}
/** Leaving out a field of a copy costs many times as much as copying. */
function withoutLlr(turn: TurnView): TurnView {
  if (turn.llr === undefined) return turn
  const { llr: _, ...rest } = turn
  return rest
}

function around(context: FoldContext, episode: string, index: number): readonly TurnView[] {
  const found: TurnView[] = []
  const end = Math.min(index + AROUND + 1, episodeOf(context.rows, episode)?.turns ?? 0)
  for (let i = Math.max(0, index - AROUND); i < end; i++) {
    const turn = turnOf(context.rows, episode, i)
    if (turn) found.push(turn)
  }
  return found
}

/** One chain: every turn of it with all that is known now, its stretches from the turns, the episode from its stretches. */
export function judgeEpisode(context: FoldContext, event: Pick<Event, "seq">, id: string, from = 0): void {
  const episode = episodeOf(context.rows, id)
  if (!episode) return
  const turns = turnsOf(context, id)
  // A turn's label is no evidence for any other.
  const evidence = turns.map((turn, i) => turnEvidence(turn, turns.slice(Math.max(0, i - AROUND), i + AROUND + 1)))
  for (const [i, turn] of turns.entries()) if (turn.index >= from) judge(context, turn, evidence[i]!)
  const segments = segmentsOf(context, turns, evidence)
  const { answer, because } = decide(context, ruleFor(context, "judge"), {
    level: "episode",
    episode: id,
    turns: evidence,
    outcomes: turns.flatMap(t => t.outcomes),
    segments,
  })
  saveEpisode(context.rows, { ...episode, p: answer.p, verdict: answer.verdict, because, segments })
  happen(context, event, { what: "episode judged", episode: id, turns: evidence })
}

export const turnsOf = (context: Pick<FoldContext, "rows">, episode: string): readonly TurnView[] =>
  TABLE.turn.list(context.rows, `${episode}/`).map(([, turn]) => turn)
