// Proof of a store: walks chain, indexes and texts on a connection of its own (another's cache would hide a change on
// disk) and names what changed. Never throws for damage, never writes. Reading goes from both ends around bad pages.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Containers, containers } from "./containers.ts"
import { CHAIN_START, type Envelope, hex, link, small } from "./envelope.ts"
import { storeKey } from "./migrations.ts"
import { reference, referenceBytes, referenced } from "./reference.ts"
import { unsealEvents } from "./sealed.ts"
import { candidates } from "./sealed-index.ts"
import { type Database, openDatabase, type Row, type Value } from "./sqlite.ts"
import { fromRow } from "./sqlite-log.ts"

export interface Verification {
  readonly ok: boolean
  readonly events: number
  readonly texts: number
  /** events whose bytes no longer fit the chain */
  readonly changedEvents: readonly { readonly seq: number; readonly id: string }[]
  /** events that are intact but whose chain value changed */
  readonly changedChains: readonly { readonly seq: number; readonly id: string }[]
  /** events and texts that are intact but cannot be found by their id or reference any more */
  readonly unindexed: readonly string[]
  /** references whose text changed or is gone although nobody erased it */
  readonly changedTexts: readonly string[]
  /** sequences that cannot be read; `to` is null when the end is not known */
  readonly unreadable: readonly { readonly from: number; readonly to: number | null }[]
  /** what SQLite's own check says */
  readonly structure: readonly string[]
}

/** A stretch of events with one stored chain value: a row, or a sealed segment. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly events: readonly Envelope[] | null
  readonly chain: Uint8Array | null
}

export function verifyStore(dir: string): Verification {
  const report = {
    events: 0,
    texts: 0,
    changedEvents: [] as { seq: number; id: string }[],
    changedChains: [] as { seq: number; id: string }[],
    unindexed: [] as string[],
    changedTexts: [] as string[],
    unreadable: [] as { from: number; to: number | null }[],
    structure: [] as string[],
  }
  const path = join(dir, "log.db")
  let db: Database | null = null
  try {
    if (!existsSync(path)) throw new Error("there is no log.db")
    db = openDatabase({ path, readOnly: true })
    check(db, report)
  } catch (error) {
    report.structure.push(error instanceof Error ? error.message : String(error))
    if (report.events === 0) report.unreadable.push({ from: 1, to: null })
  } finally {
    db?.close()
  }
  const { changedEvents, changedChains, unindexed, changedTexts, unreadable, structure } = report
  const ok = [changedEvents, changedChains, unindexed, changedTexts, unreadable, structure].every(l => l.length === 0)
  return { ok, ...report, unindexed: [...new Set(unindexed)], changedTexts: [...new Set(changedTexts)] }
}

type Report = {
  -readonly [K in keyof Omit<Verification, "ok">]: Verification[K] extends readonly (infer T)[] ? T[] : Verification[K]
}

function check(db: Database, report: Report): void {
  for (const row of some(db, "PRAGMA integrity_check(100)").rows)
    if (row.integrity_check !== "ok") report.structure.push(String(row.integrity_check))
  let key: Buffer | null = null
  try {
    key = storeKey(db)
  } catch (error) {
    report.structure.push((error as Error).message)
  }
  const copies = some(db, "SELECT key, value FROM meta WHERE key IN ('key', 'key.copy')").rows
  if (key && (copies.length !== 2 || copies.some(row => !key.equals(row.value as Uint8Array))))
    report.structure.push("one copy of the store's key changed")
  const sealed = containers(
    () => db,
    () => key ?? Buffer.alloc(32),
  )
  const stretches = [...segments(db, report), ...hotRows(db)].sort((a, b) => a.from - b.from)
  walk(stretches, report)
  for (const stretch of stretches) stretch.events?.forEach((e, i) => indexed(db, sealed, stretch.from + i, e, report))
  if (key) texts(db, sealed, key, stretches, report)
}

/** The rows a statement gives before it fails on a bad page. */
function some(db: Database, sql: string, ...values: Value[]): { readonly rows: Row[]; readonly failed: boolean } {
  const rows: Row[] = []
  try {
    for (const row of db.sql(sql).iterate(...values)) rows.push(row)
    return { rows, failed: false }
  } catch {
    return { rows, failed: true }
  }
}
/** Rows of a table by key from both ends, then one by one for the keys an index still knows. */
function around(db: Database, table: string, key: string, known: string): Map<number, Row | null> {
  const found = new Map<number, Row | null>()
  const up = some(db, `SELECT * FROM ${table} ORDER BY ${key}`)
  const down = up.failed ? some(db, `SELECT * FROM ${table} ORDER BY ${key} DESC`).rows : []
  for (const row of [...up.rows, ...down]) found.set(Number(row[key]), row)
  for (const row of some(db, known).rows) {
    const n = Number(row[key])
    if (!found.has(n)) found.set(n, some(db, `SELECT * FROM ${table} WHERE ${key} = ?`, n).rows[0] ?? null)
  }
  return found
}
const attempt = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch {
    return null
  }
}

