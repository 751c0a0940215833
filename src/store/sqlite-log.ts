// The log on SQLite: group commit, acknowledged after the commit, idempotent by id, chained. Reads go over sealed
// segments, then the hot table. Blobs are written in the same transaction. Not here: opening files (store.ts).
import { MettleError } from "../core/errors.ts"
import type { Event, NewEvent } from "../core/events/define.ts"
import type { Containers } from "./containers.ts"
import { CHAIN_START, type Envelope, envelope, large, link, opened, small } from "./envelope.ts"
import { follow } from "./follow.ts"
import type { Appended, Log } from "./ports.ts"
import type { Database, Row } from "./sqlite.ts"
import type { SqliteBlobs } from "./sqlite-blobs.ts"

export interface SqliteLogOptions {
  readonly groupMs: number
  readonly pollMs: number
  readonly validate?: ((event: NewEvent) => void) | undefined
  /** Runs one writing transaction; a failure other than a lock ends the connection. Errors come back in house form. */
  readonly write: <T>(doing: string, work: (db: Database) => T) => T
}
export interface SqliteLog extends Log {
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
const COLUMNS = "seq, id, type, v, ts, episode, scope, data"
export const fromRow = (row: Row): Envelope => ({
  id: large(row.id)!,
  type: row.type,
  v: row.v,
  ts: row.ts,
  episode: large(row.episode),
  scope: large(row.scope),
  data: row.data,
})
const eventOf = (row: Row): Event => opened(row.seq, fromRow(row))

/** last sequence and its chain value */
export function tail(db: Database): { readonly seq: number; readonly chain: Uint8Array } {
  const row =
    db.sql("SELECT seq, chain FROM events ORDER BY seq DESC LIMIT 1").get() ??
    db.sql("SELECT last AS seq, chain FROM segments ORDER BY first DESC LIMIT 1").get()
  return row ? { seq: row.seq, chain: row.chain } : { seq: 0, chain: CHAIN_START }
}

export function sqliteLog(
  use: () => Database,
  blobs: SqliteBlobs,
  sealed: Containers,
  options: SqliteLogOptions,
): SqliteLog {
  let queue: Waiting[] = []
  let queued = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const listeners = new Set<() => void>()

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
      ;({ done, outcomes } = options.write("append", db => {
        const done = blobs.writePending(db)
        const writer = appender(db, sealed)
        return { done, outcomes: batch.map(waiting => writer(waiting)) }
      }))
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
      if (batch.length === 0) throw error
      return
    }
    // From here on the transaction is durable: only now may anything be acknowledged.
    done()
    for (const outcome of outcomes) outcome()
    for (const listener of listeners) listener()
  }

  /** Fitting events of the named segments, then of the hot table, out of one snapshot. */
  function select(by: {
    readonly segments: (db: Database) => readonly Row[]
    readonly fits: (event: Envelope) => boolean
    readonly hot: (db: Database) => readonly Row[]
  }): Event[] {
    const db = use()
    return db.transaction("DEFERRED", () => {
      const old = by.segments(db).flatMap(({ n }) => {
        const segment = sealed.segment(n)
        if (!segment) return []
        return segment.events.flatMap((e, i) => (by.fits(e) ? [opened(segment.first + i, e)] : []))
      })
      return [...old.sort((a, b) => a.seq - b.seq), ...by.hot(db).map(eventOf)]
    })
  }

  const self: SqliteLog = {
    flush,
    async append(batch, { expected } = {}) {
      if (closed) throw new MettleError("E_BUG", "append: the store is closed")
      const events = batch.map(event => envelope(event, options.validate))
      return new Promise<Appended>((resolve, reject) => {
        queue.push({ events, expected, resolve, reject })
        queued += events.length
        if (options.groupMs <= 0 || queued >= GROUP_EVENTS) flush()
        else timer ??= setTimeout(flush, options.groupMs)
      })
    },
    read(from, limit) {
      const db = use()
      return db.transaction("DEFERRED", () => {
        const out: Event[] = []
        let at = from
        for (let s = sealed.segmentFrom(at + 1); s && out.length < limit; s = sealed.segmentFrom(at + 1)) {
          for (let seq = Math.max(s.first, at + 1); seq <= s.last && out.length < limit; seq++)
            out.push(opened(seq, s.events[seq - s.first]!))
          at = s.last
        }
        if (out.length < limit)
          for (const row of db
            .sql(`SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`)
            .all(at, limit - out.length))
            out.push(eventOf(row))
        return out
      })
    },
    readEpisode: episode =>
      select({
        segments: db => db.sql("SELECT n FROM segment_episodes WHERE episode = ?").all(small(episode)),
        fits: e => e.episode === episode,
        hot: db => db.sql(`SELECT ${COLUMNS} FROM events WHERE episode = ? ORDER BY seq`).all(small(episode)),
      }),
    readRange: (since, until) =>
      select({
        segments: db => db.sql("SELECT n FROM segments WHERE until >= ? AND since < ?").all(since, until),
        fits: e => e.ts >= since && e.ts < until,
        hot: db => db.sql(`SELECT ${COLUMNS} FROM events WHERE ts >= ? AND ts < ? ORDER BY seq`).all(since, until),
      }),
    readTypes(types) {
      const wanted = new Set(types)
      const list = JSON.stringify([...wanted])
      const among = "type IN (SELECT value FROM json_each(?))"
      return select({
        segments: db => db.sql(`SELECT DISTINCT n FROM segment_types WHERE ${among}`).all(list),
        fits: e => wanted.has(e.type),
        hot: db => db.sql(`SELECT ${COLUMNS} FROM events WHERE ${among} ORDER BY seq`).all(list),
      })
    },
    get(id) {
      const raw = small(id)
      if (!(raw instanceof Uint8Array)) return null
      const db = use()
      return db.transaction("DEFERRED", () => {
        const row = db.sql(`SELECT ${COLUMNS} FROM events WHERE id = ?`).get(raw)
        if (row) return eventOf(row)
        const found = sealed.findEvent(raw)
        return found ? opened(found.seq, found.event) : null
      })
    },
    subscribe: (from, signal) => follow({ from, signal, read: self.read, listeners, pollMs: options.pollMs }),
    head: () => tail(use()).seq,
    async close() {
      if (closed) return
      flush()
      closed = true
    },
  }
  return self
}

