// The spool: redacted events that could not be appended because the log was locked or unwritable. One whole file per
// hook, so that no reader meets a half-written one; drained by the next process that can; ids make a second drain harmless.
import { createHash } from "node:crypto"
import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import type { NewEvent } from "./core/events/define.ts"
import type { Draft } from "./core/events/draft.ts"
import { GAPS_MARK, keptOut, readGaps } from "./core/pause.ts"
import { privateDir } from "./paths.ts"
import { eachText, prepare, type RecordOptions, type RecordStore } from "./record.ts"
import { syncDirectory } from "./store/files.ts"
import type { Blobs } from "./store/ports.ts"

const SPOOL_FILES = 2_000
const VERSION = 1
const LARGEST = 4 * 1024 * 1024
/** No hook lives this long. */
const ORPHANED_MS = 60_000

interface Spooled {
  readonly v: number
  readonly events: readonly NewEvent[]
  /** by the stand-in reference that the events carry */
  readonly texts: Readonly<Record<string, string>>
}

const dirOf = (state: string): string => join(state, "spool")

/** Keeps the drafts, redacted, until the log can be written. Throws when that fails too. */
export function spool(state: string, drafts: readonly Draft[], name: string, options: RecordOptions = {}): void {
  const dir = privateDir(dirOf(privateDir(state)))
  if (readdirSync(dir).length >= SPOOL_FILES) throw new Error("the spool is full")
  const texts: Record<string, string> = {}
  const put = (text: string): string => {
    const ref = `b:${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`
    texts[ref] = text
    return ref
  }
  const body: Spooled = { v: VERSION, events: prepare(drafts, { put }, options), texts }
  const draft = join(dir, `.${name}.new`)
  const descriptor = openSync(
    draft,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW,
    0o600,
  )
  try {
    // Not writeSync: a disk that fills up in the middle takes a part and says how much, and half a file is no event.
    writeFileSync(descriptor, JSON.stringify(body))
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, join(dir, `${name}.json`))
  syncDirectory(dir)
}

function listed(state: string): readonly string[] {
  try {
    return readdirSync(dirOf(state))
  } catch {
    return []
  }
}

/** What waits, oldest first. What a hook wrote that died before it gave the file its name is given it: whole or not, the drain will tell. */
function waiting(state: string): readonly string[] {
  const names = listed(state).map(name => {
    if (!name.startsWith(".") || !name.endsWith(".new")) return name
    const path = join(dirOf(state), name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (Math.abs(age) <= ORPHANED_MS) return name
    const named = `${name.slice(1, -".new".length)}.json`
    renameSync(path, join(dirOf(state), named))
    return named
  })
  return names.filter(name => name.endsWith(".json")).sort()
}

/** Appends what waits, oldest first, and removes it. Returns how many events were new. A file that cannot be read is set aside. */
export async function drain(state: string, store: RecordStore, most = Number.POSITIVE_INFINITY): Promise<number> {
  let added = 0
  const names = waiting(state).slice(0, most)
  const gone = names.length > 0 ? lastForgotten(store) : new Map<string, number>()
  /** What was forgotten while it waited here arrives without its words. */
  const put = (text: string, at: number): string => {
    const ref = store.blobs.hash(text)
    return (gone.get(ref) ?? Number.NEGATIVE_INFINITY) >= at ? ref : store.blobs.put(text)
  }
  for (const name of names) {
    const path = join(dirOf(state), name)
    let events: readonly NewEvent[]
    try {
      if (statSync(path).size > LARGEST) throw new Error("too large")
      const body = JSON.parse(readFileSync(path, "utf8")) as Spooled
      if (body.v !== VERSION) throw new Error("another version")
      const gaps = readGaps(store.meta?.get(GAPS_MARK) ?? null)
      events = body.events
        .filter(event => !keptOut(gaps, { ...event, type: event.type as Draft["type"] }))
        .map(event => stored(event, body.texts, { put: text => put(text, event.ts) }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") continue
      renameSync(path, `${path}.unreadable`)
      continue
    }
    added += (await store.log.append(events)).added
    rmSync(path, { force: true })
  }
  return added
}

/** When each text was forgotten last. */
function lastForgotten({ log }: RecordStore): ReadonlyMap<string, number> {
  const gone = new Map<string, number>()
  for (const { ts, data } of log.readTypes(["text.forgotten"]))
    for (const ref of (data as { readonly refs: readonly string[] }).refs)
      gone.set(ref, Math.max(ts, gone.get(ref) ?? Number.NEGATIVE_INFINITY))
  return gone
}

/** After forgetting: takes away what the drain could not take in, where it holds such a text or cannot be read. */
export function clearSpool(
  state: string,
  blobs: Pick<Blobs, "hash">,
  gone: {
    readonly refs: ReadonlySet<string>
    readonly holds: ((text: string) => boolean) | null
    readonly asked: boolean
  },
): { readonly removed: readonly string[]; readonly left: readonly string[] } {
  const [removed, left]: [string[], string[]] = [[], []]
  for (const name of listed(state)) {
    const path = join(dirOf(state), name)
    let texts: readonly string[]
    try {
      texts = Object.values((JSON.parse(readFileSync(path, "utf8")) as Spooled).texts)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") (gone.asked ? removed : left).push(path)
      continue
    }
    if (texts.some(text => gone.refs.has(blobs.hash(text)) || gone.holds?.(text))) removed.push(path)
  }
  for (const path of removed) rmSync(path, { force: true })
  return { removed, left }
}

/** The event with the store's own references for its texts. */
function stored(event: NewEvent, texts: Readonly<Record<string, string>>, blobs: Pick<Blobs, "put">): NewEvent {
  const ref = (standIn: unknown): unknown =>
    typeof standIn === "string" && Object.hasOwn(texts, standIn) ? blobs.put(texts[standIn]!) : standIn
  return { ...event, data: eachText(event.type, event.data as Readonly<Record<string, unknown>>, ref) }
}
