// Where the keys of plain containers are: place (48 bits of the key) and container, in sorted runs, one row of `recent` each. A commit
// adds a run, joined with those before it that are no larger: there are few of them, and no commit writes a page for every key.
import { randomInt } from "node:crypto"
import type { Database } from "../sqlite.ts"

/** Entries in the order of their places: six bytes of place, six of what stands there, a container and its kind. A view: every key that is
 * appended is looked for first, and a Buffer's own way to read six bytes costs several times as much. */
export type Keys = DataView
const ENTRY = 12
const numberAt = (keys: Keys, at: number): number => keys.getUint32(at) * 2 ** 16 + keys.getUint16(at + 4)
const placeIn = (keys: Keys, i: number): number => numberAt(keys, i * ENTRY)
const keysOf = (entries: number): Keys => new DataView(new ArrayBuffer(entries * ENTRY))

export function keysAt(places: readonly number[], value: number): Keys {
  const keys = keysOf(places.length)
  const put = (at: number, number: number): void => {
    keys.setUint32(at, Math.floor(number / 2 ** 16))
    keys.setUint16(at + 4, number % 2 ** 16)
  }
  Float64Array.from(places)
    .sort()
    .forEach((place, i) => {
      put(i * ENTRY, place)
      put(i * ENTRY + 6, value)
    })
  return keys
}
/** One order out of two. */
function joined(a: Keys, b: Keys): Keys {
  const out = keysOf((a.byteLength + b.byteLength) / ENTRY)
  for (let i = 0, j = 0; i + j < out.byteLength; ) {
    const isA = j === b.byteLength || (i < a.byteLength && numberAt(a, i) <= numberAt(b, j))
    const from = isA ? a : b
    const start = isA ? i : j
    for (let k = 0; k < ENTRY; k += 4) out.setUint32(i + j + k, from.getUint32(start + k))
    if (isA) i += ENTRY
    else j += ENTRY
  }
  return out
}
const joinedAll = (parts: readonly Keys[]): Keys => {
  const half = parts.length >> 1
  return half === 0 ? parts[0]! : joined(joinedAll(parts.slice(0, half)), joinedAll(parts.slice(half)))
}

interface Run {
  readonly n: number
  readonly stamp: number
  readonly keys: Keys
  /** how often it was asked */
  asked: number
  /** a bit for the end of every place, once it was asked often; one in eight that is not there has one too */
  marks: Uint8Array | null
}
const runOf = (n: number, stamp: number, keys: Keys): Run => ({ n, stamp, keys, asked: 0, marks: null })
/** Whoever appends asks for what is nearly never there, whoever looks something up asks a few times: marks cost what so many searches do. */
const ASKED_PER_ENTRY = 1 / 32
/** Rows of earlier builds are not sorted; their stamps are smaller. */
const SORTED = 2 ** 41

const held = new WeakMap<Database, { readonly epoch: number; readonly runs: readonly Run[] }>()
/** What other processes committed, and what a rollback took back, is seen from the next transaction on. */
function runsOf(db: Database): readonly Run[] {
  const last = held.get(db)
  if (last && db.inTransaction && last.epoch === db.epoch) return last.runs
  const known = new Map(last?.runs.map(run => [run.stamp, run]))
  const rows = db.sql("SELECT n, stamp FROM recent ORDER BY n").all()
  const runs = rows.map(({ n, stamp }) => known.get(stamp) ?? runOf(n, stamp, read(db, n, stamp)))
  held.set(db, { epoch: db.epoch, runs })
  return runs
}
function read(db: Database, n: number, stamp: number): Keys {
  const { buffer, byteOffset, byteLength } = db.sql("SELECT entries FROM recent WHERE n = ?").get(n)!
    .entries as Uint8Array
  const entries = Math.floor(byteLength / ENTRY)
  const keys = new DataView(buffer, byteOffset, entries * ENTRY)
  if (stamp >= SORTED || entries === 0) return keys
  return joinedAll(Array.from({ length: entries }, (_, i) => new DataView(buffer, byteOffset + i * ENTRY, ENTRY)))
}

/** What stands at a place. */
export function* valuesAt(db: Database, place: number): Iterable<number> {
  for (const run of runsOf(db)) {
    const { keys } = run
    if (!mayHold(run, place)) continue
    for (let i = firstFrom(keys, place); i * ENTRY < keys.byteLength && placeIn(keys, i) === place; i++)
      yield numberAt(keys, i * ENTRY + 6)
  }
}
function mayHold(run: Run, place: number): boolean {
  const entries = run.keys.byteLength / ENTRY
  if (run.marks === null && ++run.asked < entries * ASKED_PER_ENTRY) return true
  run.marks ??= marksOf(run.keys, entries)
  const end = (place >>> 0) % (8 * entries)
  return (run.marks[end >> 3]! & (1 << (end & 7))) !== 0
}
function marksOf(keys: Keys, entries: number): Uint8Array {
  const marks = new Uint8Array(entries)
  for (let i = 0; i < entries; i++) {
    const end = keys.getUint32(i * ENTRY + 2) % (8 * entries)
    marks[end >> 3]! |= 1 << (end & 7)
  }
  return marks
}
/** Places are hashes and lie evenly: every other guess goes by proportion. */
function firstFrom(keys: Keys, place: number): number {
  let [low, high] = [0, keys.byteLength / ENTRY]
  let [from, to] = [-1, 2 ** 48]
  for (let byShare = true; low < high; byShare = !byShare) {
    const share = byShare ? (place - from) / (to - from) : 0.5
    const middle = Math.min(high - 1, low + Math.floor(share * (high - low)))
    const found = placeIn(keys, middle)
    if (found < place) {
      low = middle + 1
      from = found
    } else {
      high = middle
      to = found
    }
  }
  return low
}

/** Adds the keys of a transaction. */
export function addKeys(db: Database, parts: readonly Keys[]): void {
  if (parts.length === 0) return
  let keys = joinedAll(parts)
  const runs = [...runsOf(db)]
  const n = (runs.at(-1)?.n ?? 0) + 1
  for (let last = runs.at(-1); last && last.keys.byteLength <= keys.byteLength; last = runs.at(-1)) {
    db.sql("DELETE FROM recent WHERE n = ?").run(last.n)
    keys = joined(last.keys, keys)
    runs.pop()
  }
  const stamp = SORTED + randomInt(2 ** 40)
  db.sql("INSERT INTO recent (n, stamp, entries) VALUES (?, ?, ?)").run(n, stamp, new Uint8Array(keys.buffer))
  held.set(db, { epoch: db.epoch, runs: [...runs, runOf(n, stamp, keys)] })
}

/** Whether an earlier build wrote keys here since all of them were last written anew. */
export const isOfBefore = (db: Database): boolean =>
  runsOf(db).some(run => run.stamp < SORTED) || db.sql("SELECT 1 AS yes FROM keys LIMIT 1").get() !== undefined

/** These and no others. */
export function setKeys(db: Database, parts: readonly Keys[]): void {
  db.exec("DELETE FROM recent; DELETE FROM keys")
  held.delete(db)
  addKeys(db, parts)
}
