// The hook protocol that Claude Code began and others speak: the common fields of a payload, what its moments say, and the answer's form.
// Ground truth: recorded Claude Code and Codex payloads.

import type { Draft } from "../core/events/draft.ts"
import { type Loose, record, str, time } from "../core/loose.ts"
import type { ToolDoes } from "../core/model.ts"
import { readPrompt } from "./author.ts"
import { type Answer, type Ask, type Heard, NOTHING, type World } from "./client.ts"
import { type Call, type Drafts, drafts, type Ending, type Opening, toolInput } from "./drafts.ts"

/** Whose a payload is and what happened, by whatever names the client has for that. */
interface Frame {
  readonly event: string | null
  readonly session: string | null
  readonly cwd: string | null
  /** a sub-agent's id */
  readonly agent: string | null
  readonly transcript?: string | null
  /** when, where it says so */
  readonly at?: number
}
/** One event, and the drafts that it is told in. */
export interface Moment extends Pick<Frame, "cwd" | "agent"> {
  readonly session: string
  readonly at: number
  readonly transcript: string | null
  readonly payload: Loose
  readonly world: World
  readonly make: Drafts
}

/** What one event says. */
export interface Part {
  readonly drafts: readonly Draft[]
  readonly ask: Ask | null
}
export const NO_PART: Part = { drafts: [], ask: null }
export const only = (...drafts: readonly Draft[]): Part => ({ drafts, ask: null })

/** How hooks are heard: one reader for each event a client is listened to for. */
export type Readers = Readonly<Record<string, (moment: Moment) => Part>>
export const readHook =
  (client: string, readers: Readers, frameOf: (fields: Loose, world: World) => Frame = hookFrame) =>
  (given: unknown, world: World): Heard => {
    const payload = record(given)
    const { session, event, cwd, agent, transcript = null, at = world.now } = frameOf(payload, world)
    if (session === null || event === null) return NOTHING
    const make = drafts(client, session, world, at)
    const part = readerOf(readers, event)?.({ session, cwd, agent, transcript, at, payload, world, make })
    return { session, episode: make.episode, cwd, subAgent: agent !== null, ...(part ?? NO_PART) }
  }
/** An event may be called anything, "constructor" too. */
export const readerOf = <R>(readers: Readonly<Record<string, R>>, event: string): R | undefined =>
  Object.hasOwn(readers, event) ? readers[event] : undefined

const hookFrame = (fields: Loose): Frame => ({
  event: str(fields.hook_event_name),
  session: str(fields.session_id),
  cwd: str(fields.cwd),
  transcript: str(fields.transcript_path),
  agent: str(fields.agent_id),
})
/** Of those whose payloads say when. */
export const timedFrame = (fields: Loose, world: World): Frame => ({
  ...hookFrame(fields),
  at: time(fields.timestamp, world.now),
})

/** The tool call an event is about, where the client names it. */
export const toolCall = ({ payload, agent }: Moment, does: (tool: string) => ToolDoes): Call | null => {
  const call = str(payload.tool_use_id)
  const tool = str(payload.tool_name)
  return call === null || tool === null ? null : { call, tool, does: does(tool), input: payload.tool_input, agent }
}
/** A call that ended, as the client's own reader of endings has it. */
export const afterCall =
  (does: (tool: string) => ToolDoes, ending: (call: Call, moment: Moment) => Ending) =>
  (moment: Moment): Part => {
    const call = toolCall(moment, does)
    return call === null ? NO_PART : ended(moment.make, call, ending(call, moment))
  }
/** An episode begins, and its client waits for what belongs at a start. */
export const starts = (make: Drafts, opening: Opening): Part => ({
  drafts: [make.opened(opening)],
  ask: { what: "session_start" },
})
/** A call that is about to run. */
export const aboutToRun =
  (does: (tool: string) => ToolDoes) =>
  (moment: Moment): Part =>
    begins(moment.make, toolCall(moment, does))
export const begins = (make: Drafts, call: Call | null): Part =>
  call === null ? NO_PART : { drafts: [make.called(call)], ask: beforeTool(call) }
