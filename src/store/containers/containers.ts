// Reading and writing containers (segments of events, packs of texts) through a small cache. A container is known by
// number and stamp: rewriting it (a text erased, a short one filled up) gives it a new stamp, so a cached copy in any
// process is never served again.
import { hash, randomInt } from "node:crypto"
import { MettleError } from "../../core/errors.ts"
import { reference, referenceBytes } from "../reference.ts"
import type { Database, Row } from "../sqlite.ts"
import { plainTexts, sealTexts, unplainEvents, unplainTexts, unsealEvents, unsealTexts } from "./container-format.ts"
import { candidates, placeOf, placeOfId, plainKeys } from "./container-index.ts"
import { type Envelope, hex } from "./envelope.ts"
import { type Keys, setKeys } from "./plain-keys.ts"

export interface Segment {
  readonly first: number
  readonly last: number
  readonly sealed: boolean
  readonly events: readonly Envelope[]
}
export interface Pack {
  readonly n: number
  readonly sealed: boolean
  /** by hex of the reference; a sealed pack's references are computed from the bytes, a plain one's are stored */
  readonly texts: ReadonlyMap<string, Buffer>
  text(ref: Uint8Array): Buffer | undefined
}

export interface Containers {
  segment(first: number): Segment | null
  /** Segments from the one that holds `seq` on, in order. */
  segmentsFrom(seq: number): Iterable<Segment>
  findEvent(id: Uint8Array): { readonly seq: number; readonly event: Envelope } | null
  pack(n: number): Pack | null
  /** Throws E_INTEGRITY when the bytes changed. */
  findText(ref: Uint8Array): Buffer | null
}

export const newStamp = (): number => randomInt(2 ** 40)
const digestOf = (texts: readonly Uint8Array[]): Buffer =>
  hash("sha256", Buffer.concat(texts), "buffer").subarray(0, 16)

const damaged = (what: string, cause?: unknown): MettleError =>
  new MettleError("E_INTEGRITY", `${what} changed on disk`, {
    still: "everything else can be read",
    hint: "mettle doctor names every damaged event and text",
    cause,
  })

/** The events of a segment's row; throws when they do not read. */
export function eventsOf(row: Row): Envelope[] {
  const events = row.sealed
    ? unsealEvents(row as unknown as { ids: Uint8Array; body: Uint8Array })
    : unplainEvents(row.body)
  if (events.length !== row.last - row.first + 1) throw new RangeError("a segment's range differs")
  return events
}

/** Finds the keys of every plain container anew: compaction leaves few of them, and earlier builds wrote them otherwise. */
export function indexPlain(db: Database): void {
  const keys: Keys[] = []
  for (const row of db.sql(`SELECT ${SEGMENT} FROM segments WHERE sealed = 0`).all())
    try {
      const places = eventsOf(row).map(e => placeOfId(e.id))
      keys.push(plainKeys("event", places, row.first))
    } catch {
      // Damaged: nothing of it can be found.
    }
  for (const { n, refs } of db.sql("SELECT n, refs FROM packs WHERE sealed = 0").all()) {
    const places = Array.from({ length: (refs?.byteLength ?? 0) / 16 }, (_, i) =>
      placeOf(refs.subarray(i * 16, i * 16 + 16)),
    )
    keys.push(plainKeys("text", places, n))
  }
  setKeys(db, keys)
}

export interface Text {
  readonly ref: Buffer
  readonly bytes: Buffer
}
/** Writes texts as one pack under number `n`, sealed or plain. */
export function writePack(db: Database, n: number, sealed: boolean, texts: readonly Text[]): void {
  const bodies = texts.map(text => text.bytes)
  const size = bodies.reduce((sum, body) => sum + body.byteLength, 0)
  const digest = sealed ? digestOf(bodies) : null
  const refs = sealed ? null : Buffer.concat(texts.map(text => text.ref))
  db.sql(
    `INSERT INTO packs (n, stamp, sealed, bytes, digest, refs, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (n) DO UPDATE SET
       stamp = excluded.stamp, sealed = excluded.sealed, bytes = excluded.bytes, digest = excluded.digest, refs = excluded.refs, body = excluded.body`,
  ).run(n, newStamp(), sealed ? 1 : 0, size, digest, refs, sealed ? sealTexts(bodies) : plainTexts(bodies))
}

