// Codex CLI. Ground truth: the payloads recorded from 0.166.0. Its PostToolUse has no exit code and
// failed patches and MCP calls have no PostToolUse at all: the rollout file has both, and is read at PostToolUse and at
// the end of the turn. Unknown fields in an answer make Codex drop it, so only the common ones are written.
import type { Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { json, record, str, textOf } from "../../core/loose.ts"
import { aboutFolder, defineClient, type Transcripts } from "../client.ts"
import { type Call, type Ending, turnName } from "../drafts.ts"
import {
  aboutToRun,
  afterCall,
  type Moment,
  NO_PART,
  only,
  type Part,
  readHook,
  starts,
  subAgentBegins,
  submitted,
  tailOf,
  writeHook,
} from "../hook-form.ts"
import { backfillCodex, CLIENT, does, findItem, outputEnding, personInTail, sweepCodex, TOOLS } from "./transcript.ts"

const ENV = ["CODEX_HOME"] as const

const read = readHook(CLIENT, {
  SessionStart: moment => {
    const { agent, cwd, make, payload } = moment
    if (agent !== null) return NO_PART
    const { source, turn_id: turn, model } = payload
    if (source === "compact")
      return { drafts: [make.compacted(str(turn) ?? hashId(json(payload)), null)], ask: { what: "session_start" } }
    const interactive = personInTail(tailOf(moment))
    const again = source === "startup" ? null : `${str(source) ?? ""}:${hashId(json(payload))}`
    return starts(make, { interactive, start: str(source), cwd, model: str(model), again })
  },
  UserPromptSubmit: moment => {
    const { agent, cwd, make, payload, world } = moment
    if (agent !== null) return NO_PART
    const person = personInTail(tailOf(moment))
    const before = person === true ? [make.opened({ interactive: true, cwd, model: str(payload.model) })] : []
    return submitted(moment, text => ({ name: turnName(turnOf(moment), text, world.now), person, before }))
  },
  PreToolUse: aboutToRun(does),
  PostToolUse: afterCall(does, (about, moment) => ending(about, moment.payload.tool_response, tailOf(moment))),
  Stop: moment => {
    if (moment.agent !== null) return NO_PART
    return turnEnd(
      moment,
      "end",
      moment.make.lastWords(turnOf(moment) ?? "", str(moment.payload.last_assistant_message)),
    )
  },
  Interrupt: moment => turnEnd(moment, "interrupt"),
  // An API error: no Stop follows.
  PostModelRequest: moment => (moment.payload.status === "failed" ? turnEnd(moment, "error") : NO_PART),
  SubagentStart: subAgentBegins,
  PostCompact: moment => only(moment.make.compacted(turnOf(moment) ?? "", str(moment.payload.trigger))),
  SessionEnd: ({ make, payload, world }) => only(make.closed(`${Math.floor(world.now / 60_000)}`, str(payload.reason))),
})

const turnOf = ({ payload }: Moment): string | null => str(payload.turn_id)

function turnEnd(moment: Moment, reason: "end" | "interrupt" | "error", replied: readonly Draft[] = []): Part {
  const { make, session, world } = moment
  const turn = turnOf(moment)
  const swept = sweepCodex(tailOf(moment), session, turn, world)
  return only(...swept, ...replied, make.ended(turn ?? "", reason))
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
