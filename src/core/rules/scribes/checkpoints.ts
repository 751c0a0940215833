// Checkpoints (S2-19..24): stretches of messages cut while the episode runs, each with a score, token figures and counts. What is cut
// is judged by whoever judges, and written then. Free of text: its one line is made when it is shown (memory/reading/history.ts).
import { ASSESSED, type CheckpointView, type LiveView, type MessageView, type Stretch } from "../../assess/tables.ts"
import type { AlarmInput } from "../../questions/happened.ts"
import type { Rows } from "../../views/rows.ts"
import { messageKey } from "../../views/state.ts"

export const CHECKPOINT_PARAMS = { every: 10, pauseMinutes: 5 }

/** The live row with the next stretch begun, and what was cut on the way. */
export interface Cut {
  readonly live: LiveView
  readonly cut: readonly Stretch[]
}
interface HeardMessage {
  readonly input: AlarmInput
  readonly before: LiveView
  readonly live: LiveView
  readonly row: MessageView
}

export function checkpointsAt(rows: Rows, heard: HeardMessage, params: typeof CHECKPOINT_PARAMS): Cut {
  const { before, input, row } = heard
  const begun = before.messages >= before.from
  const left =
    begun && input.at - before.lastAt > params.pauseMinutes * 60_000
      ? cutBefore(rows, heard, "pause")
      : begun && input.signals.some(s => s.signal === "boundary")
        ? cutBefore(rows, heard, "boundary")
        : { live: heard.live, cut: [] }
  const { live } = left
  const trigger = row.marks.includes("commit")
    ? "commit"
    : endsWork(heard)
      ? "outcome"
      : input.message - live.from + 1 >= params.every
        ? "messages"
        : null
  if (trigger === null) return { live, cut: left.cut }
  const next = cut(rows, live, row.turn, input.at, trigger, input.message)
  return { live: next.live, cut: [...left.cut, ...next.cut] }
}

/** S2-22: a passing build or test. */
const endsWork = ({ input, row }: HeardMessage): boolean =>
  row.marks.includes("pass") &&
  input.signals.some(s => s.signal === "tool" && (s.facts?.salient === "test" || s.facts?.salient === "build"))

function cutBefore(rows: Rows, { before, live, row, input }: HeardMessage, by: "pause" | "boundary"): Cut {
  const last = input.by === "user" ? Math.max(before.fromTurn, row.turn - 1) : row.turn
  const done = cut(rows, before, last, before.lastAt, by, input.message - 1)
  const { from, checkpoints } = done.live
  const marks = addMarks({}, row.marks)
  const begun = { from, checkpoints, fromTurn: row.turn, fromAt: input.at, tokens: null, marks }
  return { live: { ...live, ...begun }, cut: done.cut }
}

/** All that was not cut yet: somebody wants to see it now, or the episode is over. */
export const cutRest = (rows: Rows, live: LiveView, turn: number, by: "asked" | "episode"): Cut =>
  live.messages < live.from ? { live, cut: [] } : cut(rows, live, turn, live.lastAt, by, live.messages)

function cut(rows: Rows, live: LiveView, toTurn: number, at: number, trigger: Stretch["trigger"], to: number): Cut {
  const begun = { ...live, from: to + 1, fromTurn: toTurn, fromAt: at + 1, tokens: null, marks: {} }
  const tail = to === live.from && (trigger === "boundary" || trigger === "pause" || trigger === "episode")
  const last = tail ? ASSESSED.checkpoint.get(rows, messageKey(live.episode, live.checkpoints)) : undefined
  if (last) {
    // One message is no stretch: it closes the one before.
    keepCheckpoint(rows, { ...last, to, toTurn, at })
    return { live: begun, cut: [] }
  }
  const { episode, from, fromTurn, fromAt, tokens, frustration, success, marks } = live
  const n = live.checkpoints + 1
  const stretch = { episode, n, from, to, fromTurn, toTurn, fromAt, at, trigger, tokens, frustration, success, marks }
  return { live: { ...begun, checkpoints: n }, cut: [stretch] }
}

export const keepCheckpoint = (rows: Rows, checkpoint: CheckpointView): void =>
  ASSESSED.checkpoint.set(rows, messageKey(checkpoint.episode, checkpoint.n), checkpoint)

export function dropCheckpoints(rows: Rows, episode: string, until: number): number {
  const old = ASSESSED.checkpoint.list(rows, `${episode}/`).filter(([, { at }]) => at <= until)
  for (const [key] of old) ASSESSED.checkpoint.delete(rows, key)
  return old.length
}

export function addMarks(to: LiveView["marks"], marks: MessageView["marks"]): LiveView["marks"] {
  if (marks.length === 0) return to
  const sum = { ...to }
  for (const mark of marks) sum[mark] = (sum[mark] ?? 0) + 1
  return sum
}
