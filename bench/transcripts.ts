// The agent-transcripts data set as drafts of our events: a plain mapping for measuring the store, not an import.

import { createReadStream } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"
import { clip, KEEP, KEEP_READ, keep } from "../src/core/clip.ts"
import type { NewEvent } from "../src/core/events/define.ts"
import { doesByName } from "../src/core/events/tool-names.ts"
import { episodeId, hashId, sourceId } from "../src/core/ids.ts"

/** An event whose texts are still texts: `refs` names the data field of each. */
export interface TextEvent {
  readonly event: NewEvent
  readonly texts: Readonly<Record<string, string>>
}
export interface Transcripts {
  readonly events: readonly TextEvent[]
  readonly bytes: number
}
interface Line {
  readonly s: string
  readonly i: number
  readonly e: string
  readonly k?: string
  readonly ts?: string
  readonly text?: string
  readonly tool?: string
  readonly id?: string
  readonly input?: string
  readonly path?: string
  readonly is_error?: boolean
}

export async function readTranscripts(shared: string, most = Number.POSITIVE_INFINITY): Promise<Transcripts> {
  const file = createReadStream(join(shared, "data/agent-transcripts/events.jsonl.gz")).pipe(createGunzip())
  const events: TextEvent[] = []
  let bytes = 0
  for await (const text of createInterface({ input: file })) {
    bytes += Buffer.byteLength(text) + 1
    if (events.length >= most) break
    const line = JSON.parse(text) as Line
    const draft = translate(line)
    const texts = Object.fromEntries(
      Object.entries(draft.texts).filter((pair): pair is [string, string] => pair[1] != null),
    )
    events.push({
      event: {
        id: sourceId("bench", line.s, String(line.i), draft.type),
        type: draft.type,
        v: 1,
        ts: Date.parse(line.ts ?? "") || 0,
        episode: episodeId("bench", line.s),
        scope: hashId("scope", line.s.split(":")[0]!),
        data: draft.data,
      },
      texts,
    })
  }
  return { events, bytes }
}

interface Draft {
  readonly type: string
  readonly data: Record<string, unknown>
  readonly texts: Record<string, string | undefined>
}
function translate(line: Line): Draft {
  const { e, text, tool = null, id = null } = line
  if (e === "user")
    return { type: "prompt.submitted", data: { author: "user", index: line.i }, texts: { prompt: text } }
  if (e === "assistant") return { type: "agent.replied", data: { index: line.i }, texts: { text } }
  if (e === "call")
    return { type: "tool.called", data: { tool, call: id }, texts: { input: line.input, path: line.path } }
  const ok = line.is_error === undefined ? null : !line.is_error
  return {
    type: "tool.finished",
    data: {
      tool,
      call: id,
      ok,
      exitCode: null,
      how: ok === null ? "unknown" : "client",
      rejected: false,
      cancelled: false,
    },
    texts: { output: text },
  }
}

/** What `record` would keep: every text clipped, reads that succeeded clipped short when `short`. */
export function kept({ event, texts }: TextEvent, short: boolean): TextEvent {
  const { tool, ok } = event.data as { tool?: string; ok?: boolean | null }
  const how = short ? keep(doesByName(tool ?? ""), ok ?? null) : KEEP
  return { event, texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, clip(text, how)])) }
}
export const SHORT = KEEP_READ
