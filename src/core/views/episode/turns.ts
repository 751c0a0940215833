// Turns: a prompt and the work that followed it. Detect rules read each prompt and tool result here, once.
import type { Event } from "../../events/define.ts"
import type { DataOf } from "../../events/registry.ts"
import type { FeedbackType, Outcome, Salient, Signal } from "../../model.ts"
import { echo, errorText, held as saysHeld } from "../../readings/registry.ts"
import { isInferred, readerOf } from "../../trust/answerable.ts"
import { countAttempt } from "../attempts.ts"
import { type FoldContext, saveEpisode, saveTurn } from "../context.ts"
import { reopenEpisode, touchEpisode } from "../episodes.ts"
import { episodeOf, lastTurn } from "../read.ts"
import { sightCall, sightDone, sightWords } from "../sightings.ts"
import { believed } from "../sources.ts"
import type { EpisodeView, ToolView, TurnView } from "../state.ts"
import { takeChanges } from "./commits.ts"
import { sinceCut } from "./exposures.ts"
import { judgeTurn } from "./judging.ts"
import { applyLater, readLater, readsLater, rememberEpisode } from "./later-words.ts"
import { type CallRead, readEvent, type ToolFacts } from "./moments.ts"

const MAX_TOOLS = 400

export function submitPrompt(context: FoldContext, event: Event<DataOf<"prompt.submitted">>): void {
  const touched = touchEpisode(context, event)
  if (!touched) return
  const episode = reopenEpisode(context, touched, event.ts)
  const previous = lastTurn(context.rows, episode)
  const byUser = event.data.author === "user"
  const later =
    byUser && readsLater(context)
      ? context.read("later", () => readLater(context, event, episode, event.data.prompt))
      : null
  if (previous) {
    const read = byUser ? promptSignals(context, event, episode, previous) : []
    const signals = later?.elsewhere ? read.filter(s => !isVerdict(s)) : read
    const both = [event.data.prompt, previous.prompt || null]
    const again = byUser ? context.read("echo", () => context.readBy(echo, both, null)) : null
    const end = previous.end ?? ("next_prompt" as const)
    const heard = { ...previous, end, ...(again === null ? {} : { echo: again }) }
    const told = withFeedback(context, heard, signals)
    saveTurn(context.rows, told)
    if (told.feedback?.type === "explicit_positive")
      sightDone(context, episode.scope, { episode: episode.id, event: previous.event })
    judgeTurn(context, episode.id, previous.index)
  }
  const index = episode.turns
  saveTurn(context.rows, {
    ...emptyTurn(episode.id, index, event.ts),
    event: event.id,
    prompt: event.data.prompt,
    author: event.data.author,
    chars: event.data.chars,
    hasError: context.read("error text", () => context.readBy(errorText, [event.data.prompt], null)),
    exposures: episode.pending,
    active: cardsInContext(context, episode),
    signals: later?.signal ? [later.signal] : [],
  })
  saveEpisode(context.rows, { ...episode, turns: index + 1, pending: [] })
  if (index === 0) rememberEpisode(context, episode)
  if (byUser && episode.interactive)
    sightWords(context, episode.scope, { episode: episode.id, event: event.id }, event.data.prompt)
  if (later?.signal) applyLater(context, event, later.signal)
}

const isVerdict = (signal: Signal): boolean => signal.signal === "feedback" && signal.type.startsWith("explicit_")

export function agentReplied(context: FoldContext, event: Event<DataOf<"agent.replied">>): void {
  change(context, event, turn => ({ ...turn, reply: event.data.text, replyEvent: event.id, lastAt: event.ts }))
}

export function toolCalled(context: FoldContext, event: Event<DataOf<"tool.called">>): void {
  const { call, tool, input, path } = event.data
  change(context, event, turn => ({
    ...turn,
    lastAt: event.ts,
    open: [...turn.open.filter(other => other.call !== call), { call, tool, input, path }],
  }))
}

