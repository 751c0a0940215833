// OpenCode. Ground truth: the calls recorded from 1.18.33. Our plugin inside OpenCode hands over
// `{hook, input, output, directory, parent}` (parent: the session that started this one) and applies the answer. `run`
// creates sessions that deny the `question` permission: that, and quotes around the prompt, tell it from the TUI.
import type { Draft } from "../../core/events/draft.ts"
import { episodeId } from "../../core/ids.ts"
import { int, isRecord, json, type Loose, list, num, record, records, str, textOf, time } from "../../core/loose.ts"
import { readPrompt, withoutQuotes } from "../author.ts"
import {
  type Answer,
  type Ask,
  aboutFolder,
  defineClient,
  doesOf,
  type Heard,
  NOTHING,
  type Tools,
  type Transcripts,
  type World,
} from "../client.ts"
import { type Call, type Drafts, drafts, type Ending, exited, type Tokens } from "../drafts.ts"
import { answerJson, begins, ended, NO_PART, only, type Part, prompted } from "../hook-form.ts"

const CLIENT = "opencode"
const ENV = ["XDG_DATA_HOME"] as const
/** As its plugin hooks name them. */
const TOOLS: Tools = {
  runs: ["bash"],
  edits: ["edit", "write", "multiedit", "patch", "apply_patch"],
  reads: ["read", "todoread"],
  searches: ["grep", "glob", "list", "codesearch"],
  fetches: ["webfetch", "websearch"],
  delegates: ["task"],
  plans: ["todowrite"],
  asks: ["question"],
}
const does = doesOf(TOOLS)

function read(payload: unknown, world: World): Heard {
  const fields = record(payload)
  const hook = str(fields.hook)
  const event = record(fields.input)
  // an event as OpenCode's bus sends it, with or without the plugin's frame
  if (hook === null && str(fields.type) !== null) return fromEvent(fields, fields, world)
  if (hook === "event") return fromEvent(isRecord(event.event) ? event.event : event, fields, world)
  const session = str(event.sessionID)
  if (hook === null || session === null) return NOTHING
  const make = drafts(CLIENT, session, world)
  const out = record(fields.output)
  return heard(session, str(fields.directory), str(fields.parent), fromHook(hook, event, out, fields, make, world))
}
const heard = (session: string, cwd: string | null, parent: string | null, part: Part): Heard => ({
  session,
  episode: episodeId(CLIENT, session),
  cwd,
  subAgent: parent !== null,
  ...part,
})

function fromHook(hook: string, input: Loose, output: Loose, fields: Loose, make: Drafts, world: World): Part {
  switch (hook) {
    case "chat.message": {
      const message = record(output.message)
      const raw = partsText(list(output.parts))
      if (raw === null) return NO_PART
      const quoted = isRun(raw, world)
      const author = str(fields.parent) !== null ? "sub-agent" : quoted ? "harness" : null
      const prompt = submitted(str(message.id), raw, author, make, world)
      if (prompt === null) return NO_PART
      return prompted(prompt.draft, prompt.text)
    }
    case "tool.execute.before":
      return begins(make, callOf(input, output.args))
    case "tool.execute.after": {
      const call = callOf(input, input.args ?? output.args)
      if (call === null) return NO_PART
      return ended(make, call, afterEnding(output))
    }
    case "experimental.text.complete": {
      const id = str(input.partID)
      return id === null ? NO_PART : only(...make.lastWords(id, str(output.text)))
    }
    case "experimental.chat.system.transform":
      return { drafts: [], ask: { what: "session_start" } }
    case "dispose":
      return only(make.closed(`${Math.floor(world.now / 60_000)}`, "dispose"))
    default:
      return NO_PART
  }
}

