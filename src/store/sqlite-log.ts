// The log on SQLite: group commit, acknowledged after the commit, idempotent by id, chained. The events of one
// commit are one segment. Blobs are written in the same transaction. Not here: opening files (store.ts).
import { isCode, MettleError } from "../core/errors.ts"
import type { Event, NewEvent } from "../core/events/define.ts"
import { plainEvents, SEGMENT_EVENTS } from "./containers/container-format.ts"
import { placeOfId, plainAt, plainKeys, sealedCandidates } from "./containers/container-index.ts"
import { type Containers, indexPlain, newStamp } from "./containers/containers.ts"
import { CHAIN_START, type Envelope, envelope, eventText, linkAll, opened, small } from "./containers/envelope.ts"
import { addKeys, isOfBefore, type Keys } from "./containers/plain-keys.ts"
import { follow } from "./follow.ts"
import { APPEND } from "./log-file.ts"
import type { Appended, Log } from "./ports.ts"
import type { Database, Row } from "./sqlite.ts"
import type { SqliteBlobs } from "./sqlite-blobs.ts"

interface SqliteLogOptions {
  readonly groupMs: number
  readonly pollMs: number
  readonly validate?: ((event: NewEvent) => void) | undefined
  /** Runs one writing transaction; a failure other than a lock ends the connection. Errors come back in house form. */
  readonly write: <T>(doing: string, work: (db: Database) => T) => T
  /** runs in the transaction that stores these events */
  readonly note: (db: Database, events: readonly Envelope[]) => void
}
interface SqliteLog extends Log {
  /** Commits what waits, now. */
  flush(): void
}

interface Waiting {
  readonly events: readonly Envelope[]
  readonly expected: number | undefined
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}

const GROUP_EVENTS = 100
/** While others keep coming a commit waits for them, at most this. */
const GROUP_MOST_MS = 20
const forgets = (batch: readonly Waiting[]): boolean =>
  batch.some(({ events }) => events.some(e => e.type === "text.forgotten"))

/** last sequence and its chain value */
interface Tail {
  readonly seq: number
  readonly chain: Uint8Array
}
function tail(db: Database): Tail {
  const row = db.sql("SELECT last, chain FROM segments ORDER BY first DESC LIMIT 1").get()
  return row ? { seq: row.last, chain: row.chain } : { seq: 0, chain: CHAIN_START }
}

