// An episode's messages as they were said: prompts, replies and calls that came back, counted as the assessment counts them,
// so that a place in the transcript is a place on every picture. Texts are looked up per page and nowhere kept.
import type { Event } from "../../core/events/define.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import type { ToolView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export interface MessagePlace {
  /** counted from 1 */
  readonly message: number
  readonly turn: number
  readonly event: string
  readonly seq: number
  readonly at: number
  readonly by: "user" | "agent" | "tool"
  readonly author: string | null
  readonly tool: string | null
  readonly ok: boolean | null
  readonly exitCode: number | null
  readonly salient: string | null
  readonly chars: number
  readonly text: string | null
  readonly input: string | null
}
export interface SaidMessage extends Omit<MessagePlace, "text" | "input"> {
  /** null when forgotten */
  readonly text: string | null
  readonly input: string | null
  readonly cut: boolean
}

const MOST_CHARS = 16_000
const MOST_INPUT = 2_000

/** Every message of the episode in order, with references instead of texts. */
export function messagesOf(memory: Memory, episode: string, events = memory.parts.log.readEpisode(episode)) {
  const tools = new Map<string, ToolView>()
  for (const turn of turnsOf(memory.context(), episode)) for (const tool of turn.tools) tools.set(tool.event, tool)
  const called = new Map<string, string | null>()
  const found: MessagePlace[] = []
  let turn = -1
  for (const event of events) {
    if (event.type === "tool.called") {
      const { call, input } = event.data as DataOf<"tool.called">
      called.set(call, input)
      continue
    }
    if (event.type === "prompt.submitted") turn++
    if (turn < 0) continue
    const place = { message: found.length + 1, turn, event: event.id, seq: event.seq, at: event.ts }
    const said = saidBy(event, tools, called)
    if (said) found.push({ ...place, ...said })
  }
  return found as readonly MessagePlace[]
}

type SaidBy = Omit<MessagePlace, "message" | "turn" | "event" | "seq" | "at">
const NO_CALL = { tool: null, ok: null, exitCode: null, salient: null, input: null } as const

function saidBy(
  event: Event,
  tools: ReadonlyMap<string, ToolView>,
  called: ReadonlyMap<string, string | null>,
): SaidBy | null {
  if (event.type === "prompt.submitted") {
    const { author, prompt, chars } = event.data as DataOf<"prompt.submitted">
    return { ...NO_CALL, by: author === "user" ? "user" : "agent", author, chars, text: prompt }
  }
  if (event.type === "agent.replied") {
    const { text, chars } = event.data as DataOf<"agent.replied">
    return { ...NO_CALL, by: "agent", author: null, chars, text }
  }
  if (event.type !== "tool.finished") return null
  const data = event.data as DataOf<"tool.finished">
  const read = tools.get(event.id)
  return {
    by: "tool",
    author: data.agent,
    tool: data.tool,
    ok: read?.ok ?? data.ok,
    exitCode: data.exitCode,
    salient: read?.salient ?? null,
    chars: 0,
    text: data.output,
    input: data.input ?? called.get(data.call) ?? null,
  }
}

/** Their texts, each bounded. */
export const sayAgain = (memory: Memory, places: readonly MessagePlace[], most = MOST_CHARS): readonly SaidMessage[] =>
  places.map(place => {
    const [text, input] = [memory.text(place.text), memory.text(place.input)]
    return {
      ...place,
      text: text === null ? null : bounded(text, most),
      input: input === null ? null : bounded(input, MOST_INPUT),
      chars: text?.length ?? place.chars,
      cut: (text?.length ?? 0) > most || (input?.length ?? 0) > MOST_INPUT,
    }
  })

/** Never cuts a character in two. */
const bounded = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, "")

/** The last message at or before a place in the log; 0 before the first. */
export function messageAt(places: readonly MessagePlace[], seq: number): number {
  let last = 0
  for (const place of places) {
    if (place.seq > seq) break
    last = place.message
  }
  return last
}