function fromEvent(event: Loose, fields: Loose, world: World): Heard {
  const properties = record(event.properties)
  const info = record(properties.info)
  const part = record(properties.part)
  const session = str(properties.sessionID) ?? str(info.sessionID) ?? str(part.sessionID) ?? str(info.id)
  if (session === null) return NOTHING
  const parent = str(info.parentID)?.startsWith("ses_") ? str(info.parentID) : str(fields.parent)
  const cwd = str(info.directory) ?? str(record(info.path).cwd) ?? str(fields.directory)
  const make = (at: unknown): Drafts => drafts(CLIENT, session, world, time(at, world.now))
  const say = (...out: readonly Draft[]): Heard => heard(session, cwd, parent, only(...out))
  switch (event.type) {
    case "session.created":
      return say(...openSession(info, world))
    case "message.part.updated":
      return say(...finishPart(part, make(record(record(part.state).time).end ?? properties.time), world))
    case "message.updated":
      return say(...endMessage(info, make(record(info.time).completed)))
    case "session.error": {
      const error = record(properties.error)
      const reason = str(error.name) === "MessageAbortedError" ? "interrupt" : "error"
      return say(make(null).ended(`error:${str(event.id) ?? json(error)}`, reason))
    }
    case "session.compacted":
      return say(make(null).compacted(str(event.id) ?? `${Math.floor(world.now / 60_000)}`, null))
    case "session.deleted":
      return say(make(null).closed("deleted", "deleted"))
    default:
      return say() // session.idle says nothing that the finished message did not say, and comes twice after an error
  }
}

function openSession(info: Loose, world: World): readonly Draft[] {
  const id = str(info.id)
  if (id === null) return []
  const parent = str(info.parentID)
  const denied = list(info.permission).some(
    rule => record(rule).permission === "question" && record(rule).action === "deny",
  )
  const make = drafts(CLIENT, id, world, time(record(info.time).created, world.now))
  return [
    make.opened({
      interactive: parent === null && !denied && !startedByRun(world),
      start: "startup",
      cwd: str(info.directory),
      version: str(info.version),
      parent,
    }),
  ]
}
const startedByRun = (world: World): boolean => (world.argv ?? []).includes("run")
const isRun = (raw: string, world: World): boolean => startedByRun(world) || withoutQuotes(raw) !== raw

/** Only what was typed: parts that OpenCode or a plugin added are marked synthetic. */
function partsText(parts: readonly unknown[]): string | null {
  const texts = parts
    .map(record)
    .filter(part => part.type === "text" && part.synthetic !== true && part.ignored !== true)
    .map(part => str(part.text))
    .filter(text => text !== null)
  return texts.length === 0 ? null : texts.join("\n")
}
function submitted(id: string | null, raw: string, author: "sub-agent" | "harness" | null, make: Drafts, world: World) {
  if (id === null) return null
  const said = readPrompt(withoutQuotes(raw), world)
  return { draft: make.prompt(id, author ?? said.author, said.text), text: said.text }
}

const callOf = (input: Loose, args: unknown): Call | null => {
  const call = str(input.callID)
  const tool = str(input.tool)
  return call === null || tool === null ? null : { call, tool, does: does(tool), input: args }
}

/** `tool.execute.after`: built-in tools give {title, output, metadata}, MCP tools their raw result. */
function afterEnding(output: Loose): Ending {
  const metadata = record(output.metadata)
  return completed(metadata, str(output.output) ?? textOf(output), output.isError === true)
}
function completed(metadata: Loose, output: string | null, isError: boolean): Ending {
  const exitCode = int(metadata.exit)
  if (metadata.exit === null && /timeout|timed out|abort/i.test((output ?? "").slice(-300)))
    return { ok: false, known: "client", output }
  if (exitCode !== null) return exited(exitCode, "exit", output)
  return { ok: !isError, known: "event", output }
}

const REFUSED =
  /^(?:Error: )?(?:The user rejected permission|The user has specified a rule which prevents|RejectedError|PermissionRejected|DeniedError)/
const BROKEN_OFF =
  /^(?:Error: )?(?:Tool execution aborted|Tool execution was interrupted|Aborted|AbortError|The operation was aborted)/
/** A tool part at its end: completed (with its exit code) or thrown, refused, broken off. */
function finishPart(part: Loose, make: Drafts, world: World): readonly Draft[] {
  const state = record(part.state)
  const call = part.type === "tool" ? callOf(part, state.input) : null
  if (call === null) return []
  const { start, end } = record(state.time)
  const durationMs = num(start) !== null && num(end) !== null ? Math.max(0, Number(end) - Number(start)) : null
  if (state.status === "completed") {
    const ending = completed(record(state.metadata), str(state.output) ?? textOf(state.output), false)
    return [make.finished(call, { ...ending, durationMs })]
  }
  if (state.status !== "error") return []
  const output = str(state.error) ?? json(state.error)
  // a call that we held was thrown by our own plugin, in our own words
  const rejected = REFUSED.test(output) || world.ours(output.replace(/^Error: /, ""))
  const cancelled = BROKEN_OFF.test(output)
  return [
    make.called(call), // bad arguments never reach tool.execute.before
    make.finished(call, {
      ok: false,
      known: "client",
      rejected,
      cancelled,
      interrupted: cancelled,
      output,
      durationMs,
    }),
  ]
}