function sealedPack(n: number, row: Row, key: Uint8Array): Pack {
  const bodies = unsealTexts(row.body)
  if (!digestOf(bodies).equals(row.digest)) throw new RangeError("a pack's digest differs")
  const texts = new Map(bodies.map(text => [hex(referenceBytes(key, text)), text]))
  return { n, sealed: true, texts, text: ref => texts.get(hex(ref)) }
}
/** One text is found where it lies: the others of its commit are not named. */
function plainPack(n: number, row: Row): Pack {
  const bodies = unplainTexts(row.body)
  const refs = Buffer.from(row.refs.buffer, row.refs.byteOffset, row.refs.byteLength)
  if (refs.byteLength !== bodies.length * 16) throw new RangeError("a pack's references differ")
  return {
    ...{ n, sealed: false },
    text: ref => bodies[placeAmong(refs, ref)],
    get texts() {
      return new Map(bodies.map((text, i) => [hex(refs.subarray(i * 16, i * 16 + 16)), text]))
    },
  }
}
/** Which of the references that a plain pack lists this is; -1: none of them. */
export function placeAmong(refs: Buffer, ref: Uint8Array): number {
  let at = refs.indexOf(ref)
  while (at % 16 > 0) at = refs.indexOf(ref, at + 1)
  return at < 0 ? -1 : at / 16
}

const KEPT = 8
const SEGMENT = "first, last, stamp, sealed, ids, body"

export function containers(use: () => Database, key: () => Uint8Array): Containers {
  const segments = new Map<string, Segment>()
  const packs = new Map<string, Pack>()
  /** where the last text was found, for as long as its transaction lasts: texts of one time lie together */
  let near: { readonly pack: Pack; readonly epoch: number } | null = null

  function keep<T>(cache: Map<string, T>, name: string, make: () => T): T {
    let value = cache.get(name)
    if (value === undefined) value = make()
    else cache.delete(name)
    cache.set(name, value)
    if (cache.size > KEPT) cache.delete(cache.keys().next().value!)
    return value
  }
  const segmentOf = (row: Row): Segment => {
    const { first, last } = row as { first: number; last: number }
    const make = () => {
      try {
        return { first, last, sealed: row.sealed === 1, events: eventsOf(row) }
      } catch (cause) {
        throw damaged(`events ${first} to ${last}`, cause)
      }
    }
    return row.sealed ? keep(segments, `${first}.${row.stamp}`, make) : make()
  }
  function packOf(n: number): Pack {
    const row = use().sql("SELECT sealed, digest, refs, body FROM packs WHERE n = ?").get(n)!
    try {
      return row.sealed === 1 ? sealedPack(n, row, key()) : plainPack(n, row)
    } catch (cause) {
      throw damaged(`pack ${n} of texts`, cause)
    }
  }

  const self: Containers = {
    segment(first) {
      const row = use().sql(`SELECT ${SEGMENT} FROM segments WHERE first = ?`).get(first)
      return row ? segmentOf(row) : null
    },
    *segmentsFrom(seq) {
      const start = use().sql("SELECT max(first) AS first FROM segments WHERE first <= ?").get(seq)?.first ?? 0
      // Pages of rows, not one open cursor: the caller may stop anywhere.
      for (let from = start as number; ; ) {
        const rows = use().sql(`SELECT ${SEGMENT} FROM segments WHERE first >= ? ORDER BY first LIMIT 16`).all(from)
        for (const row of rows) if (row.last >= seq) yield segmentOf(row)
        if (rows.length < 16) return
        from = rows.at(-1)!.last + 1
      }
    },
    findEvent(id) {
      const wanted = hex(id)
      for (const first of candidates(use(), "event", id)) {
        const segment = self.segment(first)
        const at = segment ? segment.events.findIndex(e => e.id === wanted) : -1
        if (segment && at >= 0) return { seq: first + at, event: segment.events[at]! }
      }
      return null
    },
    pack(n) {
      const row = use().sql("SELECT stamp FROM packs WHERE n = ?").get(n)
      return row ? keep(packs, `${n}.${row.stamp}`, () => packOf(n)) : null
    },
    findText(ref) {
      const db = use()
      let pack = db.inTransaction && near?.epoch === db.epoch ? near.pack : null
      let text = pack?.text(ref)
      if (text === undefined)
        for (const n of candidates(db, "text", ref)) {
          pack = self.pack(n)
          text = pack?.text(ref)
          if (text !== undefined) break
        }
      if (text === undefined || pack === null) return null
      near = { pack, epoch: db.epoch }
      if (!pack.sealed && !referenceBytes(key(), text).equals(ref)) throw damaged(`the text ${reference(ref)}`)
      return text
    },
  }
  return self
}
