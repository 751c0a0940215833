// Reading sealed containers through a small cache. A container is known by number and stamp: rewriting it (a text
// erased, a short segment filled up) changes the stamp, so a cached copy in any process is never served again.
import { hash } from "node:crypto"
import { MettleError } from "../core/errors.ts"
import { type Envelope, hex } from "./envelope.ts"
import { referenceBytes } from "./reference.ts"
import { unsealEvents, unsealTexts } from "./sealed.ts"
import { candidates } from "./sealed-index.ts"
import type { Database, Row } from "./sqlite.ts"

export interface Segment {
  readonly n: number
  readonly first: number
  readonly last: number
  readonly events: readonly Envelope[]
}
export interface Pack {
  readonly n: number
  /** by hex of the reference, computed from the bytes: what is found here is proven */
  readonly texts: ReadonlyMap<string, Buffer>
}

export interface Containers {
  /** the segment that holds `seq`, or the next one after it */
  segmentFrom(seq: number): Segment | null
  segment(n: number): Segment | null
  findEvent(id: Uint8Array): { readonly seq: number; readonly event: Envelope } | null
  findText(ref: Uint8Array): Buffer | null
  pack(n: number): Pack | null
}

export const digestOf = (texts: readonly Uint8Array[]): Buffer =>
  hash("sha256", Buffer.concat(texts), "buffer").subarray(0, 16)

const damaged = (what: string, cause?: unknown): MettleError =>
  new MettleError("E_INTEGRITY", `${what} changed on disk`, {
    still: "everything else can be read",
    hint: "mettle doctor names every damaged event and text",
    cause,
  })

const KEPT = 8

export function containers(use: () => Database, key: () => Uint8Array): Containers {
  const segments = new Map<string, Segment>()
  const packs = new Map<string, Pack>()

  function keep<T>(cache: Map<string, T>, name: string, make: () => T): T {
    let value = cache.get(name)
    if (value === undefined) value = make()
    else cache.delete(name)
    cache.set(name, value)
    if (cache.size > KEPT) cache.delete(cache.keys().next().value!)
    return value
  }

  function readSegment(row: Row | undefined): Segment | null {
    if (!row) return null
    const { n, first, last } = row as { n: number; first: number; last: number }
    return keep(segments, `${n}.${row.stamp}`, () => {
      const full = use().sql("SELECT ids, body FROM segments WHERE n = ?").get(n)!
      try {
        const events = unsealEvents(full as { ids: Uint8Array; body: Uint8Array })
        if (events.length !== last - first + 1) throw new RangeError("sealed events: range differs")
        return { n, first, last, events }
      } catch (cause) {
        throw damaged(`events ${first} to ${last}`, cause)
      }
    })
  }

  const self: Containers = {
    segmentFrom(seq) {
      const before = use()
        .sql("SELECT n, stamp, first, last FROM segments WHERE first <= ? ORDER BY first DESC LIMIT 1")
        .get(seq)
      if (before && (before.last as number) >= seq) return readSegment(before)
      return readSegment(
        use().sql("SELECT n, stamp, first, last FROM segments WHERE first > ? ORDER BY first LIMIT 1").get(seq),
      )
    },
    segment: n => readSegment(use().sql("SELECT n, stamp, first, last FROM segments WHERE n = ?").get(n)),
    findEvent(id) {
      const wanted = hex(id)
      for (const n of candidates(use(), "event", id)) {
        const segment = self.segment(n)
        const at = segment ? segment.events.findIndex(e => e.id === wanted) : -1
        if (segment && at >= 0) return { seq: segment.first + at, event: segment.events[at]! }
      }
      return null
    },
    pack(n) {
      const row = use().sql("SELECT n, stamp FROM packs WHERE n = ?").get(n)
      if (!row) return null
      return keep(packs, `${n}.${row.stamp}`, () => {
        const full = use().sql("SELECT digest, body FROM packs WHERE n = ?").get(n)!
        let texts: Buffer[]
        try {
          texts = unsealTexts(full.body as Uint8Array)
        } catch (cause) {
          throw damaged(`pack ${n} of texts`, cause)
        }
        if (!digestOf(texts).equals(full.digest as Uint8Array)) throw damaged(`pack ${n} of texts`)
        return { n, texts: new Map(texts.map(text => [referenceBytes(key(), text).toString("hex"), text])) }
      })
    },
    findText(ref) {
      const wanted = hex(ref)
      for (const n of candidates(use(), "text", ref)) {
        const text = self.pack(n)?.texts.get(wanted)
        if (text) return text
      }
      return null
    },
  }
  return self
}