/** An assistant message that is complete and asks for no more tools ends the turn. */
function endMessage(info: Loose, make: Drafts): readonly Draft[] {
  const id = str(info.id)
  if (info.role !== "assistant" || id === null || num(record(info.time).completed) === null) return []
  const error = isRecord(info.error) ? (str(info.error.name) ?? "unknown") : null
  if (error === null && (info.finish === "tool-calls" || str(info.finish) === null)) return []
  const { input, output, cache } = record(info.tokens)
  const read = num(record(cache).read) ?? 0
  const tokens: Tokens = { input: num(input) === null ? null : Number(input) + read, output: num(output) }
  return [make.ended(id, error === null ? "end" : error === "MessageAbortedError" ? "interrupt" : "error", tokens)]
}

function write(_payload: unknown, _ask: Ask, answer: Answer): string | null {
  const { context, hold, notice } = answer
  const said = { ...(hold === null ? {} : { hold }), ...(notice === null ? {} : { notice: notice.slice(0, 400) }) }
  if (context !== null && context !== "") return answerJson(context, text => ({ context: text, ...said }))
  return hold === null && notice === null
    ? null
    : answerJson(hold ?? "-", text => (hold === null ? said : { ...said, hold: text }))
}

/** Lines the door collects: `{"session": …}` first, then one `{"info": …, "parts": […]}` per message in order of id. */
function* backfill(lines: Iterable<string>, world: World): Generator<Heard> {
  let session: Loose = {}
  for (const entry of records(lines)) {
    if (isRecord(entry.session)) session = entry.session
    const id = str(record(entry.info).sessionID) ?? str(session.id)
    if (id === null) continue
    const parent = str(session.parentID)
    const out = isRecord(entry.session)
      ? openSession(session, world)
      : readMessage(record(entry.info), list(entry.parts), id, parent, session, world)
    if (out.length > 0) yield heard(id, str(session.directory), parent, only(...out))
  }
}
function readMessage(
  info: Loose,
  parts: readonly unknown[],
  id: string,
  parent: string | null,
  session: Loose,
  world: World,
): readonly Draft[] {
  const { created, completed } = record(info.time)
  const made = time(created, world.now)
  if (info.role === "user") {
    const raw = partsText(parts)
    const run = openSession(session, world).some(d => d.type === "episode.opened" && !d.data.interactive)
    const author = parent !== null ? "sub-agent" : raw !== null && (run || isRun(raw, world)) ? "harness" : null
    const prompt = raw === null ? null : submitted(str(info.id), raw, author, drafts(CLIENT, id, world, made), world)
    return prompt === null ? [] : [prompt.draft]
  }
  const out: Draft[] = []
  for (const part of parts.map(record)) {
    const ended = record(record(part.state).time).end ?? record(part.time).end
    const placed = drafts(CLIENT, id, world, time(ended, made))
    const call = part.type === "tool" ? callOf(part, record(part.state).input) : null
    if (call !== null) out.push(placed.called(call), ...finishPart(part, placed, world))
    const named = part.type === "text" && part.synthetic !== true ? str(part.id) : null
    if (named !== null) out.push(...placed.lastWords(named, str(part.text)))
  }
  return [...out, ...endMessage(info, drafts(CLIENT, id, world, time(completed, world.now)))]
}

const transcripts: Transcripts = {
  roots: (home, env) => [`${env.XDG_DATA_HOME || `${home}/.local/share`}/opencode`],
  // one database since 1.2 (tables session, message, part with their JSON), folders of JSON files before
  file: /^(?:opencode\.db|storage\/session\/[^/]+\/ses_\w+\.json)$/,
  folder: null,
  about: aboutFolder(({ session }) => str(record(session).directory)),
  format: "records",
}

export const opencode = defineClient({
  ...{ name: CLIENT, tools: TOOLS, env: ENV, read, write, backfill, transcripts },
  resume: session => `opencode --session ${session}`,
  loads: { repo: ["AGENTS.md", "CLAUDE.md"], home: [".config/opencode/AGENTS.md", ".claude/CLAUDE.md"] },
})
