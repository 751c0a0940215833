// The envelope of an event as bytes: what is checked before storing, what the chain covers, and how ids are kept small.
// Every engine shares it, so that the same log has the same chain everywhere. The event's data stays opaque here.
import { hash } from "node:crypto"
import { MettleError } from "../../core/errors.ts"
import type { Event, NewEvent } from "../../core/events/define.ts"
import { ID } from "../../core/ids.ts"

/** An event ready to be stored: data as JSON text, keys in the order given. */
export type Envelope = NewEvent<string>

// SQLite text ends at NUL and holds no lone surrogates: names are refused rather than changed.
/** No control character and no half of one. Spelt out: to look a property up costs a hook more than to commit. */
const NAME = /^[^\0-\x1f\x7f-\x9f\ud800-\udfff]{1,512}$/u
// The same few types, episodes and scopes come again and again.
const good = new Set<string>()
function name(value: unknown): boolean {
  if (typeof value !== "string") return false
  if (good.has(value)) return true
  if (!NAME.test(value)) return false
  if (good.size >= 1000) good.clear()
  good.add(value)
  return true
}

export function envelope(event: NewEvent, validate?: (event: NewEvent) => void): Envelope {
  const wrong = (what: string) =>
    new MettleError("E_EVENT", `${String(event?.type)}: ${what}`, { still: "nothing of this batch was stored" })
  if (typeof event !== "object" || event === null) throw wrong("not an event")
  if (!name(event.type)) throw wrong("type is not a name")
  if (typeof event.id !== "string" || !ID.test(event.id)) throw wrong("id is not 32 hex digits")
  if (!Number.isSafeInteger(event.v) || event.v < 1) throw wrong("version is not a positive integer")
  if (!Number.isSafeInteger(event.ts)) throw wrong("ts is not a whole number of milliseconds")
  if (event.episode !== null && !name(event.episode)) throw wrong("episode is not a name")
  if (event.scope !== null && !name(event.scope)) throw wrong("scope is not a name")
  if (typeof event.data !== "object" || event.data === null || Array.isArray(event.data))
    throw wrong("data is not an object")
  validate?.(event)
  const { id, type, v, ts, episode, scope } = event
  return { id, type, v, ts, episode, scope, data: JSON.stringify(event.data) }
}

export const opened = (seq: number, e: Envelope): Event => ({
  seq,
  id: e.id,
  type: e.type,
  v: e.v,
  ts: e.ts,
  episode: e.episode,
  scope: e.scope,
  data: JSON.parse(e.data) as Record<string, unknown>,
})

/** Canonical text of all columns: a JSON list of the fixed ones, a tab (JSON has none), then the data exactly as given. */
export const eventText = (seq: number, e: Envelope): string =>
  `${JSON.stringify([seq, e.id, e.type, e.v, e.ts, e.episode, e.scope])}\t${e.data}`
/** The same read back; throws when it has not that form. */
export function eventOfText(text: string): Envelope {
  const tab = text.indexOf("\t")
  const [, id, type, v, ts, episode, scope] = JSON.parse(text.slice(0, tab)) as [
    number,
    string,
    string,
    number,
    number,
    string | null,
    string | null,
  ]
  return { id, type, v, ts, episode, scope, data: text.slice(tab + 1) }
}

export const CHAIN_START: Buffer = Buffer.alloc(32)
const both = Buffer.alloc(64)
/** sha256(prev ‖ sha256(bytes)). Digests pass as binary text: a Buffer for each costs twice the hash. */
function linkText(prev: Uint8Array, text: string): Buffer {
  both.set(prev, 0)
  both.write(hash("sha256", text, "binary"), 32, "binary")
  return Buffer.from(hash("sha256", both, "binary"), "binary")
}
/** Chain values of many texts one after another, written into `into`. */
export function linkAll(prev: Uint8Array, texts: readonly string[], into: Buffer): void {
  both.set(prev, 0)
  texts.forEach((text, i) => {
    both.write(hash("sha256", text, "binary"), 32, "binary")
    const next = hash("sha256", both, "binary")
    both.write(next, 0, "binary")
    into.write(next, i * 32, "binary")
  })
}
export const link = (prev: Uint8Array, seq: number, e: Envelope): Buffer => linkText(prev, eventText(seq, e))
/** The chain value behind events that follow one another. */
export const linkEvents = (prev: Uint8Array, first: number, events: readonly Envelope[]): Buffer =>
  events.reduce<Buffer>((chain, e, i) => link(chain, first + i, e), Buffer.from(prev))

/** 32 hex digits as 16 bytes; any other name as it is. */
export const small = (value: string | null): Buffer | string | null =>
  value !== null && ID.test(value) ? Buffer.from(value, "hex") : value
export const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")