function segments(db: Database, report: Report): Stretch[] {
  const out: Stretch[] = []
  for (const [n, row] of around(db, "segments", "n", "SELECT n, first FROM segments ORDER BY first")) {
    if (!row) {
      report.structure.push(`segment ${n} cannot be read`)
      continue
    }
    const events = attempt(() => unsealEvents(row as unknown as { ids: Uint8Array; body: Uint8Array }))
    const whole = events && events.length === row.last - row.first + 1 ? events : null
    if (whole && (whole.some(e => e.ts < row.since || e.ts > row.until) || !listed(db, n, whole)))
      report.structure.push(`segment ${n} (events ${row.first} to ${row.last}) is not indexed as it should be`)
    out.push({
      from: row.first,
      to: row.last,
      events: whole,
      chain: row.chain instanceof Uint8Array ? row.chain : null,
    })
  }
  return out
}
function listed(db: Database, n: number, events: readonly Envelope[]): boolean {
  const episode = db.sql("SELECT 1 AS yes FROM segment_episodes WHERE episode = ? AND n = ?")
  const type = db.sql("SELECT 1 AS yes FROM segment_types WHERE type = ? AND n = ?")
  return (
    [...new Set(events.map(e => e.episode))].every(
      name => name === null || attempt(() => episode.get(small(name), n)),
    ) && [...new Set(events.map(e => e.type))].every(name => attempt(() => type.get(name, n)))
  )
}

function hotRows(db: Database): Stretch[] {
  const out: Stretch[] = []
  for (const [seq, row] of around(db, "events", "seq", "SELECT seq FROM events INDEXED BY sqlite_autoindex_events_1")) {
    const event = row && attempt(() => fromRow(row))
    out.push({
      from: seq,
      to: seq,
      events: event ? [event] : null,
      chain: row?.chain instanceof Uint8Array ? row.chain : null,
    })
  }
  return out
}

const chainOf = (prev: Uint8Array, stretch: Stretch): Buffer | null =>
  attempt(() =>
    (stretch.events ?? []).reduce<Buffer>((chain, e, i) => link(chain, stretch.from + i, e), Buffer.from(prev)),
  )
const same = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a !== null && b !== null && Buffer.from(a).equals(b)

