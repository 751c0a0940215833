// Export and import of a log: JSON lines of events with their texts. Import is a merge: ids that are known add
// nothing, references are made anew under this store's key, text is redacted again on the way in.
import { MettleError } from "../../core/errors.ts"
import type { Event, NewEvent } from "../../core/events/define.ts"
import { definitionOf, parseEvent } from "../../core/events/registry.ts"
import { ID } from "../../core/ids.ts"
import { redact } from "../../core/redact/redact.ts"
import type { Memory } from "../memory.ts"
import { everyEvent, refsOf } from "../refs.ts"

interface Line {
  readonly event: Omit<Event, "seq">
  readonly texts: Readonly<Record<string, string>>
}
const HEADER = { mettle: "log", format: 1 } as const

export function* exportLog(memory: Memory): Generator<string> {
  yield JSON.stringify(HEADER)
  for (const stored of everyEvent(memory.parts.log)) {
    const { seq: _, ...event } = parseEvent(stored)
    const texts: Record<string, string> = {}
    for (const ref of refsOf(stored)) {
      const text = memory.parts.blobs.get(ref)
      if (text !== null) texts[ref] = text
    }
    yield JSON.stringify({ event, texts } satisfies Line)
  }
}

/** `lines`: events in the file, readable or not. */
export async function importLog(memory: Memory, lines: AsyncIterable<string> | Iterable<string>) {
  let n = 0
  let headers = 0
  let added = 0
  const refused: { line: number; why: string }[] = []
  const renamed = new Map<string, string>()
  let batch: NewEvent[] = []
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    added += (await memory.parts.log.append(batch)).added
    batch = []
  }
  for await (const line of lines) {
    if (line.trim() === "") continue
    n++
    try {
      const parsed = JSON.parse(line) as Partial<Line> & { mettle?: string; format?: number }
      if (parsed.mettle === "log") {
        if (parsed.format !== HEADER.format)
          throw new MettleError("E_NEWER", `export format ${parsed.format} is not known here`, {
            hint: "upgrade mettle",
          })
        headers++
        continue
      }
      batch.push(adopt(memory, parsed as Line, renamed))
    } catch (error) {
      if (error instanceof MettleError && error.code === "E_NEWER" && n === 1) throw error
      refused.push({ line: n, why: (error as Error).message })
    }
    if (batch.length >= 500) await flush()
  }
  await flush()
  return { lines: n - headers, added, refused }
}

/** The same event with references of this store. Texts missing in the export stay missing: they were forgotten there. */
function adopt(memory: Memory, { event, texts }: Line, renamed: Map<string, string>): NewEvent {
  if (!ID.test(event?.id ?? "") || typeof event.ts !== "number")
    throw new MettleError("E_EVENT", "not an exported event")
  for (const [ref, text] of Object.entries(texts ?? {}))
    renamed.set(ref, memory.parts.blobs.put(redact(String(text).toWellFormed()).text))
  const definition = definitionOf(event.type)
  const data: Record<string, unknown> = { ...parseEvent({ ...event, seq: 0 }).data }
  const rename = (ref: string): string => renamed.get(ref) ?? ref
  for (const field of definition.texts) {
    const value = data[field]
    if (typeof value === "string") data[field] = rename(value)
    else if (Array.isArray(value)) data[field] = value.map(rename)
  }
  if (Array.isArray(data.evidence))
    data.evidence = data.evidence.map(e => {
      const blob = rename(e.blob)
      const text = memory.parts.blobs.get(blob)
      return { ...e, blob, hash: text === null ? e.hash : memory.parts.blobs.hash(text.slice(e.start, e.end)) }
    })
  if (Array.isArray(data.refs)) data.refs = data.refs.map(rename)
  return parseEvent({
    id: event.id,
    type: event.type,
    v: definition.version,
    ts: event.ts,
    episode: event.episode,
    scope: event.scope,
    data,
  })
}
