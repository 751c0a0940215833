// The drafts of one session: every adapter names its events the same way, so that hooks, retries and transcripts of one
// happening agree on one id. `record` is what the client calls the thing, never a time when there is a name.
import { type Draft, observed } from "../core/events/draft.ts"
import type { DataOf } from "../core/events/registry.ts"
import { episodeId, hashId } from "../core/ids.ts"
import { json, type Loose, label, list, record, records, str } from "../core/loose.ts"
import type { Author, ToolDoes } from "../core/model.ts"
import { type Heard, NOTHING, type ToolInput, type World } from "./client.ts"

type Opened = DataOf<"episode.opened">
type Finished = DataOf<"tool.finished">
export interface Opening {
  /** null: the client does not say, and a person who sat there before does not sit there for that */
  readonly interactive: boolean | null
  readonly start?: string | null
  readonly cwd?: string | null
  readonly model?: string | null
  readonly version?: string | null
  readonly branch?: string | null
  readonly head?: string | null
  /** the client's session that started this one */
  readonly parent?: string | null
  /** tells later openings of the same session apart */
  readonly again?: string | null
}
export interface Call {
  readonly call: string
  readonly tool: string
  readonly does: ToolDoes
  readonly input: unknown
  readonly agent?: string | null
}
/** What is known of how a call ended. */
export interface Ending {
  readonly ok: boolean | null
  readonly known: Finished["known"]
  readonly exitCode?: number | null
  readonly rejected?: boolean
  readonly cancelled?: boolean
  readonly interrupted?: boolean
  readonly output?: string | null
  readonly durationMs?: number | null
}

/** It never ran: a person, a rule or a hook refused it. */
export const refused = (known: Finished["known"], output: string | null): Ending => ({
  ...{ ok: null, known, rejected: true, output },
})
/** Somebody stopped it while it ran. */
export const brokenOff = (known: Finished["known"], output: string | null): Ending => ({
  ...{ ok: null, known, cancelled: true, interrupted: true, output },
})
export const exited = (exitCode: number, known: Finished["known"], output: string | null): Ending => ({
  ...{ ok: exitCode === 0, known, exitCode, output },
})

const STARTS: readonly Opened["start"][] = ["startup", "resume", "clear", "compact", "fork"]

