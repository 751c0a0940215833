// Past sessions of Claude Code, line by line, in the same events as its hooks. Ground truth: the recorded transcripts
// (one record per content block, shared message ids, interrupt markers). Also sweeps the end of a live transcript for
// what no hook reports: refusals, interrupts, tokens.
import type { Draft } from "../../core/events/draft.ts"
import { type Loose, list, num, record, records, str, time } from "../../core/loose.ts"
import { readPrompt } from "../author.ts"
import type { Heard, World } from "../client.ts"
import { type Call, type Drafts, drafts, NO_TOKENS, pastSession, type Tokens, turnName } from "../drafts.ts"
import {
  CLIENT,
  does,
  gitChanges,
  personOf,
  promptName,
  readNotification,
  taskCall,
  transcriptEnding,
  typed,
  typedCommand,
} from "./said.ts"

const fresh = () => ({
  session: null as string | null,
  cwd: null as string | null,
  promptId: null as string | null,
  /** null: nothing in the file has told yet */
  person: null as boolean | null,
  opened: "no" as "no" | "headless" | "person",
  prompts: 0,
  calls: new Map<string, Call>(),
  usage: new Map<string, Tokens>(),
  messageId: null as string | null,
  text: "",
  /** how the last message stopped: a turn that broke off has no end */
  stopped: false,
  failed: false,
  at: 0,
  /** a typed command waits for what follows: local ones never reach the model */
  command: null as { readonly text: string; readonly entry: Loose } | null,
})
type State = ReturnType<typeof fresh>

export function backfillClaude(lines: Iterable<string>, world: World): Generator<Heard> {
  const state = fresh()
  const say = (entry: Loose) => readEntry(state, entry, world)
  return pastSession(CLIENT, state, lines, say, () => endTurn(state, world))
}

function readEntry(state: State, entry: Loose, world: World): readonly Draft[] {
  const session = str(entry.sessionId)
  if (session === null) return []
  const at = time(entry.timestamp, state.at || world.now)
  const make = drafts(CLIENT, session, world, at)
  state.session = session
  state.cwd = str(entry.cwd) ?? state.cwd
  state.at = at
  if (entry.type === "assistant") return [...takeCommand(state, world), ...readAssistant(state, entry, make)]
  if (entry.type === "system" && entry.subtype === "compact_boundary")
    return [make.compacted(str(entry.promptId) ?? state.promptId ?? "", str(record(entry.compactMetadata).trigger))]
  return entry.type === "user" ? readUser(state, entry, make, world) : []
}

function readAssistant(state: State, entry: Loose, make: Drafts): readonly Draft[] {
  const message = record(entry.message)
  const agent = entry.isSidechain === true ? (str(entry.agentId) ?? "sub-agent") : null
  const out: Draft[] = []
  for (const block of list(message.content).map(record)) {
    const id = str(block.id)
    if (block.type !== "tool_use" || id === null) continue
    const tool = str(block.name) ?? "unknown"
    const call = { call: id, tool, does: does(tool), input: block.input, agent }
    state.calls.set(id, call)
    out.push(make.called(call))
  }
  if (agent !== null) return out
  const id = str(message.id)
  const usage = record(message.usage)
  if (id !== null && num(usage.output_tokens) !== null) state.usage.set(id, tokens(usage))
  const text = list(message.content)
    .map(record)
    .filter(block => block.type === "text")
    .map(block => str(block.text) ?? "")
    .join("\n")
  if (text !== "") state.text = id !== null && id === state.messageId ? `${state.text}\n${text}` : text
  if (text !== "") state.messageId = id
  const reason = str(message.stop_reason)
  state.failed = entry.isApiErrorMessage === true
  state.stopped = state.failed || (reason !== null && reason !== "tool_use")
  return out
}
const tokens = (usage: Loose): Tokens => ({
  input:
    (num(usage.input_tokens) ?? 0) +
    (num(usage.cache_creation_input_tokens) ?? 0) +
    (num(usage.cache_read_input_tokens) ?? 0),
  output: num(usage.output_tokens) ?? 0,
})

function readUser(state: State, entry: Loose, make: Drafts, world: World): readonly Draft[] {
  const content = record(entry.message).content
  const results = list(content)
    .map(record)
    .filter(block => block.type === "tool_result")
  if (results.length > 0) return results.flatMap(block => readResult(state, block, entry, make))
  // a sub-agent's own prompt and the client's own notes open no turn of this episode
  if (entry.isSidechain === true || entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true)
    return []
  const text = typed(content)
  if (text === "") return []
  if (text.startsWith("[Request interrupted by user")) return interrupted(state, entry, make, world)
  if (entry.isMeta === true) return takeCommand(state, world)
  if (text.startsWith("<local-command-")) {
    state.command = null
    return []
  }
  const command = typedCommand(text)
  const before = takeCommand(state, world)
  if (command !== null) {
    state.command = { text: command, entry }
    return before
  }
  return [...before, ...submit(state, entry, text, make, world)]
}

function submit(state: State, entry: Loose, text: string, make: Drafts, world: World): readonly Draft[] {
  const before = endTurn(state, world)
  state.text = ""
  state.usage.clear()
  state.promptId = str(entry.promptId)
  const said = readPrompt(text, world)
  const note = readNotification(text)
  const person = personOf(entry)
  if (person !== null) state.person = person
  if (said.author === "user") state.prompts++
  const opened = open(state, entry, make)
  const name = promptName(state.promptId, note === null ? said.text : text, state.at)
  const finished: Draft[] = []
  if (note?.call) {
    const call = state.calls.get(note.call) ?? taskCall(note.call, note.command)
    finished.push(make.finished(call, note.ending, ":task"))
  }
  const origin = str(record(entry.origin).kind)
  const author = person === false || (origin !== null && origin !== "human") ? "harness" : said.author
  return [...before, ...opened, ...finished, make.prompt(name, author, said.text)]
}