export function sqliteLog(
  use: () => Database,
  blobs: SqliteBlobs,
  kept: Containers,
  options: SqliteLogOptions,
): SqliteLog {
  let queue: Waiting[] = []
  let queued = 0
  let timer: NodeJS.Timeout | null = null
  /** when the first of those who wait came */
  let since = 0
  let closed = false
  const listeners = new Set<() => void>()

  /** Once nobody has come for a moment: whoever comes alone waits no longer than the caller said, and a crowd no longer than it takes to come. */
  const flushSoon = (): void => {
    // Not performance: Node takes in a part of its own for that word.
    const now = Date.now()
    if (timer === null) {
      since = now
      timer = setTimeout(flush, options.groupMs)
    } else if (now - since < GROUP_MOST_MS) timer.refresh()
  }

  function flush(): void {
    if (timer) clearTimeout(timer)
    timer = null
    const batch = queue
    queue = []
    queued = 0
    if (batch.length === 0 && !blobs.hasPending()) return
    let done: () => void
    let outcomes: (() => void)[]
    try {
      ;({ done, outcomes } = options.write(forgets(batch) ? "forget" : APPEND, db => {
        if (isOfBefore(db)) indexPlain(db)
        const keys: Keys[] = []
        const { outcomes, repeated, fresh } = appendAll(db, kept, batch, keys)
        const done = blobs.writePending(db, onlyIn(repeated, fresh), keys)
        addKeys(db, keys)
        for (const { events } of batch) options.note(db, events)
        return { done, outcomes }
      }))
    } catch (error) {
      // Texts of events that the disk refused must not be stored with later ones: nothing would ever cite or erase them.
      // Behind a lock the same events come again soon.
      if (!isCode(error, "E_LOCKED")) blobs.dropPending()
      for (const waiting of batch) waiting.reject(error)
      if (batch.length === 0) throw error
      return
    }
    // From here on the transaction is durable: only now may anything be acknowledged.
    done()
    for (const outcome of outcomes) outcome()
    for (const listener of listeners) listener()
  }

  /** Fitting events of the named segments, out of one snapshot. */
  const select = (segments: (db: Database) => readonly Row[], fits: (event: Envelope) => boolean): Event[] => {
    const db = use()
    return db.transaction("DEFERRED", () =>
      segments(db).flatMap(row => {
        const segment = kept.segment(row.first)
        return segment ? segment.events.flatMap((e, i) => (fits(e) ? [opened(segment.first + i, e)] : [])) : []
      }),
    )
  }

  const self: SqliteLog = {
    flush,
    async append(batch, { expected } = {}) {
      if (closed) throw new MettleError("E_BUG", "append: the store is closed")
      const events = batch.map(event => envelope(event, options.validate))
      // Whoever names the head he saw is committed alone, behind those who came before him.
      if (expected !== undefined) flush()
      return new Promise<Appended>((resolve, reject) => {
        queue.push({ events, expected, resolve, reject })
        queued += events.length
        if (options.groupMs <= 0 || queued >= GROUP_EVENTS || expected !== undefined) flush()
        else flushSoon()
      })
    },
    read(from, limit) {
      return use().transaction("DEFERRED", () => {
        const out: Event[] = []
        if (limit <= 0) return out
        for (const segment of kept.segmentsFrom(from + 1))
          for (let seq = Math.max(segment.first, from + 1); seq <= segment.last; seq++) {
            out.push(opened(seq, segment.events[seq - segment.first]!))
            if (out.length >= limit) return out
          }
        return out
      })
    },
    readEpisode(episode, types) {
      const among =
        types && "AND first IN (SELECT first FROM segment_types WHERE type IN (SELECT value FROM json_each(?)))"
      const segments = `SELECT first FROM segment_episodes WHERE episode = ? ${among ?? ""} ORDER BY first`
      return select(
        db => db.sql(segments).all(small(episode), ...(types ? [JSON.stringify(types)] : [])),
        e => e.episode === episode && (types?.includes(e.type) ?? true),
      )
    },
    readRange: (since, until) =>
      select(
        db => db.sql("SELECT first FROM segments WHERE until >= ? AND since < ? ORDER BY first").all(since, until),
        e => e.ts >= since && e.ts < until,
      ),
    readTypes(types) {
      const wanted = new Set(types)
      const among =
        "SELECT DISTINCT first FROM segment_types WHERE type IN (SELECT value FROM json_each(?)) ORDER BY first"
      return select(
        db => db.sql(among).all(JSON.stringify([...wanted])),
        e => wanted.has(e.type),
      )
    },
    get(id) {
      const raw = small(id)
      if (!(raw instanceof Uint8Array)) return null
      const found = use().transaction("DEFERRED", () => kept.findEvent(raw))
      return found ? opened(found.seq, found.event) : null
    },
    subscribe: (from, signal) => follow({ from, signal, read: self.read, listeners, pollMs: options.pollMs }),
    head: () => tail(use()).seq,
    together: work => use().transaction("DEFERRED", work),
    async close() {
      if (closed) return
      flush()
      closed = true
    },
  }
  return self
}

/** Texts of events that are there already: told again they are not stored again, or what was forgotten would come back. */
function onlyIn(repeated: readonly Envelope[], fresh: readonly Envelope[]): ReadonlySet<string> {
  if (repeated.length === 0) return NONE
  const refs = new Set(repeated.flatMap(refsIn))
  for (const ref of fresh.flatMap(refsIn)) refs.delete(ref)
  return refs
}
const NONE: ReadonlySet<string> = new Set()
const refsIn = (e: Envelope): readonly string[] => e.data.match(/b:[A-Za-z0-9_-]{22}/g) ?? []

