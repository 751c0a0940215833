// The agent-transcripts data set, session by session, as an adapter would record it: what a person typed is theirs,
// everything else is the harness. Sessions come in the order in which they began.

import { createReadStream } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"
import { type Draft, observed } from "../src/core/events/draft.ts"
import { doesByName } from "../src/core/events/tool-names.ts"
import { episodeId, hashId } from "../src/core/ids.ts"

export interface Line {
  readonly s: string
  readonly i: number
  readonly e: "user" | "assistant" | "call" | "result"
  readonly k?: string
  readonly ts?: string
  readonly text?: string
  readonly tool?: string
  readonly id?: string
  readonly input?: string
  readonly path?: string
  readonly is_error?: boolean
}

export async function readSessions(shared: string): Promise<readonly (readonly Line[])[]> {
  const file = createReadStream(join(shared, "data/agent-transcripts/events.jsonl.gz")).pipe(createGunzip())
  const by = new Map<string, Line[]>()
  for await (const text of createInterface({ input: file })) {
    const line = JSON.parse(text) as Line
    const known = by.get(line.s)
    if (known) known.push(line)
    else by.set(line.s, [line])
  }
  const start = (lines: readonly Line[]): string => lines.find(l => l.ts)?.ts ?? ""
  return [...by.values()].sort((a, b) => (start(a) < start(b) ? -1 : 1))
}

export const episodeOfSession = (session: string): string => episodeId("bench", session)

/** `line` names where a draft came from; the end of a turn, which transcripts do not record, comes from none. */
export function draftsOf(lines: readonly Line[]): readonly { readonly draft: Draft; readonly line: Line | null }[] {
  const session = lines[0]!.s
  const where = {
    ts: Date.parse(lines.find(l => l.ts)?.ts ?? "") || 0,
    episode: episodeOfSession(session),
    scope: hashId("scope", session.split(":")[0]!),
  }
  const calls = new Map<string, Line>()
  let at = where.ts
  const made: { draft: Draft; line: Line | null }[] = [
    {
      draft: observed("episode.opened", { client: "bench", session, record: "open" }, where, {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "startup", cwd: null, branch: null, head: null },
      }),
      line: null,
    },
  ]
  for (const [i, line] of lines.entries()) {
    at = Math.max(at, Date.parse(line.ts ?? "") || at)
    const source = { client: "bench", session, record: String(line.i) }
    if (line.e === "call") calls.set(line.id ?? "", line)
    made.push({ draft: draftOf(line, calls.get(line.id ?? ""), source, { ...where, ts: at }), line })
    const next = lines[i + 1]
    if (line.e !== "user" && (next === undefined || (next.e === "user" && next.k !== "interrupt")))
      made.push({
        draft: observed(
          "turn.ended",
          { ...source, record: `${line.i} end` },
          { ...where, ts: at },
          { reason: "end", inputTokens: null, outputTokens: null },
        ),
        line: null,
      })
  }
  const source = { client: "bench", session, record: "close" }
  return [...made, { draft: observed("episode.closed", source, { ...where, ts: at }, { reason: "exit" }), line: null }]
}

function draftOf(
  line: Line,
  call: Line | undefined,
  source: { readonly client: string; readonly session: string; readonly record: string },
  here: { readonly ts: number; readonly episode: string; readonly scope: string },
): Draft {
  const text = line.text ?? ""
  const tokens = { inputTokens: null, outputTokens: null }
  if (line.e === "user" && line.k === "interrupt")
    return observed("turn.ended", source, here, { reason: "interrupt", ...tokens })
  if (line.e === "user")
    return observed("prompt.submitted", source, here, {
      author: line.k === "human" ? "user" : "harness",
      prompt: text,
      chars: text.length,
    })
  if (line.e === "assistant") return observed("agent.replied", source, here, { text, chars: text.length, ...tokens })
  const id = line.id ?? String(line.i)
  if (line.e === "call") {
    const { tool = "unknown", input = null, path = null } = line
    return observed("tool.called", source, here, { call: id, tool, does: doesByName(tool), input, path, agent: null })
  }
  const ok = line.is_error === undefined ? null : !line.is_error
  const tool = line.tool ?? call?.tool ?? "unknown"
  return observed("tool.finished", source, here, {
    ...{ call: id, tool, does: doesByName(tool), ok, exitCode: null },
    ...{ known: ok === null ? null : ("client" as const), rejected: false, cancelled: false, interrupted: false },
    ...{ durationMs: null, input: call?.input ?? null, path: call?.path ?? null, output: text },
    ...{ stderr: null, agent: null },
  })
}
