// Any other agent: one JSON object per event on stdin, a form of our own with six events (docs/any-agent.md). Whoever writes
// the few lines that send it has all that the adapters of the known clients have.
import { doesByName } from "../../core/events/tool-names.ts"
import { num, str } from "../../core/loose.ts"
import { TOOL_DOES } from "../../core/model.ts"
import { readPrompt } from "../author.ts"
import { defineClient } from "../client.ts"
import { type Call, textKey } from "../drafts.ts"
import {
  begins,
  ended,
  type Moment,
  NO_PART,
  only,
  prompted,
  type Readers,
  readHook,
  starts,
  writer,
} from "../hook-form.ts"

const CLIENT = "any-agent"

const turnOf = ({ payload, world }: Moment): string => str(payload.turn) ?? String(Math.floor(world.now / 10_000))
/** Only who says so has a person in front of it: unsaid, nobody's wishes are kept. */
const isPerson = ({ payload }: Moment): boolean => payload.interactive === true

const READERS: Readers = {
  session_start: moment => {
    const { cwd, make, payload } = moment
    const opening = { cwd, model: str(payload.model), version: str(payload.agent) }
    return starts(make, { interactive: isPerson(moment), start: "startup", ...opening })
  },
  prompt: moment => {
    const { agent, make, payload, world } = moment
    const given = str(payload.text)
    if (given === null) return NO_PART
    const { author, text } = readPrompt(given, world)
    const who = agent !== null ? "sub-agent" : isPerson(moment) ? author : "harness"
    return prompted(make.prompt(`${turnOf(moment)}:${textKey(text)}`, who, text), text)
  },
  tool_call: moment => begins(moment.make, callOf(moment)),
  tool_result: moment => {
    const call = callOf(moment)
    if (call === null) return NO_PART
    const { make, payload } = moment
    const exitCode = num(payload.exit)
    const ok = exitCode === null ? (typeof payload.ok === "boolean" ? payload.ok : null) : exitCode === 0
    const known = exitCode === null ? "event" : "exit"
    return ended(make, call, { ok, known, exitCode, output: str(payload.output) ?? "" })
  },
  turn_end: moment => {
    const { make, payload } = moment
    const [text, turn] = [str(payload.text), turnOf(moment)]
    const end = make.ended(turn, payload.interrupted === true ? "interrupt" : "end")
    return only(...make.lastWords(`${turn}:${textKey(text ?? "")}`, text), end)
  },
  session_end: ({ make, payload }) => only(make.closed("", str(payload.reason))),
}

const read = readHook(CLIENT, READERS, ({ event, session, cwd, subagent }) => ({
  ...{ event: str(event), session: str(session), cwd: str(cwd), agent: str(subagent) },
}))

/** It says what its tool does, or names it, or shows it: `command` is a shell's line, `path` and `content` are an edit's. */
function callOf({ payload: fields, agent }: Moment): Call | null {
  const call = str(fields.call)
  if (call === null) return null
  const command = str(fields.command)
  const input = command === null ? { file_path: str(fields.path), content: str(fields.content) } : { command }
  const tool = str(fields.tool) ?? (command === null ? "Edit" : "Bash")
  return { call, tool, does: TOOL_DOES.find(does => does === fields.does) ?? doesByName(tool), input, agent }
}

const write = writer({ hold: hold => ({ hold }), context: context => ({ context }) })

export const anyAgent = defineClient({ name: CLIENT, tools: {}, read, write, env: [] })