/** Appends batches inside one open transaction; gives what to tell each caller once it is committed. */
function appendAll(
  db: Database,
  kept: Containers,
  batches: readonly Waiting[],
  keys: Keys[],
): { outcomes: (() => void)[]; repeated: readonly Envelope[]; fresh: readonly Envelope[] } {
  const { seq: start, chain } = tail(db)
  const [first] = batches
  if (first?.expected !== undefined && first.expected !== start) {
    const error = new MettleError("E_LOCKED", `append: the log is at ${start}, not at ${first.expected}`, {
      still: "nothing of this batch was stored",
      hint: "read what was added, then append again",
    })
    return { outcomes: [() => first.reject(error)], repeated: [], fresh: [] }
  }
  const seqs = sequences(db, kept, batches, { seq: start, chain }, keys)
  const fresh: Envelope[] = []
  const repeated: Envelope[] = []
  const outcomes = batches.map(({ events, resolve }) => {
    const before = fresh.length
    for (const e of events) (seqs.get(e.id) === start + fresh.length + 1 ? fresh : repeated).push(e)
    const appended = { seqs: events.map(e => seqs.get(e.id)!), added: fresh.length - before }
    return () => resolve(appended)
  })
  return { outcomes, repeated, fresh }
}
/** Stores what is new; the sequence of every id of these batches. */
function sequences(
  db: Database,
  kept: Containers,
  batches: readonly Waiting[],
  { seq, chain }: Tail,
  keys: Keys[],
): ReadonlyMap<string, number> {
  const isSealed = db.sql("SELECT 1 AS yes FROM sealed_index WHERE kind = 0 LIMIT 1").get() !== undefined
  const isKnown = (id: string): boolean => {
    for (const _ of plainAt(db, "event", placeOfId(id))) return true
    return isSealed && sealedCandidates(db, "event", Buffer.from(id, "hex")).length > 0
  }
  const seqs = new Map<string, number>()
  const all: Envelope[] = []
  for (const { events } of batches)
    for (const e of events) {
      if (seqs.has(e.id)) continue
      const old = isKnown(e.id) ? kept.findEvent(Buffer.from(e.id, "hex")) : null
      if (old === null) all.push(e)
      seqs.set(e.id, old?.seq ?? seq + all.length)
    }
  for (let at = 0; at < all.length; at += SEGMENT_EVENTS) {
    const fresh = all.slice(at, at + SEGMENT_EVENTS)
    const places = fresh.map(e => placeOfId(e.id))
    keys.push(plainKeys("event", places, seq + 1))
    chain = writeSegment(db, seq + 1, fresh, chain)
    seq += fresh.length
  }
  return seqs
}

function writeSegment(db: Database, first: number, events: readonly Envelope[], before: Uint8Array): Buffer {
  const lines = events.map((e, i) => eventText(first + i, e))
  const chains = Buffer.allocUnsafe(32 * events.length)
  linkAll(before, lines, chains)
  const chain = chains.subarray(-32)
  let since = Number.POSITIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  for (const { ts } of events) {
    since = Math.min(since, ts)
    until = Math.max(until, ts)
  }
  db.sql(
    "INSERT INTO segments (first, last, stamp, sealed, since, until, chain, chains, body) VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?)",
  ).run(first, first + events.length - 1, newStamp(), since, until, chain, chains, plainEvents(lines))
  listSegment(db, first, events)
  return chain
}

/** Which episodes and types a segment has. */
export function listSegment(db: Database, first: number, events: readonly Envelope[]): void {
  const episode = db.sql("INSERT INTO segment_episodes (episode, first) VALUES (?, ?) ON CONFLICT DO NOTHING")
  for (const name of new Set(events.map(e => e.episode))) if (name !== null) episode.run(small(name), first)
  const type = db.sql("INSERT INTO segment_types (type, first) VALUES (?, ?) ON CONFLICT DO NOTHING")
  for (const name of new Set(events.map(e => e.type))) type.run(name, first)
}
export function unlistSegment(db: Database, first: number, events: readonly Envelope[]): void {
  const episode = db.sql("DELETE FROM segment_episodes WHERE episode = ? AND first = ?")
  for (const name of new Set(events.map(e => e.episode))) if (name !== null) episode.run(small(name), first)
  const type = db.sql("DELETE FROM segment_types WHERE type = ? AND first = ?")
  for (const name of new Set(events.map(e => e.type))) type.run(name, first)
}
