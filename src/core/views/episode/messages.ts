// Messages: a prompt, a reply, a call that came back. Each is counted, told to whoever listens, and the alarm rules are asked about it.
import { progressOf } from "../../assess/progress.ts"
import type { Event } from "../../events/define.ts"
import type { Signal } from "../../model.ts"
import type { AlarmInput } from "../../questions/happened.ts"
import { ruleId } from "../../rules/rule.ts"
import { decide, type FoldContext } from "../context.ts"
import { happen } from "../happen.ts"
import { episodeOf, lastTurn, turnOf } from "../read.ts"
import type { EpisodeView, ToolView, TurnView } from "../state.ts"
import { TABLE } from "../tables.ts"

/** What was heard in an episode so far. */
export interface HeardView {
  readonly messages: number
  readonly failStreak: number
}
const NOTHING: HeardView = { messages: 0, failStreak: 0 }
const MESSAGES: ReadonlySet<string> = new Set(["prompt.submitted", "agent.replied", "tool.finished"])

export function messageHeard(context: FoldContext, event: Event): void {
  if (!MESSAGES.has(event.type)) return
  const episode = episodeOf(context.rows, event.episode)
  const turn = episode && lastTurn(context.rows, episode)
  if (!turn) return
  const before = TABLE.heard.get(context.rows, episode.id) ?? NOTHING
  const call = event.type === "tool.finished" ? callOf(event, episode, turn, before) : null
  const messages = before.messages + 1
  TABLE.heard.set(context.rows, episode.id, {
    messages,
    failStreak: call?.type === "fail" ? before.failStreak + 1 : call?.type === "ok" ? 0 : before.failStreak,
  })
  const signals = signalsOf(context, event, turn, call)
  const message: AlarmInput = {
    episode: episode.id,
    message: messages,
    by: call ? "tool" : event.type === "prompt.submitted" && turn.author === "user" ? "user" : "agent",
    signals,
    progress: progressOf(signals),
    at: event.ts,
  }
  happen(context, event, { what: "message heard", message })
  const alarms = context.preset.rules.alarm.flatMap(rule => {
    const { answer, because } = decide(context, rule, message)
    return answer === null ? [] : [{ ...answer, rule: ruleId(rule), because }]
  })
  const averages = context.preset.rules.alarm.find(rule => rule.averages)?.averages?.(context, episode.id)
  happen(context, event, { what: "alarms asked", message, alarms, ...(averages ? { averages } : {}) })
}

/** What the detect rules read in this event, as the reducers kept it. */
function signalsOf(context: FoldContext, event: Event, turn: TurnView, call: Signal | null): readonly Signal[] {
  if (event.type === "agent.replied") return []
  // A prompt speaks of the turn before it, and its readings are kept there.
  const kept = call ? turn.signals : (turnOf(context.rows, turn.episode, turn.index - 1)?.signals ?? [])
  const mine = kept.filter(s => s.event === event.id)
  return call ? [call, ...mine] : mine
}

function callOf(event: Event, episode: EpisodeView, turn: TurnView, before: HeardView): Signal {
  const last = turn.tools.at(-1)
  if (last?.event === event.id) return callSignal(last, turn.index)
  // A very long turn stops keeping its calls; whether this one failed is still told by the episode's own count.
  const { failStreak } = episode
  const ok = failStreak > before.failStreak ? false : failStreak < before.failStreak ? true : null
  const tool = (event.data as { tool: string }).tool
  return callSignal({ ok, kind: "counted", salient: null, fingerprint: null, tool, event: event.id }, turn.index)
}

const callSignal = (
  tool: Pick<ToolView, "ok" | "kind" | "salient" | "fingerprint" | "tool" | "event">,
  turn: number,
): Signal => ({
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
