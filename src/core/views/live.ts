// Live signals of an episode (S2-11..17), derived at every message: moving averages, counters, and what the alarm rules
// say. Free of text. Rows of single messages exist only where something was heard, and expire (see assessment.ts).
import { ALPHA, type Averages, average, START } from "../assess/ema.ts"
import { evidenceOf, type Mark } from "../assess/evidence.ts"
import type { Event } from "../events/define.ts"
import type { Signal } from "../model.ts"
import type { AlarmInput } from "../questions/alarm.ts"
import { type FoldContext, lastTurn, turnOf } from "./context.ts"
import { happen } from "./happen.ts"
import type { EpisodeView, ToolView } from "./state.ts"
import { TABLE } from "./tables.ts"

/** how often each mark was set */
export type Marks = Readonly<Partial<Record<Mark, number>>>

export interface LiveView extends Averages {
  readonly episode: string
  /** messages so far: prompts, replies, calls that came back */
  readonly messages: number
  readonly peak: number
  readonly corrections: number
  readonly retries: number
  readonly failStreak: number
  readonly trips: number
  readonly lastAt: number
  /** keys of trips whose next messages are still watched */
  readonly watching: readonly string[]
  /** the checkpoint being gathered: its first message and turn, when it began, tokens known so far */
  readonly from: number
  readonly fromTurn: number
  readonly fromAt: number
  readonly tokens: { readonly input: number; readonly output: number } | null
  readonly marks: Marks
  readonly checkpoints: number
}
export interface MessageView extends Averages {
  readonly message: number
  readonly turn: number
  readonly at: number
  readonly by: AlarmInput["by"]
  /** what moved the averages; null = nothing */
  readonly bad: 0 | 1 | null
  readonly good: 0 | 1 | null
  readonly marks: readonly Mark[]
}
export interface Message {
  readonly input: AlarmInput
  readonly turn: number
  readonly before: LiveView
  readonly live: LiveView
  readonly row: MessageView
}

export function addMarks(to: Marks, marks: readonly Mark[]): Marks {
  const sum: Partial<Record<Mark, number>> = { ...to }
  for (const mark of marks) sum[mark] = (sum[mark] ?? 0) + 1
  return sum
}

export const liveOf = (context: Pick<FoldContext, "rows">, episode: string): LiveView | undefined =>
  TABLE.live.get(context.rows, episode)

/** One message: the averages move, the alarm rules step. The caller writes what it keeps. */
export function hearMessage(context: FoldContext, event: Event, episode: EpisodeView): Message | null {
  const heard = signalsOf(context, event, episode)
  if (heard === null) return null
  const before = liveOf(context, episode.id) ?? emptyLive(episode.id, event.ts)
  const message = before.messages + 1
  const input: AlarmInput = { episode: episode.id, message, by: heard.by, signals: heard.signals, at: event.ts }
  const said = evidenceOf(heard.signals)
  const averages = average(before, said, alphaOf(context))
  const turn = Math.max(0, episode.turns - 1)
  happen(context, event, { what: "message heard", message: input })
  const live: LiveView = {
    ...before,
    ...averages,
    messages: message,
    peak: Math.max(before.peak, averages.frustration),
    corrections: before.corrections + (said.correction ? 1 : 0),
    retries: before.retries + (said.repeat ? 1 : 0),
    failStreak: said.tool === "fail" ? before.failStreak + 1 : said.tool === "ok" ? 0 : before.failStreak,
    lastAt: event.ts,
  }
  const row: MessageView = {
    frustration: averages.frustration,
    success: averages.success,
    message,
    turn,
    at: event.ts,
    by: heard.by,
    bad: said.frustration,
    good: said.success,
    marks: said.marks,
  }
  return { input, turn, before, live, row }
}

const alphaOf = (context: FoldContext): number =>
  (context.preset.rules.alarm.map(rule => rule.params.alpha).find(alpha => typeof alpha === "number") as
    | number
    | undefined) ?? ALPHA

/** What the detect rules read in this event, as the reducers kept it. null = not a message. */
function signalsOf(
  context: FoldContext,
  event: Event,
  episode: EpisodeView,
): { readonly by: AlarmInput["by"]; readonly signals: readonly Signal[] } | null {
  const turn = lastTurn(context.rows, episode)
  if (!turn) return null
  if (event.type === "agent.replied") return { by: "agent", signals: [] }
  if (event.type === "prompt.submitted") {
    // A prompt speaks of the turn before it, and its readings are kept there.
    const spoken = turnOf(context.rows, episode.id, turn.index - 1)?.signals ?? []
    return { by: turn.author === "user" ? "user" : "agent", signals: spoken.filter(s => s.event === event.id) }
  }
  if (event.type !== "tool.finished") return null
  const last = turn.tools.at(-1)
  const call = last?.event === event.id ? callSignal(last, turn.index) : countedSignal(context, event, episode)
  return { by: "tool", signals: [call, ...turn.signals.filter(s => s.event === event.id)] }
}

const callSignal = (tool: ToolView, turn: number): Signal => ({
  signal: "tool",
  type: tool.ok === null ? "unknown" : tool.ok ? "ok" : "fail",
  polarity: tool.ok === null ? 0 : tool.ok ? 1 : -1,
  confidence: 1,
  because: tool.kind,
  facts: { salient: tool.salient, fingerprint: tool.fingerprint, tool: tool.tool },
  event: tool.event,
  turn,
  rule: "turn@1",
})

/** A very long turn stops keeping its calls; whether this one failed is still told by the episode's own count. */
function countedSignal(context: FoldContext, event: Event, episode: EpisodeView): Signal {
  const before = liveOf(context, episode.id)?.failStreak ?? 0
  const type = episode.failStreak > before ? "fail" : episode.failStreak < before ? "ok" : "unknown"
  const polarity = type === "fail" ? -1 : type === "ok" ? 1 : 0
  const facts = { salient: null, fingerprint: null, tool: (event.data as { tool: string }).tool }
  const turn = episode.turns - 1
  return {
    signal: "tool",
    type,
    polarity,
    confidence: 1,
    because: "counted",
    facts,
    event: event.id,
    turn,
    rule: "turn@1",
  }
}

const emptyLive = (episode: string, at: number): LiveView => ({
  frustration: START.frustration,
  success: START.success,
  episode,
  messages: 0,
  peak: 0,
  corrections: 0,
  retries: 0,
  failStreak: 0,
  trips: 0,
  lastAt: at,
  watching: [],
  from: 1,
  fromTurn: 0,
  fromAt: at,
  tokens: null,
  marks: {},
  checkpoints: 0,
})
