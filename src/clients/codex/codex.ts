// Codex CLI. Ground truth: clients.md 3, 4, 6 and the payloads recorded from 0.166.0. Its PostToolUse has no exit code and
// failed patches and MCP calls have no PostToolUse at all: the rollout file has both, and is read at PostToolUse and at
// the end of the turn. Unknown fields in an answer make Codex drop it, so only the common ones are written.
import type { Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { readPrompt } from "../author.ts"
import { afterFailure, beforeTool, type HookCall, hookCall, hookHeard, writeHook } from "../claude-code/shape.ts"
import { type Ask, defineClient, type Heard, NOTHING, type Transcripts, type World } from "../client.ts"
import { type Call, drafts, type Ending } from "../drafts.ts"
import { json, parse, record, str, textOf } from "../loose.ts"
import { does, TOOLS } from "./tools.ts"
import { backfillCodex, CLIENT, findItem, outputEnding, personInTail, promptName, sweepCodex } from "./transcript.ts"

const ENV = ["CODEX_HOME"] as const

interface Part {
  readonly drafts: readonly Draft[]
  readonly ask: Ask | null
}
const NO_PART: Part = { drafts: [], ask: null }

function read(payload: unknown, world: World): Heard {
  const call = hookCall(payload)
  return call === null ? NOTHING : { ...hookHeard(CLIENT, call), ...readEvent(call, world) }
}
const tailOf = (call: HookCall, world: World): string | null =>
  call.transcript === null ? null : world.tail(call.transcript)
const toolCall = ({ payload, agent }: HookCall): Call | null => {
  const call = str(payload.tool_use_id)
  const tool = str(payload.tool_name)
  return call === null || tool === null ? null : { call, tool, does: does(tool), input: payload.tool_input, agent }
}

function readEvent(call: HookCall, world: World): Part {
  const { payload, session, agent } = call
  const make = drafts(CLIENT, session, world)
  const turn = str(payload.turn_id)
  switch (call.event) {
    case "SessionStart": {
      if (agent !== null) return NO_PART
      const source = str(payload.source)
      const ask: Ask = { what: "session_start" }
      if (source === "compact") return { drafts: [make.compacted(turn ?? hashId(json(payload)), null)], ask }
      const interactive = personInTail(tailOf(call, world)) === true
      const again = source === "startup" ? null : `${source ?? ""}:${hashId(json(payload))}`
      return {
        drafts: [make.opened({ interactive, start: source, cwd: call.cwd, model: str(payload.model), again })],
        ask,
      }
    }
    case "UserPromptSubmit": {
      const text = str(payload.prompt)
      if (text === null || agent !== null) return NO_PART
      const said = readPrompt(text, world)
      const person = personInTail(tailOf(call, world))
      const author = person === false ? "harness" : said.author
      const submitted = make.prompt(promptName(turn, said.text, world.now), author, said.text)
      const opened =
        person === true ? [make.opened({ interactive: true, cwd: call.cwd, model: str(payload.model) })] : []
      return { drafts: [...opened, submitted], ask: { what: "prompt", prompt: said.text, event: submitted.id } }
    }
    case "PreToolUse": {
      const about = toolCall(call)
      if (about === null) return NO_PART
      return { drafts: [make.called(about)], ask: beforeTool(about) }
    }
    case "PostToolUse": {
      const about = toolCall(call)
      if (about === null) return NO_PART
      const end = ending(about, payload.tool_response, tailOf(call, world))
      const ask = end.ok === false ? afterFailure(about, end.output ?? "") : null
      return { drafts: [make.finished(about, end)], ask }
    }
    case "Stop": {
      if (agent !== null) return NO_PART
      const text = str(payload.last_assistant_message)
      const replied = text === null ? [] : [make.replied(turn ?? "", text)]
      return { drafts: [...sweep(call, turn, world), ...replied, make.ended(turn ?? "", "end")], ask: null }
    }
    case "Interrupt":
      return { drafts: [...sweep(call, turn, world), make.ended(turn ?? "", "interrupt")], ask: null }
    case "PostModelRequest":
      // an API error: no Stop follows
      if (payload.status !== "failed") return NO_PART
      return { drafts: [...sweep(call, turn, world), make.ended(turn ?? "", "error")], ask: null }
    case "SubagentStart":
      return { drafts: [], ask: str(payload.agent_type) === null ? null : { what: "session_start" } }
    case "PostCompact":
      return { drafts: [make.compacted(turn ?? "", str(payload.trigger))], ask: null }
    case "SessionEnd":
      return { drafts: [make.closed(`${Math.floor(world.now / 60_000)}`, str(payload.reason))], ask: null }
    default:
      return NO_PART
  }
}
const sweep = (call: HookCall, turn: string | null, world: World): readonly Draft[] =>
  sweepCodex(tailOf(call, world), call.session, turn, world)

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
  about: (lines, cwd) => {
    for (const line of lines) {
      const at = str(record(parse(line)?.payload).cwd)
      if (at !== null) return at === cwd || at.startsWith(`${cwd}/`)
    }
    return null
  },
  format: "jsonl",
}

export const codex = defineClient({
  name: CLIENT,
  tools: TOOLS,
  read,
  write: writeHook,
  backfill: backfillCodex,
  deadlineMs: 1000,
  env: ENV,
  transcripts,
})
