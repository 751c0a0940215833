// The agent-transcripts data set turned back into the files Claude Code writes, so that everything downstream runs as it
// would on a real computer. Ground truth: clients.md 5 (one record per content block, prompts with their source). What
// the data set clipped stays clipped; sessions without call records (markdown histories) are left out.
import { createHash } from "node:crypto"
import { createReadStream, mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"

interface Line {
  readonly s: string
  readonly i: number
  readonly dev?: string
  readonly e: "user" | "assistant" | "call" | "result"
  readonly k?: "human" | "interrupt" | "command" | "compact" | "meta"
  readonly ts?: string
  readonly text?: string
  readonly tool?: string
  readonly id?: string
  readonly input?: string
  readonly path?: string
  readonly is_error?: boolean
}
export interface PastSession {
  readonly id: string
  readonly source: string
  readonly dev: string
  readonly lines: readonly string[]
  readonly startedAt: number
  readonly endedAt: number
  readonly calls: number
}

/** Sessions with their calls, in order of time, as transcript lines of a session in `cwd`. */
export async function claudeSessions(
  shared: string,
  cwd: string,
  set = "agent-transcripts",
  /** also of calls whose clipped input says no more which file they were about */
  paths = false,
): Promise<readonly PastSession[]> {
  const file = createReadStream(join(shared, "data", set, "events.jsonl.gz")).pipe(createGunzip())
  const sessions = new Map<string, Line[]>()
  for await (const text of createInterface({ input: file })) {
    const line = JSON.parse(text) as Line
    const known = sessions.get(line.s)
    if (known) known.push(line)
    else sessions.set(line.s, [line])
  }
  return [...sessions.values()]
    .filter(lines => lines.some(line => line.e === "call"))
    .map(lines => sessionOf(moved(lines, cwd), cwd, paths))
    .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
}

/** Writes sessions where Claude Code keeps those of `cwd`, with the times they ended as the files' times. */
export function writeClaudeHome(home: string, cwd: string, sessions: readonly PastSession[]): void {
  const folder = join(home, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"))
  mkdirSync(folder, { recursive: true })
  for (const session of sessions) {
    const path = join(folder, `${session.id}.jsonl`)
    writeFileSync(path, `${session.lines.join("\n")}\n`)
    utimesSync(path, session.endedAt / 1000, session.endedAt / 1000)
  }
}

/** Every checkout becomes the one at `cwd`: the folder above the paths that most calls name. */
function moved(lines: readonly Line[], cwd: string): readonly Line[] {
  const tops = new Map<string, number>()
  for (const { path } of lines) {
    const top =
      path === undefined
        ? undefined
        : /^(\/.{2,120}?)\/(?:cmd|docs|scripts|mise-tasks|\.[a-z]\w+|[\w.]+\.\w+$)(?:\/|$|\.)/.exec(path)?.[1]
    if (top !== undefined) tops.set(top, (tops.get(top) ?? 0) + 1)
  }
  const top = [...tops].sort((a, b) => b[1] - a[1])[0]?.[0]
  if (top === undefined) return lines
  const move = (text: string | undefined) => text?.replaceAll(top, cwd)
  return lines.map(line => ({
    ...line,
    ...(line.text === undefined ? {} : { text: move(line.text)! }),
    ...(line.input === undefined ? {} : { input: move(line.input)! }),
    ...(line.path === undefined ? {} : { path: move(line.path)! }),
  })) // prettier-ignore
}

function sessionOf(lines: readonly Line[], cwd: string, paths: boolean): PastSession {
  const first = lines[0]!
  const id = uuid(first.s)
  let at = 0
  let promptId = uuid(`${first.s}/none`)
  const times: number[] = []
  const out = lines.map((line, n) => {
    at = Math.max(at, Date.parse(line.ts ?? "") || 0)
    times.push(at)
    if (line.e === "user" && line.k !== "meta") promptId = uuid(`${line.s}/${line.i}`)
    const common = {
      parentUuid: null,
      isSidechain: false,
      uuid: uuid(`${line.s}#${line.i}`),
      timestamp: new Date(at).toISOString(),
      sessionId: id,
      cwd,
      gitBranch: "main",
      version: "2.1.0",
      userType: "external",
      entrypoint: "cli",
    }
    return JSON.stringify({ ...common, ...bodyOf(line, lines[n + 1], promptId, paths) })
  })
  return {
    id,
    source: first.s,
    dev: first.dev ?? "",
    lines: out,
    startedAt: times.find(t => t > 0) ?? 0,
    endedAt: at,
    calls: lines.filter(line => line.e === "call").length,
  }
}

function bodyOf(line: Line, next: Line | undefined, promptId: string, paths: boolean): object {
  if (line.e === "user")
    return {
      type: "user",
      promptId,
      message: { role: "user", content: line.text ?? "" },
      ...(line.k === "meta" ? { isMeta: true } : { promptSource: "typed" }),
      ...(line.k === "compact" ? { isCompactSummary: true } : {}),
    }
  if (line.e === "result")
    return {
      type: "user",
      promptId,
      message: {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: line.id, is_error: line.is_error === true, content: line.text ?? "" },
        ],
      },
    }
  const ends = line.e === "assistant" && (next === undefined || next.e === "user")
  return {
    type: "assistant",
    message: {
      id: `msg_${line.s}_${line.i}`,
      role: "assistant",
      content: [
        line.e === "call"
          ? { type: "tool_use", id: line.id, name: line.tool, input: inputOf(line, paths) }
          : { type: "text", text: line.text ?? "" },
      ],
      stop_reason: ends ? "end_turn" : "tool_use",
      usage: { input_tokens: 0, output_tokens: 0 },
    },
  }
}

/** Clipped inputs are no JSON any more: the command is what can be read of it. */
function inputOf(line: Line, paths: boolean): unknown {
  const raw = line.input ?? "{}"
  try {
    return JSON.parse(raw)
  } catch {
    const command = /^\{"command": "((?:[^"\\]|\\.)*)/.exec(raw)?.[1]
    if (command === undefined && paths && line.path !== undefined) return { file_path: line.path }
    return command === undefined ? { raw } : { command: command.replaceAll('\\"', '"').replaceAll("\\n", "\n") }
  }
}

function uuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-")
}