/** Two tellings of one text (hook and transcript) differ at most in space and in placeholders for images. */
export const textKey = (text: string): string =>
  hashId(
    "text",
    text
      .slice(0, 4_000)
      .replace(/\[Image #\d{1,4}\]/g, "")
      .replace(/\s+/g, ""),
  )

/** Hook and transcript share the id of a turn, and one id can carry more than one text; without one it is when it was said. */
export const turnName = (id: string | null, text: string, at: number): string =>
  `${id ?? `at:${Math.floor(at / 10_000)}`}:${textKey(text)}`

export function drafts(client: string, session: string, world: World, ts: number = world.now) {
  const episode = episodeId(client, session)
  const where = { ts, episode, scope: world.scope }
  const source = (name: string) => ({ client, session, record: name })
  const replied = (name: string, text: string): Draft =>
    observed("agent.replied", source(`reply:${name}`), where, { text, chars: text.length, ...counted(NO_TOKENS) })
  return {
    episode,
    opened: (o: Opening): Draft =>
      observed(
        "episode.opened",
        source(`opened:${o.interactive ? "person" : "headless"}${o.again ? `:${o.again}` : ""}`),
        where,
        openedData(client, world, o),
      ),
    prompt: (name: string, author: Author, text: string): Draft =>
      observed("prompt.submitted", source(`prompt:${name}`), where, { author, prompt: text, chars: text.length }),
    called: (call: Call): Draft => observed("tool.called", source(call.call), where, callData(call)),
    finished: (call: Call, end: Ending, part = ""): Draft =>
      observed("tool.finished", source(`${call.call}${part}`), where, { ...callData(call), ...endData(end) }),
    replied,
    /** the same, or nothing where nothing was said */
    lastWords: (name: string, text: string | null): readonly Draft[] => (text ? [replied(name, text)] : []),
    ended: (name: string, reason: "end" | "error" | "interrupt", tokens: Tokens = NO_TOKENS): Draft =>
      observed("turn.ended", source(`end:${name}`), where, { reason, ...counted(tokens) }),
    closed: (name: string, reason: string | null): Draft =>
      observed("episode.closed", source(`closed:${name}`), where, { reason: label(reason, 60) ?? "unknown" }),
    compacted: (name: string, trigger: string | null): Draft =>
      observed("context.compacted", source(`compact:${name}`), where, { trigger: label(trigger, 60) }),
    changed: (
      name: string,
      change: "commit" | "push" | "amend" | "merge" | "revert",
      commit: string | null,
      branch: string | null,
    ): Draft =>
      observed("change.observed", source(`${name}:${change}`), where, {
        change,
        commit: label(commit, 64),
        turn: null,
        share: null,
        days: null,
        files: [],
        branch,
      }),
  }
}

/** A past session told entry by entry; `rest` tells what its end says. */
export function* pastSession<S extends { readonly session: string | null; readonly cwd?: string | null }>(
  client: string,
  state: S,
  lines: Iterable<string>,
  say: (entry: Loose) => readonly Draft[],
  rest: () => readonly Draft[] = () => [],
): Generator<Heard> {
  const heard = (out: readonly Draft[]): Heard => {
    const { session, cwd = null } = state
    return { ...NOTHING, session, episode: session === null ? null : episodeId(client, session), cwd, drafts: out }
  }
  for (const entry of records(lines)) {
    const out = say(entry)
    if (out.length > 0) yield heard(out)
  }
  const out = rest()
  if (out.length > 0) yield heard(out)
}

const openedData = (client: string, world: World, o: Opening) => ({
  client,
  clientVersion: label(o.version),
  model: label(o.model),
  interactive: o.interactive === true,
  parent: o.parent ? episodeId(client, o.parent) : null,
  start: (o.interactive === null ? undefined : STARTS.find(s => s === o.start)) ?? ("unknown" as const),
  cwd: o.cwd ?? null,
  branch: o.branch ?? world.branch,
  head: o.head ?? world.head,
})
const callData = ({ call, tool, does, input, agent }: Call) => ({
  call: label(call, 200) ?? "unknown",
  tool: label(tool) ?? "unknown",
  does,
  input: inputText(does, input),
  path: toolInput(does, input).path,
  agent: label(agent),
})
const endData = (end: Ending) => ({
  ok: end.rejected || end.cancelled ? null : end.ok,
  exitCode: end.exitCode ?? null,
  known: end.known,
  rejected: end.rejected ?? false,
  cancelled: end.cancelled ?? false,
  interrupted: end.interrupted ?? false,
  durationMs: end.durationMs ?? null,
  output: end.output ?? null,
  stderr: null,
})

export interface Tokens {
  readonly input: number | null
  readonly output: number | null
}
export const NO_TOKENS: Tokens = { input: null, output: null }
const counted = ({ input, output }: Tokens) => ({ inputTokens: input, outputTokens: output })
export type Drafts = ReturnType<typeof drafts>

// What a tool call is about: command, file, text to be written. Ground truth: the tool inputs in the recorded payloads of
// Claude Code, Codex, OpenCode and Gemini CLI. Judges nothing.

const PATH_KEYS = [
  "file_path",
  "filePath",
  "notebook_path",
  "absolute_path",
  "path",
  "target_file",
  "filename",
] as const
const CONTENT_KEYS = ["content", "new_string", "newString", "new_source", "contents", "patchText", "patch"] as const
const PATCH = /^\*\*\* Begin Patch/
const PATCHED_FILE = /^\*\*\* (?:Add|Update|Delete) File: ([^\n]{1,1000})$/m

/** Some edits are one text that names its files itself. */
function patchOf(does: ToolDoes, input: unknown): string | null {
  if (does !== "edits") return null
  const text = typeof input === "string" ? input : (str(record(input).command) ?? str(record(input).input))
  return text !== null && PATCH.test(text) ? text : null
}

export function toolInput(does: ToolDoes, input: unknown): ToolInput {
  const patch = patchOf(does, input)
  if (patch !== null) return { command: null, path: PATCHED_FILE.exec(patch)?.[1]?.trim() ?? null, content: patch }
  const fields = record(input)
  return {
    command: does === "runs" ? shellLine(input) : null,
    path: first(fields, PATH_KEYS),
    content: first(fields, CONTENT_KEYS) ?? edits(fields.edits),
  }
}

/** The call as it is recorded: a command line, a patch, or the arguments as JSON. */
function inputText(does: ToolDoes, input: unknown): string | null {
  if (input === undefined || input === null) return null
  const { command } = toolInput(does, input)
  if (command !== null) return command
  return patchOf(does, input) ?? (typeof input === "string" ? input : json(input))
}

function shellLine(input: unknown): string | null {
  if (typeof input === "string") return str(input)
  const fields = record(input)
  const value = fields.command ?? fields.cmd ?? fields.script
  if (typeof value === "string") return str(value)
  const argv = list(value).filter(part => typeof part === "string")
  if (argv.length === 0) return null
  return argv.length >= 3 && /^-\w*c$/.test(argv[1] ?? "") ? (argv[2] ?? null) : argv.join(" ")
}
const first = (fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = str(fields[key])
    if (value !== null) return value
  }
  return null
}
const edits = (value: unknown): string | null => {
  const parts = list(value)
    .map(edit => first(record(edit), CONTENT_KEYS))
    .filter(part => part !== null)
  return parts.length === 0 ? null : parts.join("\n")
}
