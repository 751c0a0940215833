// GitHub Copilot CLI. Ground truth: payloads and session files of the real program (1.0.102), run offline with a provider of one's
// own. With Claude's event names it sends Claude's form, without ids of calls; what was refused or failed stands in its session file only.
import type { Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { json, type Loose, record, records, str, time } from "../../core/loose.ts"
import { does, TOOLS } from "../claude-code/said.ts"
import { defineClient, type Transcripts, type World } from "../client.ts"
import { drafts, type Ending, exited, refused, textKey } from "../drafts.ts"
import {
  beforeTool,
  deny,
  ended,
  type Moment,
  NO_PART,
  only,
  type Readers,
  readHook,
  starts,
  submitted,
  timedFrame,
  writer,
} from "../hook-form.ts"

const CLIENT = "copilot-cli"
const ENV = ["COPILOT_HOME", "HOME"] as const

/** `-p`, `--prompt`: nobody in front of it. */
const isPerson = (world: World): boolean =>
  (world.argv ?? []).length > 0 && !world.argv!.some(arg => /^(?:-p|--prompt(?:=.*)?|--acp|--server)$/.test(arg))

const READERS: Readers = {
  SessionStart: ({ cwd, make, payload, world }) => {
    const start = str(payload.source) === "new" ? "startup" : str(payload.source)
    return starts(make, { interactive: isPerson(world), start, cwd })
  },
  UserPromptSubmit: moment =>
    submitted(moment, text => ({
      name: `${moment.at}:${textKey(text)}`,
      person: isPerson(moment.world),
      // A turn that was broken off had no end of its own.
      before: swept(toldBy(moment), moment),
    })),
  PreToolUse: ({ payload }) => {
    // It names no call: one is told with its end.
    const tool = str(payload.tool_name)
    if (tool === null) return NO_PART
    return { drafts: [], ask: beforeTool({ call: null, tool, does: does(tool), input: payload.tool_input }) }
  },
  PostToolUse: ({ at, make, payload }) => {
    const { tool_name: name, tool_input: input, tool_result: result } = payload
    const tool = str(name)
    if (tool === null) return NO_PART
    const about = { call: hashId(String(at), json(input)), tool, does: does(tool), input }
    const part = ended(make, about, ending(record(result)))
    return { ...part, drafts: [make.called(about), ...part.drafts] }
  },
  Stop: moment => {
    const { make, at } = moment
    const seen = toldBy(moment)
    const said = record(seen.findLast(({ type }) => type === "assistant.message")?.data)
    const replied = make.lastWords(str(said.messageId) ?? String(at), str(said.content))
    return only(...swept(seen, moment), ...replied, make.ended(String(at), "end"))
  },
  SessionEnd: moment => {
    const { make, payload } = moment
    return only(...swept(toldBy(moment), moment), make.closed(hashId(json(payload)), str(payload.reason)))
  },
}
const read = readHook(CLIENT, READERS, timedFrame)

/** What its session file says so far. */
function toldBy({ session, world }: Moment): readonly Loose[] {
  if (!/^[\w-]{1,80}$/.test(session)) return []
  const folder = world.env.COPILOT_HOME ?? `${world.env.HOME ?? ""}/.copilot`
  const text = world.tail(`${folder}/session-state/${session}/events.jsonl`)
  return [...records((text ?? "").split("\n"))]
}

const started = (seen: readonly Loose[]): readonly Loose[] =>
  seen.filter(({ type }) => type === "tool.execution_start").map(({ data }) => record(data))

/** Calls that were refused or failed: no hook comes after them, only the file tells. The others had theirs. */
function swept(seen: readonly Loose[], { session, world }: Moment): readonly Draft[] {
  const begun = new Map(started(seen).map(one => [str(one.toolCallId), one]))
  return seen.flatMap(({ type, data, timestamp }) => {
    const { toolCallId, success, error } = record(data)
    const failed = type === "tool.execution_complete" && success === false
    const start = failed ? begun.get(str(toolCallId)) : undefined
    if (!start) return []
    const make = drafts(CLIENT, session, world, time(timestamp, world.now))
    const tool = toolNamed(start.toolName)
    const about = { call: str(toolCallId) ?? "", tool, does: does(tool), input: start.arguments }
    const output = str(record(error).message) ?? ""
    const rejected = record(error).code === "denied"
    const end: Ending = { ok: rejected ? null : false, known: rejected ? "client" : "event", rejected, output }
    return [make.called(about), make.finished(about, end)]
  })
}

/** Its file has its own names; hooks of this form get Claude's. */
const NAMES: Readonly<Record<string, string>> = { bash: "Bash", create: "Write", edit: "Edit", view: "Read" }
function toolNamed(given: unknown): string {
  const name = str(given) ?? "unknown"
  return (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? name
}

/** A shell's exit code stands in the last line of its text; `result_type` says success in any case. */
function ending(result: Loose): Ending {
  const output = str(result.text_result_for_llm) ?? ""
  const exit = /<shellId: [^>]{1,80} completed with exit code (\d{1,3})>\s*$/.exec(output)?.[1]
  if (exit !== undefined) return exited(Number(exit), "prefix", output)
  const kind = str(result.result_type)
  if (kind === "rejected" || kind === "denied") return refused("client", output)
  return { ok: kind === "success", known: "event", output }
}

const write = writer({ hold: deny, context: additionalContext => ({ additionalContext }) })

const transcripts: Transcripts = {
  roots: (home, env) => [`${env.COPILOT_HOME ?? `${home}/.copilot`}/session-state`],
  file: /^[\w-]+\/events\.jsonl$/,
  folder: null,
  about: () => null,
  format: "jsonl",
}

export const copilotCli = defineClient({
  name: CLIENT,
  tools: TOOLS,
  read,
  write,
  env: ENV,
  transcripts,
  // Claude's names and form, but it says when.
  sends: ({ timestamp }) => str(timestamp) !== null,
  resume: session => `copilot --resume ${session}`,
  loads: {
    repo: ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"],
    home: [".copilot/copilot-instructions.md"],
    folders: [{ path: ".github/instructions", of: "repo", ends: ".instructions.md" }],
  },
})
