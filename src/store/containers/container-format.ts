// Containers: the events, or the texts, of one commit in one row (plain), and many of them compressed together once they
// are old (sealed). One row and one index entry per commit is what makes appending cheap; sealing takes a transcript to
// a fifth: a short text hardly compresses alone. Pure: bytes in, bytes out.
// Sealed events: ids raw (they do not compress), then one line of columns, then the data texts grouped by type.
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"
import { type Envelope, eventOfText, hex } from "./envelope.ts"

/** About what one container holds: what a single look-up has to decompress (about 1 ms). */
export const SEGMENT_EVENTS = 1024
export const PACK_BYTES = 256 * 1024
// Anything that unpacks to more is damage, not data.
const MOST = 256 * 1024 * 1024

function squeeze(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
}
const unsqueeze = (bytes: Uint8Array): Buffer => brotliDecompressSync(bytes, { maxOutputLength: MOST })

interface Columns {
  readonly names: readonly string[]
  readonly type: readonly number[]
  readonly v: readonly number[]
  /** first value, then differences */
  readonly ts: readonly number[]
  readonly episode: readonly number[]
  readonly scope: readonly number[]
}

interface SealedEvents {
  readonly ids: Buffer
  readonly body: Buffer
}

export function sealEvents(events: readonly Envelope[]): SealedEvents {
  const names: string[] = []
  const places = new Map<string, number>()
  const place = (name: string | null): number => {
    if (name === null) return -1
    let at = places.get(name)
    if (at === undefined) {
      places.set(name, (at = names.length))
      names.push(name)
    }
    return at
  }
  let before = 0
  const columns: Columns = {
    names,
    type: events.map(e => place(e.type)),
    v: events.map(e => e.v),
    ts: events.map(e => {
      const step = e.ts - before
      before = e.ts
      return step
    }),
    episode: events.map(e => place(e.episode)),
    scope: events.map(e => place(e.scope)),
  }
  const lines = byType(columns.type).map(i => events[i]!.data)
  return {
    ids: Buffer.concat(events.map(e => Buffer.from(e.id, "hex"))),
    body: squeeze(Buffer.from([JSON.stringify(columns), ...lines].join("\n"))),
  }
}

export function unsealEvents(sealed: { readonly ids: Uint8Array; readonly body: Uint8Array }): Envelope[] {
  const [head, ...lines] = unsqueeze(sealed.body).toString("utf8").split("\n")
  const columns = JSON.parse(head!) as Columns
  const count = columns.type.length
  if (lines.length !== count || sealed.ids.byteLength !== count * 16)
    throw new RangeError("sealed events: counts differ")
  const data: string[] = new Array(count)
  byType(columns.type).forEach((i, at) => {
    data[i] = lines[at]!
  })
  const nameAt = (at: number): string | null => (at < 0 ? null : columns.names[at]!)
  let ts = 0
  return data.map((text, i) => ({
    id: hex(sealed.ids.subarray(i * 16, i * 16 + 16)),
    type: columns.names[columns.type[i]!]!,
    v: columns.v[i]!,
    ts: (ts += columns.ts[i]!),
    episode: nameAt(columns.episode[i]!),
    scope: nameAt(columns.scope[i]!),
    data: text,
  }))
}

/** Positions ordered by type, then by position: the same shapes next to each other compress best. */
const byType = (types: readonly number[]): number[] =>
  types.map((_, i) => i).sort((a, b) => types[a]! - types[b]! || a - b)

/** The lines of `eventText`, as the chain covers them. */
export const plainEvents = (lines: readonly string[]): Buffer => Buffer.from(lines.join("\n"))
export const unplainEvents = (body: Uint8Array): Envelope[] =>
  asBuffer(body).toString("utf8").split("\n").map(eventOfText)

/** Texts as one body: a line of lengths, then the bytes one after another. */
export const plainTexts = (texts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from(texts.map(t => t.byteLength).join(" ") + "\n"), ...texts])
export const sealTexts = (texts: readonly Uint8Array[]): Buffer => squeeze(plainTexts(texts))
export const unsealTexts = (body: Uint8Array): Buffer[] => unplainTexts(unsqueeze(body))

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function unplainTexts(body: Uint8Array): Buffer[] {
  const all = asBuffer(body)
  const end = all.indexOf(10)
  const head = all.toString("latin1", 0, end)
  const texts: Buffer[] = []
  let at = end + 1
  for (const length of head === "" ? [] : head.split(" ")) texts.push(all.subarray(at, (at += Number(length))))
  if (end < 0 || at !== all.byteLength) throw new RangeError("sealed texts: lengths differ")
  return texts
}
