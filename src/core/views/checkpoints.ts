// Checkpoints (S2-19..24): stretches of messages cut while the episode runs, each with a score, token figures and counts.
// Free of text: its one line is made when it is shown (memory/summaries.ts).
import { evidenceOf } from "../label/evidence.ts"
import type { Unit, Verdict } from "../model.ts"
import { decide, type FoldContext, ruleFor, turnOf } from "./context.ts"
import { addMarks, type LiveView, type Marks, type Message } from "./live.ts"
import type { TurnView } from "./state.ts"
import { messageKey } from "./state.ts"
import { TABLE } from "./tables.ts"

export interface CheckpointView {
  readonly episode: string
  readonly n: number
  /** messages and turns [from, to] */
  readonly from: number
  readonly to: number
  readonly fromTurn: number
  readonly toTurn: number
  readonly fromAt: number
  readonly at: number
  readonly trigger: "messages" | "boundary" | "commit" | "outcome" | "pause" | "asked" | "episode"
  readonly score: Unit | null
  readonly verdict: Verdict
  readonly because: string
  readonly tokens: LiveView["tokens"]
  readonly frustration: number
  readonly success: number
  readonly marks: Marks
  /** cards that were in the agent's hands */
  readonly cards: readonly string[]
}

export const CHECKPOINT_EVERY = 10
const PAUSE_MS = 5 * 60_000

/** Cuts what this message ends. Returns the live row with the next stretch begun. */
export function checkpointsAt(context: FoldContext, message: Message): LiveView {
  const { before, input, row } = message
  let live: LiveView = message.live
  const begun = before.messages >= before.from
  if (begun && input.at - before.lastAt > PAUSE_MS) live = cutBefore(context, message, live, "pause")
  else if (begun && input.signals.some(s => s.signal === "boundary"))
    live = cutBefore(context, message, live, "boundary")
  live = { ...live, marks: addMarks(live.marks, row.marks) }
  const trigger = row.marks.includes("commit")
    ? "commit"
    : endsWork(message)
      ? "outcome"
      : input.message - live.from + 1 >= (context.checkpointEvery ?? CHECKPOINT_EVERY)
        ? "messages"
        : null
  return trigger === null ? live : cut(context, live, message.turn, input.at, trigger, input.message)
}

/** S2-22: a passing build or test. */
const endsWork = ({ input, row }: Message): boolean =>
  row.marks.includes("pass") &&
  input.signals.some(s => s.signal === "tool" && (s.facts?.salient === "test" || s.facts?.salient === "build"))

function cutBefore(context: FoldContext, { before, turn, input }: Message, live: LiveView, by: "pause" | "boundary") {
  const last = input.by === "user" ? Math.max(before.fromTurn, turn - 1) : turn
  const { from, checkpoints } = cut(context, before, last, before.lastAt, by, input.message - 1)
  return { ...live, from, checkpoints, fromTurn: turn, fromAt: input.at, tokens: null, marks: {} }
}

/** Somebody wants to see it now. */
export const askedCheckpoint = (context: FoldContext, live: LiveView, turn: number): LiveView =>
  live.messages < live.from ? live : cut(context, live, turn, live.lastAt, "asked", live.messages)

/** Whatever is left at the end of an episode. */
export const lastCheckpoint = (context: FoldContext, live: LiveView, turn: number): LiveView =>
  live.messages < live.from ? live : cut(context, live, turn, live.lastAt, "episode", live.messages)

function cut(
  context: FoldContext,
  live: LiveView,
  toTurn: number,
  at: number,
  trigger: CheckpointView["trigger"],
  to: number,
): LiveView {
  const tail = to === live.from && (trigger === "boundary" || trigger === "pause" || trigger === "episode")
  const last = TABLE.checkpoint.get(context.rows, messageKey(live.episode, live.checkpoints))
  if (tail && last) {
    // One message is no stretch: it closes the one before.
    TABLE.checkpoint.set(context.rows, messageKey(live.episode, last.n), { ...last, to, toTurn, at })
    return { ...live, from: to + 1, fromTurn: toTurn, fromAt: at + 1, tokens: null, marks: {} }
  }
  const turns: TurnView[] = []
  for (let i = live.fromTurn; i <= toTurn; i++) {
    const turn = turnOf(context.rows, live.episode, i)
    if (turn) turns.push(within(turn, live.fromAt, at))
  }
  const { answer, because } = decide(context, ruleFor(context, "judge"), {
    level: "segment",
    turns: turns.map(turn => evidenceOf(turn, turns)),
    outcomes: turns.flatMap(t => t.outcomes),
  })
  const checkpoint: CheckpointView = {
    episode: live.episode,
    n: live.checkpoints + 1,
    from: live.from,
    to,
    fromTurn: live.fromTurn,
    toTurn,
    fromAt: live.fromAt,
    at,
    trigger,
    score: answer.p,
    verdict: answer.verdict,
    because,
    tokens: live.tokens,
    frustration: live.frustration,
    success: live.success,
    marks: live.marks,
    cards: [...new Set(turns.flatMap(t => t.exposures.filter(e => e.shown).map(e => e.card)))],
  }
  TABLE.checkpoint.set(context.rows, messageKey(live.episode, checkpoint.n), checkpoint)
  return { ...live, from: to + 1, fromTurn: toTurn, fromAt: at + 1, tokens: null, marks: {}, checkpoints: checkpoint.n }
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
