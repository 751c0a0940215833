// Where the keys of plain containers are: place (48 bits of the key) and container, in sorted runs, one row of `recent` each. A commit
// adds a run, joined with those before it that are no larger: there are few of them, and no commit writes a page for every key.
import { randomInt } from "node:crypto"
import type { Database } from "../sqlite.ts"

/** Entries in the order of their places: six bytes of place, six of what stands there, a container and its kind. */
export type Keys = Buffer
const ENTRY = 12
const placeIn = (keys: Keys, i: number): number => keys.readUIntBE(i * ENTRY, 6)

export function keysAt(places: readonly number[], value: number): Keys {
  const keys = Buffer.allocUnsafe(places.length * ENTRY)
  Float64Array.from(places)
    .sort()
    .forEach((place, i) => {
      keys.writeUIntBE(place, i * ENTRY, 6)
      keys.writeUIntBE(value, i * ENTRY + 6, 6)
    })
  return keys
}
/** One order out of two. */
function joined(a: Keys, b: Keys): Keys {
  const out = Buffer.allocUnsafe(a.length + b.length)
  for (let i = 0, j = 0; i + j < out.length; ) {
    const isA = j === b.length || (i < a.length && a.readUIntBE(i, 6) <= b.readUIntBE(j, 6))
    const from = isA ? a : b
    const start = isA ? i : j
    for (let k = 0; k < ENTRY; k++) out[i + j + k] = from[start + k]!
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
}
/** Rows of earlier builds are not sorted; their stamps are smaller. */
const SORTED = 2 ** 41

const held = new WeakMap<Database, { readonly epoch: number; readonly runs: readonly Run[] }>()
/** What other processes committed, and what a rollback took back, is seen from the next transaction on. */
function runsOf(db: Database): readonly Run[] {
  const last = held.get(db)
  if (last && db.inTransaction && last.epoch === db.epoch) return last.runs
  const known = new Map(last?.runs.map(run => [run.stamp, run]))
  const rows = db.sql("SELECT n, stamp FROM recent ORDER BY n").all()
  const runs = rows.map(({ n, stamp }) => known.get(stamp) ?? { n, stamp, keys: read(db, n, stamp) })
  held.set(db, { epoch: db.epoch, runs })
  return runs
}
function read(db: Database, n: number, stamp: number): Keys {
  const { buffer, byteOffset, byteLength } = db.sql("SELECT entries FROM recent WHERE n = ?").get(n)!
    .entries as Uint8Array
  const keys = Buffer.from(buffer, byteOffset, byteLength - (byteLength % ENTRY))
  if (stamp >= SORTED || keys.length === 0) return keys
  return joinedAll(Array.from({ length: keys.length / ENTRY }, (_, i) => keys.subarray(i * ENTRY, (i + 1) * ENTRY)))
}

/** What stands at a place. */
export function* valuesAt(db: Database, place: number): Iterable<number> {
  for (const { keys } of runsOf(db))
    for (let i = firstFrom(keys, place); i * ENTRY < keys.length && placeIn(keys, i) === place; i++)
      yield keys.readUIntBE(i * ENTRY + 6, 6)
}
/** Places are hashes and lie evenly: every other guess goes by proportion. */
function firstFrom(keys: Keys, place: number): number {
  let [low, high] = [0, keys.length / ENTRY]
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
  for (let last = runs.at(-1); last && last.keys.length <= keys.length; last = runs.at(-1)) {
    db.sql("DELETE FROM recent WHERE n = ?").run(last.n)
    keys = joined(last.keys, keys)
    runs.pop()
  }
  const stamp = SORTED + randomInt(2 ** 40)
  db.sql("INSERT INTO recent (n, stamp, entries) VALUES (?, ?, ?)").run(n, stamp, keys)
  held.set(db, { epoch: db.epoch, runs: [...runs, { n, stamp, keys }] })
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