/** Opened once as soon as there is a prompt; again when a later record shows that a person sits there after all. */
function open(state: State, entry: Loose, make: Drafts): readonly Draft[] {
  // older transcripts name no source: a second prompt of its own in one run is a person's
  const person = state.person ?? state.prompts > 1
  const kind = person ? "person" : "headless"
  if (state.opened === kind || state.opened === "person") return []
  state.opened = kind
  return [
    make.opened({
      interactive: person,
      start: "startup",
      cwd: state.cwd,
      version: str(entry.version),
      branch: str(entry.gitBranch),
    }),
  ]
}

function readResult(state: State, block: Loose, entry: Loose, make: Drafts): readonly Draft[] {
  const id = str(block.tool_use_id)
  if (id === null) return []
  const agent = entry.isSidechain === true ? (str(entry.agentId) ?? "sub-agent") : null
  const call = state.calls.get(id) ?? { call: id, tool: "unknown", does: "other" as const, input: null, agent }
  const changes = gitChanges(entry.toolUseResult)
  return [
    make.finished(call, transcriptEnding(call.does, block, entry)),
    ...changes.map(c => make.changed(id, c.change, c.sha, c.branch)),
  ]
}

function interrupted(state: State, entry: Loose, make: Drafts, world: World): readonly Draft[] {
  const before = takeCommand(state, world)
  // only a person breaks off a turn by hand
  state.person = state.person ?? true
  state.stopped = false
  state.text = ""
  state.usage.clear()
  return [...before, ...open(state, entry, make), make.ended(`interrupt:${str(entry.uuid) ?? state.at}`, "interrupt")]
}

/** The agent's last words and the end of its turn, when it came to one. */
function endTurn(state: State, world: World): readonly Draft[] {
  if (state.session === null || !state.stopped) return []
  const make = drafts(CLIENT, state.session, world, state.at)
  const name = turnName(state.promptId, state.text, state.at)
  const said = make.lastWords(name, state.failed ? null : state.text)
  const out = [...said, make.ended(name, state.failed ? "error" : "end", totals(state.usage))]
  state.text = ""
  state.stopped = false
  state.usage.clear()
  return out
}
const totals = (usage: ReadonlyMap<string, Tokens>): Tokens =>
  usage.size === 0
    ? NO_TOKENS
    : {
        input: [...usage.values()].reduce((a, t) => a + (t.input ?? 0), 0),
        output: [...usage.values()].reduce((a, t) => a + (t.output ?? 0), 0),
      }

function takeCommand(state: State, world: World): readonly Draft[] {
  const { command } = state
  if (command === null || state.session === null) return []
  state.command = null
  return submit(state, command.entry, command.text, drafts(CLIENT, state.session, world, state.at), world)
}

/** The end of a live transcript: everything after the prompt before `current` (the id of the prompt draft at hand). */
export function sweepClaude(tail: string | null, world: World, current: string | null) {
  const state = fresh()
  let turn: Draft[] = []
  for (const entry of records((tail ?? "").split("\n"))) {
    for (const draft of readEntry(state, entry, world)) {
      if (draft.type === "prompt.submitted") {
        if (draft.id === current) return swept(state, turn)
        turn = []
      } else turn.push(draft)
    }
  }
  return swept(state, turn)
}
const swept = (state: State, turn: readonly Draft[]) => ({
  /** calls of the running turn that ended badly, and its interrupt */
  drafts: turn.filter(
    d => isBad(d) || (d.type === "tool.called" && turn.some(e => isBad(e) && callId(e) === d.data.call)),
  ),
  tokens: totals(state.usage),
  person: state.person,
  call: (id: string) => state.calls.get(id) ?? null,
})
const isBad = (d: Draft): boolean =>
  (d.type === "tool.finished" && (d.data.ok === false || d.data.rejected || d.data.cancelled)) ||
  (d.type === "turn.ended" && d.data.reason === "interrupt")
const callId = (d: Draft): string | null => (d.type === "tool.finished" ? d.data.call : null)

const FAILED = '"is_error":true'
/** Before every call there is time for the last failures, not for the whole turn again. */
const LAST_FAILED = 8
/** Calls, among the last that failed, that were refused or wrong in their form: no hook reports them. */
export function unreportedCalls(tail: string | null, world: World): readonly Draft[] {
  if (!tail?.includes(FAILED)) return []
  const lines = tail.split("\n")
  const failed = lines.filter(line => line.includes(FAILED)).slice(-LAST_FAILED)
  const ids = failed.flatMap(line => line.match(/(?<="tool_use_id":")[^"]+/g) ?? [])
  const told = lines.filter(line => ids.some(id => line.includes(id)))
  const { drafts } = sweepClaude(told.join("\n"), world, null)
  const begun = new Set(drafts.flatMap(d => (d.type === "tool.called" ? [d.data.call] : [])))
  const calls = new Set(drafts.filter(isUnreported).map(callId))
  return drafts.filter(
    d => (d.type === "tool.called" || d.type === "tool.finished") && begun.has(d.data.call) && calls.has(d.data.call),
  )
}
const isUnreported = (d: Draft): boolean =>
  d.type === "tool.finished" &&
  (d.data.rejected || d.data.cancelled || d.data.output?.startsWith("<tool_use_error>") === true)
