// Gemini CLI chat files. The hooks carry no ids, so both sides count: a prompt is named after the one before it, a call
// after its turn, its arguments and how often they came before. Ground truth: the recorded chat JSONL.
import type { Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { isRecord, json, type Loose, list, num, record, records, str, textOf, time } from "../../core/loose.ts"
import type { ToolDoes } from "../../core/model.ts"
import { readPrompt, withoutAttached } from "../author.ts"
import { doesOf, type Heard, type Tools, type World } from "../client.ts"
import { brokenOff, drafts, type Ending, exited, NO_TOKENS, pastSession, refused, textKey } from "../drafts.ts"

export const CLIENT = "gemini-cli"

/** Arguments in any order of keys. */
export const callKey = (tool: string, input: unknown): string => hashId("call", tool, json(sorted(input)))
const sorted = (value: unknown): unknown =>
  isRecord(value)
    ? Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)])
    : value
export const callName = (turn: string, key: string, before: number): string => `${turn}:${key}:${before}`
export const promptName = (before: string, text: string): string => `${before}:${textKey(text)}`

const fresh = (session: string | null) => ({
  session,
  /** id of the last prompt record */
  turn: "first",
  prompts: 0,
  before: new Map<string, number>(),
  seen: new Set<string>(),
  text: [] as string[],
  tokens: NO_TOKENS,
  at: 0,
})
type State = ReturnType<typeof fresh>

export function backfillGemini(lines: Iterable<string>, world: World): Generator<Heard> {
  const state = fresh(null)
  const say = (entry: Loose) => readEntry(state, entry, world)
  return pastSession(CLIENT, state, lines, say, () => endTurn(state, world))
}

function readEntry(state: State, entry: Loose, world: World): readonly Draft[] {
  state.session = str(entry.sessionId) ?? state.session
  if (state.session === null) return []
  state.at = time(entry.timestamp ?? entry.startTime, state.at || world.now)
  if (entry.type === "user") return readUser(state, entry, world)
  return entry.type === "gemini" ? readModel(state, entry, world) : []
}

const promptText = (entry: Loose): string =>
  list(entry.content)
    .map(part => str(record(part).text))
    .filter(part => part !== null)
    .join("\n") ||
  (str(entry.content) ?? "")

function readUser(state: State, entry: Loose, world: World): readonly Draft[] {
  const text = promptText(entry)
  const id = str(entry.id)
  if (text === "" || id === null || state.seen.has(id)) return [] // answers of functions, or a record written again
  state.seen.add(id)
  const before = endTurn(state, world)
  const said = readPrompt(text, world)
  const make = drafts(CLIENT, state.session!, world, state.at)
  state.prompts++
  // the file names no source: a second prompt in one chat is a person's
  const opened = state.prompts > 2 ? [] : [make.opened({ interactive: state.prompts > 1, start: "startup" })]
  const prompt = make.prompt(promptName(state.turn, said.text), said.author, said.text)
  state.turn = id
  state.before.clear()
  state.text = []
  state.tokens = NO_TOKENS
  return [...before, ...opened, prompt]
}

function readModel(state: State, entry: Loose, world: World): readonly Draft[] {
  const make = drafts(CLIENT, state.session!, world, state.at)
  const id = str(entry.id) ?? ""
  const text = str(entry.content)
  if (!state.seen.has(`said:${id}`)) {
    if (text !== null) state.text.push(text)
    const { input, output } = record(entry.tokens)
    state.tokens = {
      input: (state.tokens.input ?? 0) + (num(input) ?? 0),
      output: (state.tokens.output ?? 0) + (num(output) ?? 0),
    }
    state.seen.add(`said:${id}`)
  }
  const calls = list(entry.toolCalls).map(record)
  // calls made at once were all asked before any of them ended
  const counts = new Map(calls.map(call => [keyOf(call), state.before.get(keyOf(call)) ?? 0]))
  return calls.flatMap(call => {
    const stored = str(call.id) ?? ""
    if (state.seen.has(`call:${stored}`) || call.status === undefined) return []
    state.seen.add(`call:${stored}`)
    const key = keyOf(call)
    const about = {
      call: callName(state.turn, key, counts.get(key) ?? 0),
      tool: str(call.name) ?? "unknown",
      does: does(str(call.name) ?? ""),
      input: call.args,
    }
    state.before.set(key, (counts.get(key) ?? 0) + 1)
    return [make.called(about), make.finished(about, storedEnding(call))]
  })
}
const keyOf = (call: Loose): string => callKey(str(call.name) ?? "", call.args)

function endTurn(state: State, world: World): readonly Draft[] {
  const text = state.text.join("\n")
  if (state.session === null || text === "") return []
  const make = drafts(CLIENT, state.session, world, state.at)
  state.text = []
  return [...make.lastWords(state.turn, text), make.ended(state.turn, "end", state.tokens)]
}

