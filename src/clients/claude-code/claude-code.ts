// Claude Code. Ground truth: the payloads recorded from 2.1.325. A person or a program? The environment says `sdk-…` for
// `claude -p` and, of late, whether its own screen runs; before that SessionStart carries `model` only in the TUI (and not when
// a session is resumed), `cli` alone proves nothing, and the transcript's `promptSource` says `typed` or `sdk`.
import type { Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { json, num, record, str } from "../../core/loose.ts"
import { readPrompt } from "../author.ts"
import { aboutFolder, defineClient, type Heard, type Transcripts, type World } from "../client.ts"
import { cursor, isCursor } from "../cursor/cursor.ts"
import { turnName } from "../drafts.ts"
import {
  aboutToRun,
  afterCall,
  type Moment,
  NO_PART,
  only,
  type Part,
  prompted,
  readHook,
  starts,
  subAgentBegins,
  tailOf,
  toolCall,
  writeHook,
} from "../hook-form.ts"
import {
  CLIENT,
  does,
  entrypointPerson,
  errorEnding,
  gitChanges,
  promptName,
  readNotification,
  responseEnding,
  TOOLS,
  taskCall,
} from "./said.ts"
import { backfillClaude, sweepClaude, unreportedCalls } from "./transcript.ts"

/** CURSOR_VERSION without Claude's own mark: Cursor runs Claude's hooks too, and its events keep Cursor's names. */
const ENV = ["CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ATTENDED", "CURSOR_VERSION", "CLAUDE_CONFIG_DIR"] as const

function read(payload: unknown, world: World): Heard {
  if (isCursor(payload) || (world.env.CURSOR_VERSION && !world.env.CLAUDE_CODE_ENTRYPOINT))
    return cursor.read(payload, world)
  return listen(payload, world)
}

const listen = readHook(CLIENT, {
  SessionStart: sessionStart,
  UserPromptSubmit: prompt,
  PreToolUse: moment => {
    const about = aboutToRun(does)(moment)
    return { ...about, drafts: [...unreported(moment), ...about.drafts] }
  },
  PostToolUse: moment => {
    const about = toolCall(moment, does)
    if (about === null) return NO_PART
    const { make, payload } = moment
    const { tool_response: response, duration_ms: duration } = payload
    // A sub-agent's last words may not stand in its transcript yet when it stops; when its caller has them they do.
    const agent = about.does === "delegates" ? str(record(response).agentId) : null
    return only(
      ...(agent === null ? [] : unreported({ ...moment, agent })),
      make.finished(about, { ...responseEnding(about.does, response), durationMs: num(duration) }),
      ...gitChanges(response).map(c => make.changed(about.call, c.change, c.sha, c.branch)),
    )
  },
  PostToolUseFailure: afterCall(does, (about, { payload }) => {
    const error = str(payload.error) ?? json(payload.error)
    const end = errorEnding(about.does, error, payload.is_interrupt === true, "event")
    return { ...end, durationMs: num(payload.duration_ms) }
  }),
  Stop: moment => turnEnd(moment, "end"),
  StopFailure: moment => turnEnd(moment, "error"),
  SubagentStart: subAgentBegins,
  SubagentStop: moment => only(...unreported(moment)),
  PostCompact: ({ make, payload }) => only(make.compacted(str(payload.prompt_id) ?? "", str(payload.trigger))),
  SessionEnd: moment => {
    const { make, world, payload } = moment
    const { reason, prompt_id: id } = payload
    const tail = tailOf(moment)
    return only(
      ...sweepClaude(tail, world, null).drafts,
      ...ofSubAgents(moment, tail),
      make.closed(`${str(id) ?? ""}:${str(reason) ?? ""}`, str(reason)),
    )
  },
})

/** What only the transcript tells of, and the next call is soon enough to read: an event for it would be a process more for every call. */
const unreported = (moment: Moment): readonly Draft[] => {
  const transcript = moment.agent === null ? moment.transcript : agentTranscript(moment)
  return unreportedCalls(tailOf({ ...moment, transcript }), moment.world)
}
const agentTranscript = ({ transcript, agent, payload }: Moment): string | null =>
  str(payload.agent_transcript_path) ?? transcript?.replace(/\.jsonl$/, `/subagents/agent-${agent}.jsonl`) ?? null

/** Sub-agents that answered last: what they wrote last may have reached their transcripts after every hook of theirs. */
const LAST_AGENTS = 8
const ofSubAgents = (moment: Moment, tail: string | null): readonly Draft[] =>
  [...new Set(tail?.match(/(?<="agentId":")[\w-]+/g))]
    .slice(-LAST_AGENTS)
    .flatMap(agent => unreported({ ...moment, agent }))

function sessionStart({ agent, cwd, make, payload, world }: Moment): Part {
  const { source, model, prompt_id: id } = payload
  if (agent !== null) return NO_PART
  if (source === "compact") return { drafts: [make.compacted(str(id) ?? "", null)], ask: { what: "session_start" } }
  // a start names its model on the screen alone, what is resumed nowhere
  const shown = source === "clear" || str(model) !== null ? true : source === "resume" ? null : false
  const person = attended(world) ?? shown
  const again = source === "startup" ? null : `${str(source) ?? ""}:${hashId(json(payload))}`
  return starts(make, { interactive: person, start: str(source), cwd, model: str(model), again })
}

function prompt(moment: Moment): Part {
  const { agent, cwd, make, payload, world } = moment
  const text = str(payload.prompt)
  if (text === null || agent !== null) return NO_PART
  const said = readPrompt(text, world)
  const note = readNotification(text)
  const name = promptName(str(payload.prompt_id), note === null ? said.text : text, world.now)
  const id = make.prompt(name, "harness", "").id
  // the turn before may have been broken off or refused: no hook says so, the transcript does
  const swept = sweepClaude(tailOf(moment), world, id)
  const person = promptPerson(moment, swept.person)
  const finished: Draft[] = []
  if (note?.call) {
    const about = swept.call(note.call) ?? taskCall(note.call, note.command)
    finished.push(make.finished(about, note.ending, ":task"))
  }
  const submitted = make.prompt(name, person === false ? "harness" : said.author, said.text)
  // a session that began before us, or whose start did not tell, is known as a person's from here on
  const opened = person === true ? [make.opened({ interactive: true, cwd })] : []
  const part = prompted(submitted, said.text, ...swept.drafts, ...opened, ...finished)
  return note === null ? part : only(...part.drafts)
}

function promptPerson({ payload, world }: Moment, seen: boolean | null): boolean | null {
  const source = str(payload.source)
  if (source !== null) return source === "user" || source === "typed" ? true : source === "sdk" ? false : null
  return attended(world) ?? seen
}

/** Whether a person sits there, by the environment that Claude Code sets for its hooks anew in every run; null: it does not say. */
function attended({ env }: World): boolean | null {
  const entrypoint = env.CLAUDE_CODE_ENTRYPOINT ?? null
  const entry = entrypointPerson(entrypoint)
  // an editor or desktop window speaks to the same program as an SDK
  if (entry === false || (entry === true && entrypoint !== "cli")) return entry
  const said = env.CLAUDE_CODE_SESSION_ATTENDED
  return said === "1" ? true : said === "0" ? false : null
}

function turnEnd(moment: Moment, reason: "end" | "error"): Part {
  const { agent, make, payload, world } = moment
  if (agent !== null) return NO_PART
  const text = str(payload.last_assistant_message)?.trim() ?? ""
  const name = turnName(str(payload.prompt_id), text, world.now)
  const tail = tailOf(moment)
  const swept = sweepClaude(tail, world, null)
  return only(
    ...swept.drafts.filter(d => d.type !== "turn.ended"),
    ...ofSubAgents(moment, tail),
    ...make.lastWords(name, reason === "error" ? null : text),
    make.ended(name, reason, swept.tokens),
  )
}

/** Its name for a folder: everything but letters and digits is a dash. */
const projectName = (folder: string): string => folder.replace(/[^A-Za-z0-9]/g, "-")

const transcripts: Transcripts = {
  roots: (home, env) => [`${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/projects`],
  file: /^[^/]+\/(?:[0-9a-f-]{36}|[0-9a-f-]{36}\/subagents\/agent-[\w-]+)\.jsonl$/,
  folder: projectName,
  about: aboutFolder(({ cwd }) => str(cwd)),
  format: "jsonl",
}

export const claudeCode = defineClient({
  name: CLIENT,
  tools: TOOLS,
  read,
  write: writeHook,
  backfill: backfillClaude,
  env: ENV,
  transcripts,
  resume: session => `claude --resume ${session}`,
  loads: {
    repo: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"],
    home: [".claude/CLAUDE.md"],
    instead: { of: "CLAUDE.md", file: "AGENTS.md" },
    folders: [
      { path: ".claude/rules", of: "repo", ends: ".md" },
      { path: ".claude/rules", of: "home", ends: ".md" },
    ],
    imports: true,
    memories: top => `.claude/projects/${projectName(top)}/memory`,
  },
})
