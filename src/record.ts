// record: draft → redact → blobs + event → log. Nothing reaches a disk unredacted. Loads no rule and no proposer, so
// that a hook stays fast.
import { clip } from "./core/clip.ts"
import type { NewEvent } from "./core/events/define.ts"
import type { Draft } from "./core/events/draft.ts"
import { definitionOf, parseEvent } from "./core/events/registry.ts"
import { DROPPED_MARK, GAPS_MARK, keptOut, readGaps } from "./core/pause.ts"
import { DEFAULT_IGNORES, ignored } from "./core/redact/ignore.ts"
import { namesIgnored, writesIgnored } from "./core/redact/named-files.ts"
import { redactWindow } from "./core/redact/redact.ts"
import type { Appended, Blobs, Log } from "./store/ports.ts"

export interface RecordOptions {
  /** paths whose content is never kept */
  readonly ignore?: readonly string[]
  /** the time of recording: what says it is from later keeps it beside its own */
  readonly now?: () => number
  /** the last sequence the caller has seen: E_LOCKED when the log has moved on */
  readonly expected?: number | undefined
}
export interface Recorded extends Appended {
  /** secrets masked, by kind */
  readonly masked: Readonly<Record<string, number>>
  readonly ids: readonly string[]
  /** drafts that fell into a pause: never written */
  readonly dropped: number
}
export interface RecordStore {
  readonly log: Log
  readonly blobs: Blobs
  /** where pauses are kept; a store without marks has none */
  readonly meta?: { get(key: string): string | null; set(key: string, value: string): void }
}

/** Clocks of one machine differ by less. */
const AHEAD_MS = 3_600_000
const WINDOW = { head: 32768, tail: 32768 }
const FULL = { head: 8192, tail: 8192 }
/** What a read returned stands in its file: a short head and tail are enough. */
const BRIEF = { head: 512, tail: 256 }

/** Stands where the contents of a file would that is never recorded. */
export const IGNORED = "[ignored: the path is on the ignore list]"

/** An event's data with each of its texts, or what stands for it, as `put` has it. */
export function eachText(
  type: string,
  data: Readonly<Record<string, unknown>>,
  put: (text: unknown, field: string) => unknown,
): Record<string, unknown> {
  const made = { ...data }
  for (const field of definitionOf(type).texts) {
    const value = data[field]
    if (value !== undefined)
      made[field] = Array.isArray(value) ? value.map(text => put(text, field)) : put(value, field)
  }
  return made
}

/** Turns drafts into storable events; the texts are in `blobs` (pending until the next append). */
export function prepare(
  drafts: readonly Draft[],
  blobs: Pick<Blobs, "put">,
  options: RecordOptions = {},
): readonly NewEvent[] {
  const globs = options.ignore ?? DEFAULT_IGNORES
  return drafts.map(draft => {
    const definition = definitionOf(draft.type)
    const data = draft.data as Readonly<Record<string, unknown>>
    const masked: Record<string, number> = {}
    const hidden = hiddenIn(data, globs)
    const limit = isBrief(data) ? BRIEF : FULL
    const keep = (field: string, text: string): string => {
      if (hidden(field)) return blobs.put(IGNORED)
      // Redact a wider window than is kept; a secret cut by the window's edge is dropped with the edge.
      const clean = redactWindow(text.toWellFormed(), WINDOW)
      for (const kind of clean.kinds) masked[kind] = (masked[kind] ?? 0) + 1
      return blobs.put(clip(clean.text, field === "output" ? limit : FULL))
    }
    const now = options.now?.()
    const stored = {
      ...eachText(draft.type, data, (text, field) => (typeof text === "string" ? keep(field, text) : text)),
      ...(Object.keys(masked).length > 0 ? { masked } : {}),
      ...(now !== undefined && draft.ts > now + AHEAD_MS ? { recorded: now } : {}),
    }
    return parseEvent({
      id: draft.id,
      type: draft.type,
      v: definition.version,
      ts: draft.ts,
      episode: draft.episode,
      scope: draft.scope,
      data: stored,
    })
  })
}

export async function record(
  store: RecordStore,
  drafts: readonly Draft[],
  options: RecordOptions = {},
): Promise<Recorded> {
  const gaps = readGaps(store.meta?.get(GAPS_MARK) ?? null)
  const kept = gaps.length === 0 ? drafts : drafts.filter(draft => !keptOut(gaps, draft))
  const dropped = drafts.length - kept.length
  if (dropped > 0) store.meta!.set(DROPPED_MARK, String(Number(store.meta!.get(DROPPED_MARK) ?? "0") + dropped))
  if (kept.length === 0) return { seqs: [], added: 0, masked: {}, ids: [], dropped }
  const events = prepare(kept, store.blobs, options)
  const appended = await store.log.append(events, options.expected === undefined ? {} : { expected: options.expected })
  const masked: Record<string, number> = {}
  for (const event of events)
    for (const [kind, n] of Object.entries((event.data as { masked?: Record<string, number> }).masked ?? {}))
      masked[kind] = (masked[kind] ?? 0) + n
  return { ...appended, masked, ids: events.map(e => e.id), dropped }
}

const isBrief = ({ ok, does }: Readonly<Record<string, unknown>>): boolean =>
  ok !== false && (does === "reads" || does === "searches")

/** Which texts of a call are those of a file that is never recorded: all, or only what a command printed. */
export function hiddenIn(
  data: Readonly<Record<string, unknown>>,
  globs: readonly string[],
): (field: string) => boolean {
  const { does, input, path } = data
  if (typeof path === "string" && ignored(path, globs)) return field => field !== "path"
  if (typeof input !== "string" || !namesIgnored(String(does), input, globs, typeof path === "string"))
    return () => false
  const kept = does === "runs" && !writesIgnored(input, globs) ? "input" : "path"
  return field => field !== kept && field !== "path"
}
