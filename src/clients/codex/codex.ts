// Codex CLI. Ground truth: the payloads recorded from 0.166.0. Its PostToolUse has no exit code and
// failed patches and MCP calls have no PostToolUse at all: the rollout file has both, and is read at PostToolUse and at
// the end of the turn. Unknown fields in an answer make Codex drop it, so only the common ones are written.
import type { Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { json, record, str, textOf } from "../../core/loose.ts"
import { readPrompt } from "../author.ts"
import {
  aboutToRun,
  ended,
  type HookCall,
  NO_PART,
  only,
  type Part,
  readHook,
  subAgentBegins,
  tailOf,
  toolCall,
  writeHook,
} from "../claude-code/shape.ts"
import { type Ask, aboutFolder, defineClient, type Transcripts, type World } from "../client.ts"
import { type Call, drafts, type Ending, turnName } from "../drafts.ts"
import { backfillCodex, CLIENT, does, findItem, outputEnding, personInTail, sweepCodex, TOOLS } from "./transcript.ts"

const ENV = ["CODEX_HOME"] as const

const read = readHook(CLIENT, {
  SessionStart: (call, world) => {
    if (call.agent !== null) return NO_PART
    const { source, turn_id: turn, model } = call.payload
    const make = drafts(CLIENT, call.session, world)
    const ask: Ask = { what: "session_start" }
    if (source === "compact") return { drafts: [make.compacted(str(turn) ?? hashId(json(call.payload)), null)], ask }
    const interactive = personInTail(tailOf(call, world)) === true
    const again = source === "startup" ? null : `${str(source) ?? ""}:${hashId(json(call.payload))}`
    const opening = { interactive, start: str(source), cwd: call.cwd, model: str(model), again }
    return { drafts: [make.opened(opening)], ask }
  },
  UserPromptSubmit: (call, world) => {
    const text = str(call.payload.prompt)
    if (text === null || call.agent !== null) return NO_PART
    const make = drafts(CLIENT, call.session, world)
    const said = readPrompt(text, world)
    const person = personInTail(tailOf(call, world))
    const author = person === false ? "harness" : said.author
    const submitted = make.prompt(turnName(turnOf(call), said.text, world.now), author, said.text)
    const opening = { interactive: true, cwd: call.cwd, model: str(call.payload.model) }
    const opened = person === true ? [make.opened(opening)] : []
    return { drafts: [...opened, submitted], ask: { what: "prompt", prompt: said.text, event: submitted.id } }
  },
  PreToolUse: aboutToRun(CLIENT, does),
  PostToolUse: (call, world) => {
    const about = toolCall(call, does)
    if (about === null) return NO_PART
    const end = ending(about, call.payload.tool_response, tailOf(call, world))
    return ended(drafts(CLIENT, call.session, world), about, end)
  },
  Stop: (call, world) => {
    if (call.agent !== null) return NO_PART
    const text = str(call.payload.last_assistant_message)
    const replied = text === null ? [] : [drafts(CLIENT, call.session, world).replied(turnOf(call) ?? "", text)]
    return turnEnd(call, world, "end", replied)
  },
  Interrupt: (call, world) => turnEnd(call, world, "interrupt"),
  // An API error: no Stop follows.
  PostModelRequest: (call, world) => (call.payload.status === "failed" ? turnEnd(call, world, "error") : NO_PART),
  SubagentStart: subAgentBegins,
  PostCompact: (call, world) =>
    only(drafts(CLIENT, call.session, world).compacted(turnOf(call) ?? "", str(call.payload.trigger))),
  SessionEnd: (call, world) => {
    const name = `${Math.floor(world.now / 60_000)}`
    return only(drafts(CLIENT, call.session, world).closed(name, str(call.payload.reason)))
  },
})

const turnOf = ({ payload }: HookCall): string | null => str(payload.turn_id)

function turnEnd(
  call: HookCall,
  world: World,
  reason: "end" | "interrupt" | "error",
  replied: readonly Draft[] = [],
): Part {
  const turn = turnOf(call)
  const swept = sweepCodex(tailOf(call, world), call.session, turn, world)
  return only(...swept, ...replied, drafts(CLIENT, call.session, world).ended(turn ?? "", reason))
}

/**
 * The rollout alone says how a shell command ended: the hook hands over what the command printed, and a command prints what it
 * likes, the client's own prefix included. For other tools the client's fixed words stand there.
 */
function ending(about: Call, response: unknown, tail: string | null): Ending {
  const output = typeof response === "string" ? response : textOf(response)
  const item = findItem(tail, about.call)
  if (item !== null) return { ...item, output: output ?? item.output ?? null }
  if (about.does === "runs") return { ok: null, known: null, output }
  const said = typeof response === "string" ? outputEnding(response) : null
  if (said !== null && said.known !== null) return said
  return { ok: record(response).isError !== true, known: "event", output }
}

const transcripts: Transcripts = {
  roots: (home, env) => ["sessions", "archived_sessions"].map(dir => `${env.CODEX_HOME || `${home}/.codex`}/${dir}`),
  file: /(?:^|\/)rollout-[\w.:-]+\.jsonl$/,
  folder: null,
  about: aboutFolder(({ payload }) => str(record(payload).cwd)),
  format: "jsonl",
}

export const codex = defineClient({
  name: CLIENT,
  tools: TOOLS,
  read,
  write: writeHook,
  backfill: backfillCodex,
  env: ENV,
  transcripts,
  sends: ({ turn_id: turn, transcript_path: path }) =>
    turn !== undefined || /[\\/]rollout-[^\\/]*\.jsonl$/.test(str(path) ?? ""),
  resume: session => `codex resume ${session}`,
  loads: { repo: ["AGENTS.override.md", "AGENTS.md"], home: [".codex/AGENTS.override.md", ".codex/AGENTS.md"] },
})
