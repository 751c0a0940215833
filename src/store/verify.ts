// Proof of a store: walks chain, indexes and texts on a connection of its own (another's cache would hide a change on
// disk) and names what changed. Never throws for damage, never writes. Reading goes from both ends around bad pages.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { unplainTexts, unsealTexts } from "./containers/container-format.ts"
import { candidates } from "./containers/container-index.ts"
import { type Containers, containers, eventsOf } from "./containers/containers.ts"
import { CHAIN_START, type Envelope, linkEvents, small } from "./containers/envelope.ts"
import { storeKey } from "./migrations.ts"
import { reference, referenceBytes, referenced } from "./reference.ts"
import { type Database, openDatabase, type Row, type Value } from "./sqlite.ts"

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

/** A stretch of events with one stored chain value: one event of a commit, or a sealed segment. */
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
  const chains = [...new Map(changedChains.map(at => [at.seq, at])).values()]
  return {
    ok,
    ...report,
    changedChains: chains,
    unindexed: [...new Set(unindexed)],
    changedTexts: [...new Set(changedTexts)],
  }
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
  const kept = containers(
    () => db,
    () => key ?? Buffer.alloc(32),
  )
  const stretches = segments(db, report)
  walk(stretches, report)
  for (const { from, events } of stretches)
    for (const [i, e] of (events ?? []).entries()) indexed(kept, from + i, e, report)
  if (key) texts(db, kept, key, stretches, report)
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
/** Looks into the gap between two bad pages: each costs one look, whether something stands there or not. */
const MOST_LOOKS = 50_000
/** Rows of a table by key, from both ends around bad pages and between them; null for a key that only `known` still has. */
export function around(db: Database, table: string, key: string, known: Iterable<number>): [number, Row | null][] {
  const found = new Map<number, Row | null>()
  const keep = (rows: readonly Row[]): void => {
    for (const row of rows) found.set(Number(row[key]), row)
  }
  const up = some(db, `SELECT * FROM ${table} ORDER BY ${key}`)
  keep(up.rows)
  if (up.failed) {
    const down = some(db, `SELECT * FROM ${table} ORDER BY ${key} DESC`).rows
    keep(down)
    const to = Number(
      down.at(-1)?.[key] ?? (up.rows.length > 0 ? Number(up.rows.at(-1)![key]) + MOST_LOOKS : MOST_LOOKS),
    )
    let at = Number(up.rows.at(-1)?.[key] ?? 0) + 1
    for (let looks = 0; at < to && looks < MOST_LOOKS; looks++) {
      const { rows, failed } = some(
        db,
        `SELECT * FROM ${table} WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key}`,
        at,
        to,
      )
      keep(rows)
      if (!failed) break
      at = Math.max(at, ...rows.map(row => Number(row[key]))) + 1
    }
  }
  for (const n of known)
    if (!found.has(n)) found.set(n, some(db, `SELECT * FROM ${table} WHERE ${key} = ?`, n).rows[0] ?? null)
  return [...found].sort(([a], [b]) => a - b)
}
export const attempt = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch {
    return null
  }
}

function segments(db: Database, report: Report): Stretch[] {
  const out: Stretch[] = []
  const known = some(db, "SELECT DISTINCT first FROM segment_types").rows.map(row => Number(row.first))
  for (const [first, row] of around(db, "segments", "first", known)) {
    const events = row && attempt(() => eventsOf(row))
    if (!row || !events) {
      const last = row && Number.isSafeInteger(row.last) && row.last >= first ? row.last : first
      out.push({ from: first, to: last, events: null, chain: bytesOf(row?.chain, 32) })
      continue
    }
    if (events.some(e => e.ts < row.since || e.ts > row.until) || !listed(db, first, events))
      report.structure.push(`the segment of events ${first} to ${row.last} is not indexed as it should be`)
    const chain = bytesOf(row.chain, 32)
    const chains = bytesOf(row.chains, 32 * events.length)
    if (row.sealed || !chains) out.push({ from: first, to: row.last, events, chain })
    else {
      events.forEach((e, i) => {
        out.push({ from: first + i, to: first + i, events: [e], chain: chains.subarray(i * 32, i * 32 + 32) })
      })
      if (!same(chain, chains.subarray(-32)))
        report.changedChains.push({ seq: row.last, id: String(events.at(-1)!.id) })
    }
  }
  return out
}
const bytesOf = (value: unknown, length: number): Uint8Array | null =>
  value instanceof Uint8Array && value.byteLength === length ? value : null
function listed(db: Database, first: number, events: readonly Envelope[]): boolean {
  const episode = db.sql("SELECT 1 AS yes FROM segment_episodes WHERE episode = ? AND first = ?")
  const type = db.sql("SELECT 1 AS yes FROM segment_types WHERE type = ? AND first = ?")
  return (
    [...new Set(events.map(e => e.episode))].every(
      name => name === null || attempt(() => episode.get(small(name), first)),
    ) && [...new Set(events.map(e => e.type))].every(name => attempt(() => type.get(name, first)))
  )
}

const chainOf = (prev: Uint8Array, stretch: Stretch): Buffer | null =>
  attempt(() => linkEvents(prev, stretch.from, stretch.events ?? []))
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

function indexed(kept: Containers, seq: number, e: Envelope, report: Report): void {
  if (attempt(() => kept.findEvent(Buffer.from(e.id, "hex"))?.seq) !== seq) report.unindexed.push(e.id)
}

function texts(db: Database, kept: Containers, key: Uint8Array, stretches: readonly Stretch[], report: Report): void {
  const reachable = (ref: Uint8Array): boolean => attempt(() => kept.findText(ref)) != null
  for (const [n, row] of around(db, "packs", "n", [])) {
    const bodies = row && attempt(() => (row.sealed ? unsealTexts(row.body) : unplainTexts(row.body)))
    const refs = row?.sealed ? null : bytesOf(row?.refs, 16 * (bodies?.length ?? 0))
    if (!bodies || !attempt(() => kept.pack(n))) report.structure.push(`pack ${n} of texts cannot be read`)
    report.texts += bodies?.length ?? 0
    bodies?.forEach((body, i) => {
      const computed = referenceBytes(key, body)
      const stored = refs?.subarray(i * 16, i * 16 + 16) ?? computed
      if (!same(computed, stored)) report.changedTexts.push(reference(computed), reference(stored))
      else if (!reachable(computed)) report.unindexed.push(reference(computed))
    })
    // Where the lengths are damaged the texts are gone, but a plain pack still says which they were.
    if (row?.refs instanceof Uint8Array && !bodies)
      for (let at = 0; at + 16 <= row.refs.byteLength; at += 16)
        report.changedTexts.push(reference(row.refs.subarray(at, at + 16)))
  }
  if (report.structure.length + report.changedTexts.length + report.unindexed.length === 0) return
  // A sealed pack does not list its references. Those that events cite and an index still points to are named.
  for (const stretch of stretches)
    for (const e of stretch.events ?? [])
      for (const ref of String(e.data).match(/b:[A-Za-z0-9_-]{22}/g) ?? []) {
        const raw = referenced(ref)
        if (!raw || reachable(raw)) continue
        const into = attempt(() => [...candidates(db, "text", raw)])
        if (into === null || into.some(n => !attempt(() => kept.pack(n)))) report.changedTexts.push(ref)
      }
}
