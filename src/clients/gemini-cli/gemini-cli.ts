// Gemini CLI. Ground truth: the payloads recorded from 0.61.0. Payloads carry no ids: see
// transcript-gemini.ts. Nothing in a payload or the environment tells the TUI from `-p`: only the client's own arguments
// do, so without them a session counts as headless.
import { hashId, sha256 } from "../../core/ids.ts"
import { json, parse, str, time } from "../../core/loose.ts"
import { readPrompt } from "../author.ts"
import {
  addContext,
  beforeTool,
  ended,
  type HookCall,
  NO_PART,
  only,
  readHook,
  systemMessage,
  tailOf,
  writer,
} from "../claude-code/shape.ts"
import { type Client, defineClient, type Transcripts, type World } from "../client.ts"
import { type Call, type Drafts, drafts } from "../drafts.ts"
import {
  backfillGemini,
  CLIENT,
  callKey,
  callName,
  does,
  placeIn,
  promptName,
  responseEnding,
  TOOLS,
} from "./transcript.ts"

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

/** Its payloads say when. */
const atOf = ({ payload }: HookCall, world: World): number => time(payload.timestamp, world.now)
const makeOf = (call: HookCall, world: World): Drafts => drafts(CLIENT, call.session, world, atOf(call, world))
const placeOf = (call: HookCall, world: World) => placeIn(tailOf(call, world), call.session, world)

// PreCompress is not heard: it fires before every model call, compression or not.
const read = readHook(CLIENT, {
  SessionStart: (call, world) => {
    const source = str(call.payload.source)
    const interactive = isPerson(world, null) === true || source === "clear"
    const again = source === "startup" ? null : `${source ?? ""}:${atOf(call, world)}`
    return {
      drafts: [makeOf(call, world).opened({ interactive, start: source, cwd: call.cwd, again })],
      ask: { what: "session_start" },
    }
  },
  BeforeAgent: (call, world) => {
    const text = str(call.payload.prompt)
    if (text === null) return NO_PART
    const make = makeOf(call, world)
    const said = readPrompt(text, world)
    const person = isPerson(world, text)
    const name = promptName(placeOf(call, world).turn ?? `at:${atOf(call, world)}`, said.text)
    const prompt = make.prompt(name, person === false ? "harness" : said.author, said.text)
    const opened = person === true ? [make.opened({ interactive: true, cwd: call.cwd })] : []
    return { drafts: [...opened, prompt], ask: { what: "prompt", prompt: said.text, event: prompt.id } }
  },
  BeforeTool: (call, world) => {
    const about = aboutCall(call, world)
    return about === null ? NO_PART : { drafts: [makeOf(call, world).called(about)], ask: beforeTool(about) }
  },
  AfterTool: (call, world) => {
    const about = aboutCall(call, world)
    if (about === null) return NO_PART
    return ended(makeOf(call, world), about, responseEnding(about.does, call.payload.tool_response))
  },
  AfterAgent: (call, world) => {
    const make = makeOf(call, world)
    const text = str(call.payload.prompt_response)
    const here = placeOf(call, world)
    const turn = here.turn ?? `at:${atOf(call, world)}`
    const replied = text === null ? [] : [make.replied(turn, text)]
    // Held calls and those with bad arguments have no AfterTool: only the chat file tells.
    return only(...here.ended, ...replied, make.ended(turn, "end"))
  },
  SessionEnd: (call, world) => {
    const closed = makeOf(call, world).closed(hashId(json(call.payload)), str(call.payload.reason))
    return only(...placeOf(call, world).ended, closed)
  },
})

function aboutCall(hook: HookCall, world: World): Call | null {
  const { tool_name: name, tool_input: input } = hook.payload
  const tool = str(name)
  if (tool === null) return null
  const here = placeOf(hook, world)
  const key = callKey(tool, input)
  const turn = here.turn ?? `at:${Math.floor(atOf(hook, world) / 600_000)}`
  return { call: callName(turn, key, here.before(key)), tool, does: does(tool), input }
}

const writeForms = writer({
  reply: reason => ({ decision: "deny", reason }),
  hold: reason => ({ decision: "deny", reason }),
  context: addContext,
  notice: systemMessage,
})
/** Before a tool it hears a refusal, and nothing else. */
const write: Client["write"] = (payload, ask, answer) =>
  ask.what === "before_tool" && answer.hold === null ? null : writeForms(payload, ask, answer)

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
  env: ENV,
  transcripts,
  sends: ({ hook_event_name: event, transcript_path: path }) =>
    /^(?:BeforeAgent|AfterAgent|BeforeTool|AfterTool)$/.test(str(event) ?? "") ||
    /[\\/]\.gemini[\\/]/.test(str(path) ?? ""),
  resume: session => `gemini --resume ${session}`,
  loads: { repo: ["GEMINI.md"], home: [".gemini/GEMINI.md"], imports: true },
})