/** Appends batches inside one open transaction, carrying sequence and chain along. */
function appender(db: Database, sealed: Containers): (waiting: Waiting) => () => void {
  let { seq, chain } = tail(db)
  const checkSealed = db.sql("SELECT 1 AS yes FROM segments LIMIT 1").get() !== undefined
  const insert = db.sql(
    `INSERT INTO events (${COLUMNS}, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  const known = db.sql("SELECT seq FROM events WHERE id = ?")
  // A batch has few episodes and scopes.
  const names = new Map<string | null, Buffer | string | null>([[null, null]])
  const short = (name: string | null) => {
    let value = names.get(name)
    if (value === undefined) names.set(name, (value = small(name)))
    return value
  }
  return ({ events, expected, resolve, reject }) => {
    if (expected !== undefined && expected !== seq) {
      const error = new MettleError("E_LOCKED", `append: the log is at ${seq}, not at ${expected}`, {
        still: "nothing of this batch was stored",
        hint: "read what was added, then append again",
      })
      return () => reject(error)
    }
    const seqs: number[] = []
    let added = 0
    for (const e of events) {
      const id = Buffer.from(e.id, "hex")
      const old = checkSealed ? sealed.findEvent(id) : null
      if (old) {
        seqs.push(old.seq)
        continue
      }
      const next = link(chain, seq + 1, e)
      const { changes } = insert.run(seq + 1, id, e.type, e.v, e.ts, short(e.episode), short(e.scope), e.data, next)
      if (Number(changes) === 0) seqs.push(known.get(id)!.seq)
      else {
        chain = next
        seqs.push(++seq)
        added++
      }
    }
    return () => resolve({ seqs, added })
  }
}
