// Gemini CLI. Ground truth: the payloads recorded from 0.61.0. Payloads carry no ids: see
// transcript.ts. Nothing in a payload or the environment tells the TUI from `-p`: only the client's own arguments
// do, so without them a session counts as headless.
import { hashId, sha256 } from "../../core/ids.ts"
import { json, records, str } from "../../core/loose.ts"
import { type Client, defineClient, type Transcripts, type World } from "../client.ts"
import type { Call } from "../drafts.ts"
import {
  addContext,
  begins,
  ended,
  type Moment,
  NO_PART,
  only,
  type Readers,
  readHook,
  starts,
  submitted,
  systemMessage,
  tailOf,
  timedFrame,
  writer,
} from "../hook-form.ts"
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

const placeOf = (moment: Moment) => placeIn(tailOf(moment), moment.session, moment.world)

// PreCompress is not heard: it fires before every model call, compression or not.
const READERS: Readers = {
  SessionStart: ({ at, cwd, make, payload, world }) => {
    const source = str(payload.source)
    const interactive = source === "clear" || isPerson(world, null)
    const again = source === "startup" ? null : `${source ?? ""}:${at}`
    return starts(make, { interactive, start: source, cwd, again })
  },
  BeforeAgent: moment => {
    const { at, cwd, make, payload, world } = moment
    const person = isPerson(world, str(payload.prompt))
    const before = person === true ? [make.opened({ interactive: true, cwd })] : []
    return submitted(moment, text => ({
      ...{ person, before, name: promptName(placeOf(moment).turn ?? `at:${at}`, text) },
    }))
  },
  BeforeTool: moment => begins(moment.make, aboutCall(moment)),
  AfterTool: moment => {
    const about = aboutCall(moment)
    if (about === null) return NO_PART
    return ended(moment.make, about, responseEnding(about.does, moment.payload.tool_response))
  },
  AfterAgent: moment => {
    const { at, make, payload } = moment
    const here = placeOf(moment)
    const turn = here.turn ?? `at:${at}`
    // Held calls and those with bad arguments have no AfterTool: only the chat file tells.
    return only(...here.ended, ...make.lastWords(turn, str(payload.prompt_response)), make.ended(turn, "end"))
  },
  SessionEnd: moment => {
    const { make, payload } = moment
    return only(...placeOf(moment).ended, make.closed(hashId(json(payload)), str(payload.reason)))
  },
}
const read = readHook(CLIENT, READERS, timedFrame)

function aboutCall(moment: Moment): Call | null {
  const { tool_name: name, tool_input: input } = moment.payload
  const tool = str(name)
  if (tool === null) return null
  const here = placeOf(moment)
  const key = callKey(tool, input)
  const turn = here.turn ?? `at:${Math.floor(moment.at / 600_000)}`
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
    for (const { projectHash } of records(lines)) {
      const hash = str(projectHash)
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