export function toolFinished(context: FoldContext, event: Event<DataOf<"tool.finished">>): void {
  const { data } = event
  const turn = change(context, event, t => t)
  if (!turn) return
  const called = turn.open.find(({ call }) => call === data.call)
  const input = data.input ?? called?.input ?? null
  const call: CallRead = [[input, data.output, data.stderr], factsOf(data)]
  // A call that we held never ran: nobody refused it, and nothing failed.
  const held = context.read("held", () => isHeld(context, turn.episode, data, call))
  const signals = held ? [] : readEvent(context, event, turn.index, ...call)
  const tool = toolOf(event, { input, path: data.path ?? called?.path ?? null }, signals, held)
  const commits = tool.ok !== false && signals.some(s => s.signal === "change" && s.type === "commit")
  saveTurn(context.rows, {
    ...turn,
    lastAt: event.ts,
    open: called === undefined ? turn.open : turn.open.filter(other => other !== called),
    tools: turn.tools.length < MAX_TOOLS ? [...turn.tools, tool] : turn.tools,
    signals: [...turn.signals, ...signals.filter(s => s.signal !== "tool")],
    outcomes: [...turn.outcomes, ...outcomeOf(tool, event, known(signals, "outcome") !== null)],
    committed: commits ? true : turn.committed,
  })
  const episode = episodeOf(context.rows, turn.episode)!
  countAttempt(context, episode.scope, episode.id, tool, call)
  sightCall(context, episode.scope, episode.id, tool, call)
  takeChanges(context, event, turn, signals)
  const failed = tool.ok === false
  saveEpisode(context.rows, {
    ...episode,
    tools: episode.tools + 1,
    failures: episode.failures + (failed ? 1 : 0),
    failStreak: failed ? episode.failStreak + 1 : tool.ok === true ? 0 : episode.failStreak,
  })
}

/** What the client itself says of a call, beside its texts. */
const factsOf = (data: DataOf<"tool.finished">): ToolFacts => ({
  what: "tool",
  tool: data.tool,
  does: data.does,
  apart: data.stderr !== null,
  ok: data.ok,
  exitCode: data.exitCode,
  rejected: data.rejected,
  cancelled: data.cancelled,
  interrupted: data.interrupted,
  durationMs: data.durationMs,
})

/** The last rule decides whether it went well; what kind of work it was, any rule may know. */
function toolOf(
  { id, ts, data }: Event<DataOf<"tool.finished">>,
  { input, path }: Pick<ToolView, "input" | "path">,
  signals: readonly Signal[],
  held: boolean,
): ToolView {
  const read = signals.findLast(s => s.signal === "tool")
  return {
    call: data.call,
    event: id,
    tool: data.tool,
    does: data.does,
    at: ts,
    input,
    path,
    output: data.output,
    ok: held || data.rejected || data.cancelled ? null : readOk(read, data.ok),
    kind: held ? "held" : (fact(read, "kind") ?? data.known ?? "unknown"),
    exitCode: data.exitCode,
    salient: known(signals, "salient") as Salient | null,
    fingerprint: known(signals, "fingerprint"),
    errorType: known(signals, "errorType"),
    words: readWords(signals),
    rejected: held || data.rejected,
    cancelled: !held && data.cancelled,
    durationMs: data.durationMs,
    agent: data.agent,
  }
}
const known = (signals: readonly Signal[], name: string): string | null =>
  signals.flatMap(s => (s.signal === "tool" ? (fact(s, name) ?? []) : [])).at(-1) ?? null

/** By the answer in the log, else by our own words in the result: a session that was read in has no answers. */
function isHeld(
  context: FoldContext,
  episode: string,
  { call, ok, rejected, cancelled }: DataOf<"tool.finished">,
  [texts, facts]: CallRead,
): boolean {
  if (ok === true) return false
  if (context.readBy(saysHeld, texts, facts)) return true
  return (rejected || cancelled) && (episodeOf(context.rows, episode)?.held?.includes(call) ?? false)
}

export function turnEnded(context: FoldContext, event: Event<DataOf<"turn.ended">>): void {
  const turn = change(context, event, t => ({ ...t, end: event.data.reason, lastAt: event.ts }))
  if (!turn) return
  const episode = episodeOf(context.rows, turn.episode)!
  if (!episode.sawTurnEnd) saveEpisode(context.rows, { ...episode, sawTurnEnd: true })
  judgeTurn(context, turn.episode, turn.index)
}