/** Where a live session stands, by the end of its chat file. */
export function placeIn(tail: string | null, session: string, world: World) {
  const state = fresh(session)
  let whole = tail === null || tail === ""
  let found = false
  let ended: Draft[] = []
  for (const entry of records((tail ?? "").split("\n"))) {
    if (entry.projectHash !== undefined) whole = true
    for (const draft of readEntry(state, entry, world))
      if (draft.type === "prompt.submitted") {
        found = true
        ended = []
      } else if (draft.type === "tool.called" || draft.type === "tool.finished") ended.push(draft)
  }
  return {
    /** calls of this turn that the file says have ended: those that no hook reported are among them */
    ended: (found ? ended : []) as readonly Draft[],
    /** id of the last prompt record, `first` in a new file, null when the tail does not reach back so far */
    turn: found ? state.turn : whole ? "first" : null,
    before: (key: string) => state.before.get(key) ?? 0,
  }
}

// How a Gemini CLI tool call ended. Ground truth: the recorded AfterTool payloads: `error.type`, then the
// client's own line `Exit Code: N`; a shell result without that line is exit 0.

export const TOOLS: Tools = {
  runs: ["run_shell_command"],
  edits: ["replace", "write_file"],
  reads: ["read_file", "read_many_files"],
  searches: ["list_directory", "glob", "search_file_content", "grep_search"],
  fetches: ["web_fetch", "google_web_search"],
  plans: ["write_todos"],
  asks: ["ask_user"],
}
export const does = doesOf(TOOLS)

/** The line stands among the last ones of the client's frame, after whatever the command printed. */
const EXIT_LINE = /(?:^|\n)Exit Code: (-?\d{1,10})(?=\n|$)/g
const SIGNAL_LINE = /(?:^|\n)Signal: (\d{1,3}|SIG[A-Z]+)(?=\n|$)/
const FRAME = 400
/** A hook or a rule kept the call from running; nothing failed. */
const HELD = /^Tool execution (?:blocked: |(?:for "[^"]{1,200}" )?denied by policy\b)/

/** AfterTool. */
export function responseEnding(does: ToolDoes, response: unknown): Ending {
  const fields = record(response)
  const output = clean(textOf(fields.llmContent) ?? textOf(fields.returnDisplay) ?? textOf(response))
  if (isRecord(fields.error)) {
    const type = str(fields.error.type) ?? ""
    const said = output ?? str(fields.error.message)
    if (/cancel|abort/i.test(type)) return brokenOff("client", said)
    if (/reject|den(?:y|ied)|policy/i.test(type)) return refused("client", said)
    return { ok: false, known: "client", exitCode: null, output: said }
  }
  if (does === "runs") return shellEnding(output, str(fields.returnDisplay))
  return { ok: true, known: "event", output }
}

/** What the client wrote after the command's own words: those can say "Exit Code: 0" as well. */
function frameOf(output: string, printed: string | null): string {
  const words = printed?.trimEnd() ?? ""
  const at = words === "" ? -1 : output.indexOf(words)
  return (at < 0 ? output : output.slice(at + words.length)).slice(-FRAME)
}

function shellEnding(output: string | null, printed: string | null = null): Ending {
  if (output === null) return { ok: null, known: null, output }
  if (/^(?:Command was cancelled|Command was automatically cancelled|Command cancelled)/.test(output))
    return brokenOff("prefix", output)
  if (/^Command moved to background/.test(output)) return { ok: null, known: "client", output }
  const tail = frameOf(output, printed)
  const codes = [...tail.matchAll(EXIT_LINE)]
  const code = codes[codes.length - 1]?.[1]
  if (code !== undefined) return exited(Number(code), "prefix", output)
  if (SIGNAL_LINE.test(tail)) return { ok: false, known: "prefix", output }
  return { ok: true, known: "event", exitCode: 0, output }
}

/** A call as the chat file keeps it: status, and the answer the model got. */
function storedEnding(call: Loose): Ending {
  const first = Array.isArray(call.result) ? record(call.result[0]) : record(call.result)
  const response = record(record(first.functionResponse).response)
  const output = clean(str(response.error) ?? textOf(response.output) ?? textOf(response.content))
  if (call.status === "cancelled") return brokenOff("transcript", output)
  if (call.status === "error" && HELD.test(output ?? "")) return refused("transcript", output)
  if (call.status === "error") return { ok: false, known: "transcript", output }
  return responseEnding(does(str(call.name) ?? ""), { llmContent: output ?? "" })
}

/** Without our own words and without the client's wrapping. */
const clean = (text: string | null): string | null =>
  text === null
    ? null
    : withoutAttached(text)
        .replace(/^<untrusted_context>\n/, "")
        .replace(/\n<\/untrusted_context>\s*$/, "")
        .trimEnd()
