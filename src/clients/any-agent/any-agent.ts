// Any other agent: one JSON object per event on stdin, a form of our own with six events (docs/any-agent.md). Whoever writes
// the few lines that send it has all that the adapters of the known clients have.
import { doesByName } from "../../core/events/tool-names.ts"
import { episodeId } from "../../core/ids.ts"
import { type Loose, num, record, str } from "../../core/loose.ts"
import { TOOL_DOES } from "../../core/model.ts"
import { readPrompt } from "../author.ts"
import { beforeTool, ended, writer } from "../claude-code/shape.ts"
import { defineClient, type Heard, NOTHING, type World } from "../client.ts"
import { type Call, drafts, textKey } from "../drafts.ts"

const CLIENT = "any-agent"

function read(payload: unknown, world: World): Heard {
  const fields = record(payload)
  const session = str(fields.session)
  const event = str(fields.event)
  if (session === null || event === null) return NOTHING
  const agent = str(fields.subagent)
  const heard: Heard = {
    ...{ session, episode: episodeId(CLIENT, session), cwd: str(fields.cwd), drafts: [], ask: null },
    subAgent: agent !== null,
  }
  return { ...heard, ...said(event, fields, heard, agent, world) }
}

type Said = Partial<Pick<Heard, "drafts" | "ask">>

function said(event: string, fields: Loose, heard: Heard, agent: string | null, world: World): Said {
  const make = drafts(CLIENT, heard.session!, world)
  // Only who says so has a person in front of it: unsaid, nobody's wishes are kept.
  const interactive = fields.interactive === true
  const turn = str(fields.turn) ?? String(Math.floor(world.now / 10_000))
  const text = str(fields.text)
  const call = callOf(fields, agent)
  switch (event) {
    case "session_start": {
      const opening = { cwd: heard.cwd, model: str(fields.model), version: str(fields.agent) }
      return { drafts: [make.opened({ interactive, start: "startup", ...opening })], ask: { what: "session_start" } }
    }
    case "prompt": {
      if (text === null) return {}
      const { author, text: own } = readPrompt(text, world)
      const who = agent !== null ? "sub-agent" : interactive ? author : "harness"
      const prompt = make.prompt(`${turn}:${textKey(own)}`, who, own)
      return { drafts: [prompt], ask: { what: "prompt", prompt: own, event: prompt.id } }
    }
    case "tool_call":
      return call === null ? {} : { drafts: [make.called(call)], ask: beforeTool(call) }
    case "tool_result": {
      if (call === null) return {}
      const exitCode = num(fields.exit)
      const ok = exitCode === null ? (typeof fields.ok === "boolean" ? fields.ok : null) : exitCode === 0
      const known = exitCode === null ? "event" : "exit"
      return ended(make, call, { ok, known, exitCode, output: str(fields.output) ?? "" })
    }
    case "turn_end": {
      const reply = text === null ? [] : [make.replied(`${turn}:${textKey(text)}`, text)]
      return { drafts: [...reply, make.ended(turn, fields.interrupted === true ? "interrupt" : "end")] }
    }
    case "session_end":
      return { drafts: [make.closed("", str(fields.reason))] }
    default:
      return {}
  }
}

/** It says what its tool does, or names it, or shows it: `command` is a shell's line, `path` and `content` are an edit's. */
function callOf(fields: Loose, agent: string | null): Call | null {
  const call = str(fields.call)
  if (call === null) return null
  const command = str(fields.command)
  const input = command === null ? { file_path: str(fields.path), content: str(fields.content) } : { command }
  const tool = str(fields.tool) ?? (command === null ? "Edit" : "Bash")
  return { call, tool, does: TOOL_DOES.find(does => does === fields.does) ?? doesByName(tool), input, agent }
}

const write = writer({ hold: hold => ({ hold }), context: context => ({ context }) })

export const anyAgent = defineClient({ name: CLIENT, tools: {}, read, write, env: [] })