function promptSignals(
  context: FoldContext,
  event: Event<DataOf<"prompt.submitted">>,
  episode: EpisodeView,
  previous: TurnView,
): readonly Signal[] {
  const texts = [event.data.prompt, previous.prompt || null, previous.reply]
  return readEvent(context, event, previous.index, texts, {
    what: "prompt",
    index: episode.turns,
    replied: previous.reply !== null,
    tools: previous.tools.slice(-50).map(t => t.tool),
    nTools: previous.tools.length,
    interrupted: previous.end === "interrupt" || (previous.end === null && episode.sawTurnEnd),
    author: event.data.author,
    interactive: episode.interactive,
  })
}

/** Feedback is about the previous agent turn; a salient user word is an outcome of that turn. */
function withFeedback(context: FoldContext, turn: TurnView, signals: readonly Signal[]): TurnView {
  // The last reading counts: phrases the user configured come after the built-in ones.
  const read = signals.findLast(s => s.signal === "feedback")
  const type = (read?.type ?? null) as FeedbackType | null
  const outcome: Outcome[] = []
  if (read && type === "explicit_positive")
    outcome.push({ type: "user_confirmed_helpful", salient: "user", event: read.event, at: turn.lastAt })
  if (read && type === "explicit_negative")
    outcome.push({ type: "user_corrected", salient: "user", event: read.event, at: turn.lastAt })
  // What is only inferred counts as far as its rule has been right; explicit words are never scaled (D63).
  const weight = read && isInferred(type) ? believed(context, readerOf(read.rule)) : 1
  return {
    ...turn,
    signals: [...turn.signals, ...signals],
    outcomes: [...turn.outcomes, ...outcome],
    feedback:
      read && type ? { type, sentiment: (read.polarity + 1) / 2, confidence: read.confidence * weight } : turn.feedback,
  }
}

/** `stated`: a rule of the preset takes this very call for an outcome, salient or not (S4-40, S4-41). */
function outcomeOf(tool: ToolView, event: Event, stated: boolean): readonly Outcome[] {
  if (tool.ok === null || (tool.salient === null && !stated)) return []
  const salient = tool.salient ?? "call"
  return [{ type: tool.ok ? "tool_success" : "tool_failure", salient, event: event.id, at: event.ts }]
}

function change(context: FoldContext, event: Event, by: (turn: TurnView) => TurnView): TurnView | undefined {
  const touched = touchEpisode(context, event)
  if (!touched) return undefined
  const turn = lastTurn(context.rows, touched)
  if (!turn) return undefined
  const changed = by(turn)
  if (changed !== turn) saveTurn(context.rows, changed)
  return changed
}

function cardsInContext(context: FoldContext, episode: EpisodeView): number {
  const previous = lastTurn(context.rows, episode)
  if (!previous) return episode.pending.filter(e => e.shown).length
  const cleared = episode.compactedAt !== null && episode.compactedAt >= previous.index
  return (cleared ? 0 : previous.active) + sinceCut(episode, previous).filter(e => e.shown).length
}

const fact = (signal: Signal | undefined, name: string): string | null => {
  const value = signal?.facts?.[name]
  return typeof value === "string" ? value : null
}
const readOk = (signal: Signal | undefined, client: boolean | null): boolean | null => {
  const value = signal?.facts?.ok
  return typeof value === "boolean" ? value : client
}
const readWords = (signals: readonly Signal[]): boolean | null => {
  const value = signals.find(s => s.facts?.words !== undefined)?.facts?.words
  return typeof value === "boolean" ? value : null
}

const emptyTurn = (episode: string, index: number, at: number): TurnView => ({
  episode,
  index,
  event: "",
  prompt: "",
  author: "harness",
  chars: 0,
  hasError: false,
  at,
  lastAt: at,
  end: null,
  reply: null,
  replyEvent: null,
  tools: [],
  open: [],
  signals: [],
  exposures: [],
  active: 0,
  slots: 0,
  outcomes: [],
  feedback: null,
  committed: null,
  reverted: null,
  survived: null,
  judge: null,
  reported: null,
  cited: [],
  label: null,
  verdict: "unjudged",
  because: "",
})