/** What was typed or sent, under which name, and whether a person did; null: not known. `before` is told with it. */
export function submitted(
  { agent, make, payload, world }: Moment,
  of: (text: string) => { readonly name: string; readonly person: boolean | null; readonly before?: readonly Draft[] },
): Part {
  const given = str(payload.prompt)
  if (given === null) return NO_PART
  const { author, text } = readPrompt(given, world)
  const { name, person, before = [] } = of(text)
  const who = agent !== null ? "sub-agent" : person === false ? "harness" : author
  return prompted(make.prompt(name, who, text), text, ...before)
}
/** A prompt, behind what is told with it. */
export const prompted = (prompt: Draft, text: string, ...before: readonly Draft[]): Part => ({
  drafts: [...before, prompt],
  ask: { what: "prompt", prompt: text, event: prompt.id },
})
/** A sub-agent begins; without a type it is the client's own compactor. */
export const subAgentBegins = ({ payload }: Moment): Part => ({
  drafts: [],
  ask: str(payload.agent_type) === null ? null : { what: "session_start" },
})
export const tailOf = ({ transcript, world }: Pick<Moment, "transcript" | "world">): string | null =>
  transcript === null ? null : world.tail(transcript)

/** `call` is null where the client has no name for it yet. */
type Asked = Omit<Call, "call"> & { readonly call: string | null }
const askedAbout = ({ call, tool, does, input }: Asked) => ({ call, tool, input: toolInput(does, input) })
export const beforeTool = (call: Asked): Ask => ({ what: "before_tool", ...askedAbout(call) })

/** A call that ended, and what is asked when it failed. */
export const ended = (make: Drafts, call: Call, end: Ending): Part => ({
  drafts: [make.finished(call, end)],
  ask: end.ok === false ? { what: "after_failure", ...askedAbout(call), error: end.output ?? "" } : null,
})

/** Where a client wants our words: each form is given its event and the text that may be shortened. */
interface Forms {
  readonly reply?: (text: string) => object
  readonly hold: (reason: string, event: string) => object
  readonly context: (text: string, event: string) => object
  /** one quiet line for the person goes beside them, or alone */
  readonly notice?: (text: string) => object
}
const LONGEST_NOTICE = 400
/** What was the prompt's own, then a hold, then notes, then the notice; null when there is nothing to say. */
export const writer =
  (forms: Forms) =>
  (payload: unknown, ask: Ask, answer: Answer): string | null => {
    const event = str(record(payload).hook_event_name) ?? ""
    const line = answer.notice?.slice(0, LONGEST_NOTICE).toWellFormed()
    const beside = line === undefined ? {} : forms.notice?.(line)
    if (answer.reply !== undefined && forms.reply) return answerJson(answer.reply, forms.reply)
    if (ask.what === "before_tool" && answer.hold !== null)
      return answerJson(answer.hold, reason => ({ ...forms.hold(reason, event), ...beside }))
    if (answer.context !== null && answer.context !== "")
      return answerJson(answer.context, text => ({ ...forms.context(text, event), ...beside }))
    return line === undefined || !forms.notice ? null : answerJson(line, forms.notice)
  }

export const deny = (reason: string, event: string) => ({
  hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
})
export const addContext = (text: string, event: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
})
export const systemMessage = (text: string) => ({ systemMessage: text })
export const writeHook = writer({
  reply: reason => ({ decision: "block", reason }),
  hold: deny,
  context: addContext,
  notice: systemMessage,
})

// One JSON object for a client to read: well-formed, at most 9,000 characters (clients spill or cut what is longer), or
// nothing at all. The long text gives way, never the object's form.

const LONGEST_ANSWER = 9_000

/** `build` puts the text where the client wants it. */
export function answerJson(text: string, build: (text: string) => unknown): string | null {
  let body = text.toWellFormed()
  for (let round = 0; round < 40; round++) {
    const out = JSON.stringify(build(body))
    if (out.length <= LONGEST_ANSWER) return out
    body = shorter(body, out.length - LONGEST_ANSWER)
    if (body === "") return null
  }
  return null
}

/** Whole lines go first: a cut line may say the opposite of the whole one. */
function shorter(text: string, by: number): string {
  let end = Math.max(0, text.length - Math.max(by, 16))
  if (end > 0 && text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) <= 0xdbff) end--
  const line = text.lastIndexOf("\n", end)
  return text.slice(0, line > end / 2 ? line : end)
}