function walk(stretches: readonly Stretch[], report: Report): void {
  let prev: Uint8Array | null = CHAIN_START
  let seq = 0
  const lost = (from: number, to: number) => {
    const last = report.unreadable.at(-1)
    if (last && last.to === from - 1) report.unreadable[report.unreadable.length - 1] = { from: last.from, to }
    else report.unreadable.push({ from, to })
  }
  stretches.forEach((stretch, i) => {
    if (stretch.from > seq + 1) {
      lost(seq + 1, stretch.from - 1)
      prev = null
    }
    seq = Math.max(seq, stretch.to)
    if (!stretch.events) {
      lost(stretch.from, stretch.to)
      prev = stretch.chain
      return
    }
    report.events += stretch.events.length
    if (prev === null) {
      report.structure.push(`event ${stretch.from} follows a gap: its place in the chain cannot be proven`)
      prev = stretch.chain
      return
    }
    const computed = chainOf(prev, stretch)
    if (same(computed, stretch.chain)) {
      prev = stretch.chain
      return
    }
    // Whom does the next stretch believe: the stored value (then the bytes changed) or the computed one (then the value did)?
    const next = stretches[i + 1]
    const believesComputed = computed && next?.events && same(chainOf(computed, next), next.chain)
    const list = believesComputed ? report.changedChains : report.changedEvents
    list.push(...stretch.events.map((e, at) => ({ seq: stretch.from + at, id: String(e.id) })))
    prev = believesComputed ? computed : stretch.chain
  })
}

function indexed(db: Database, sealed: Containers, seq: number, e: Envelope, report: Report): void {
  const found = attempt(() => {
    const id = Buffer.from(e.id, "hex")
    return db.sql("SELECT seq FROM events WHERE id = ?").get(id)?.seq ?? sealed.findEvent(id)?.seq
  })
  if (found !== seq) report.unindexed.push(e.id)
}

function texts(db: Database, sealed: Containers, key: Uint8Array, stretches: readonly Stretch[], report: Report): void {
  const good = new Set<string>()
  const reachable = (ref: Uint8Array): boolean =>
    attempt(() => {
      const row = db.sql("SELECT body FROM blobs WHERE ref = ?").get(ref)
      return row ? referenceBytes(key, row.body).equals(ref) : sealed.findText(ref) !== null
    }) ?? false
  const hot = "SELECT n, ref FROM blobs INDEXED BY sqlite_autoindex_blobs_1"
  for (const [, row] of around(db, "blobs", "n", hot)) {
    report.texts++
    const computed = row && attempt(() => referenceBytes(key, row.body as Uint8Array))
    if (computed && same(computed, row.ref instanceof Uint8Array ? row.ref : null)) {
      if (reachable(computed)) good.add(hex(computed))
      else report.unindexed.push(reference(computed))
      continue
    }
    if (computed) report.changedTexts.push(reference(computed))
    if (row?.ref instanceof Uint8Array) report.changedTexts.push(reference(row.ref))
  }
  for (const { ref } of some(db, hot).rows)
    if (ref instanceof Uint8Array && !good.has(hex(ref)) && !reachable(ref)) report.changedTexts.push(reference(ref))
  const bad = new Set<number>()
  for (const [n] of around(db, "packs", "n", "SELECT n FROM packs")) {
    const pack = attempt(() => sealed.pack(n))
    if (!pack) {
      bad.add(n)
      report.structure.push(`pack ${n} of texts cannot be read`)
      continue
    }
    report.texts += pack.texts.size
    for (const ref of pack.texts.keys())
      if (!reachable(Buffer.from(ref, "hex"))) report.unindexed.push(reference(Buffer.from(ref, "hex")))
  }
  const lastPack = Number(some(db, "SELECT value FROM meta WHERE key = 'last.packs'").rows[0]?.value ?? 0)
  const incomplete = bad.size > 0 || report.structure.length > 0
  if (!incomplete) return
  // A pack does not list its references: those cited by events that point into a bad one are named.
  for (const stretch of stretches)
    for (const e of stretch.events ?? [])
      for (const ref of String(e.data).match(/b:[A-Za-z0-9_-]{22}/g) ?? []) {
        const raw = referenced(ref)
        if (!raw || reachable(raw)) continue
        const into = attempt(() => candidates(db, "text", raw))
        if (into === null || into.some(n => bad.has(n) || (n <= lastPack && attempt(() => sealed.pack(n)) === null)))
          report.changedTexts.push(ref)
      }
}
