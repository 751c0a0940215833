// Gemini CLI. Ground truth: clients.md 3, 4, 8 and the payloads recorded from 0.61.0. Payloads carry no ids: see
// transcript-gemini.ts. Nothing in a payload or the environment tells the TUI from `-p`: only the client's own arguments
// do, so without them a session counts as headless.
import { hashId, sha256 } from "../../core/ids.ts"
import { readPrompt } from "../author.ts"
import { afterFailure, answerJson, beforeTool, hookCall, hookHeard } from "../claude-code/shape.ts"
import { type Answer, type Ask, defineClient, type Heard, NOTHING, type Transcripts, type World } from "../client.ts"
import { drafts } from "../drafts.ts"
import { json, parse, record, str, time } from "../loose.ts"
import { does, responseEnding, TOOLS } from "./result.ts"
import { backfillGemini, CLIENT, callKey, callName, placeIn, promptName } from "./transcript.ts"

const ENV = [] as const

/** Also joined to switches and to its text: `-yp`, `-pfix`. */
const HEADLESS = /^(?:-[ydsal]*p|--prompt$|--prompt=|--acp$|--experimental-acp$)/
/** `-p`, `--prompt`, or piped input: nobody in front. `-i` starts with a prompt and stays. */
function isPerson(world: World, prompt: string | null): boolean | null {
  // only `-p` hands back what SessionStart added inside the prompt itself
  if (prompt?.trimStart().startsWith("<hook_context>")) return false
  const argv = world.argv ?? null
  if (argv === null || argv.length === 0) return null
  return !argv.some(arg => HEADLESS.test(arg))
}

function read(payload: unknown, world: World): Heard {
  const call = hookCall(payload)
  if (call === null) return NOTHING
  const fields = call.payload
  const heard: Heard = { ...hookHeard(CLIENT, call), drafts: [], ask: null }
  const at = time(fields.timestamp, world.now)
  const make = drafts(CLIENT, call.session, world, at)
  const place = () => placeIn(call.transcript === null ? null : world.tail(call.transcript), call.session, world)
  switch (call.event) {
    case "SessionStart": {
      const source = str(fields.source)
      const interactive = isPerson(world, null) === true || source === "clear"
      const again = source === "startup" ? null : `${source ?? ""}:${at}`
      return {
        ...heard,
        drafts: [make.opened({ interactive, start: source, cwd: call.cwd, again })],
        ask: { what: "session_start" },
      }
    }
    case "BeforeAgent": {
      const text = str(fields.prompt)
      if (text === null) return heard
      const said = readPrompt(text, world)
      const person = isPerson(world, text)
      const name = promptName(place().turn ?? `at:${at}`, said.text)
      const prompt = make.prompt(name, person === false ? "harness" : said.author, said.text)
      const opened = person === true ? [make.opened({ interactive: true, cwd: call.cwd })] : []
      return { ...heard, drafts: [...opened, prompt], ask: { what: "prompt", prompt: said.text, event: prompt.id } }
    }
    case "BeforeTool":
    case "AfterTool": {
      const tool = str(fields.tool_name)
      if (tool === null) return heard
      const here = place()
      const key = callKey(tool, fields.tool_input)
      const name = callName(here.turn ?? `at:${Math.floor(at / 600_000)}`, key, here.before(key))
      const about = { call: name, tool, does: does(tool), input: fields.tool_input }
      if (call.event === "BeforeTool") return { ...heard, drafts: [make.called(about)], ask: beforeTool(about) }
      const end = responseEnding(about.does, fields.tool_response)
      const ask = end.ok === false ? afterFailure(about, end.output ?? "") : null
      return { ...heard, drafts: [make.finished(about, end)], ask }
    }
    case "AfterAgent": {
      const text = str(fields.prompt_response)
      const here = place()
      const turn = here.turn ?? `at:${at}`
      const replied = text === null ? [] : [make.replied(turn, text)]
      // held calls and those with bad arguments have no AfterTool: only the chat file tells
      return { ...heard, drafts: [...here.ended, ...replied, make.ended(turn, "end")] }
    }
    case "SessionEnd":
      return { ...heard, drafts: [...place().ended, make.closed(hashId(json(fields)), str(fields.reason))] }
    default:
      return heard // PreCompress fires before every model call, compression or not
  }
}

function write(payload: unknown, ask: Ask, answer: Answer): string | null {
  const event = str(record(payload).hook_event_name)
  if (event === null) return null
  const notice = answer.notice === null ? {} : { systemMessage: answer.notice.slice(0, 400).toWellFormed() }
  if (answer.reply !== undefined) return answerJson(answer.reply, reason => ({ decision: "deny", reason }))
  if (ask.what === "before_tool")
    return answer.hold === null ? null : answerJson(answer.hold, reason => ({ decision: "deny", reason, ...notice }))
  if (answer.context !== null && answer.context !== "")
    return answerJson(answer.context, text => ({
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
      ...notice,
    }))
  return answer.notice === null ? null : answerJson(answer.notice.slice(0, 400), text => ({ systemMessage: text }))
}

const transcripts: Transcripts = {
  roots: home => [`${home}/.gemini/tmp`],
  file: /^[^/]+\/chats\/session-[\w.:-]+\.jsonl$/,
  folder: null,
  // the first line holds the hash of the project's path
  about: (lines, cwd) => {
    for (const line of lines) {
      const hash = str(parse(line)?.projectHash)
      if (hash !== null) return hash === sha256(cwd).toString("hex")
    }
    return null
  },
  format: "jsonl",
}

export const geminiCli = defineClient({
  name: CLIENT,
  tools: TOOLS,
  read,
  write,
  backfill: backfillGemini,
  deadlineMs: 1000,
  env: ENV,
  transcripts,
})
