// Ids. An observed event's id is a hash of its source key, so the same happening seen twice is one event; authored
// events use UUIDv7 made from a given time and given random bytes. All ids are 32 hex digits (128 bits).
import { hash } from "node:crypto"

export const sha256 = (data: string | Uint8Array): Buffer => hash("sha256", data, "buffer")
export const hashId = (...parts: readonly (string | number | null)[]): string =>
  hash("sha256", JSON.stringify(parts), "hex").slice(0, 32)

/** client, its session, the client's own record id, and the event type: what makes one observation one event. */
export const sourceId = (client: string, session: string, record: string, type: string): string =>
  hashId("source", client, session, record, type)

/** Episodes are named after the client's session, so every hook of a session agrees without a look-up. */
export const episodeId = (client: string, session: string): string => hashId("episode", client, session)

export function uuidv7(now: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, Math.trunc(now)), 0, 6)
  for (let i = 6; i < 16; i++) bytes[i] = random[i - 6] ?? 0
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString("hex")
}

export const ID = /^[0-9a-f]{32}$/
/** what people see and type: a letter for what it is, then enough digits to be told apart */
export const shortId = (letter: string, id: string): string => `${letter}-${id.slice(0, 6)}`
/** The digits of an id, or the start of one, as people type it, with its letter or without; null when it is none. */
export const idStart = (given: string): string | null =>
  /^(?:[a-z]-)?([0-9a-f]{1,32})$/.exec(given.toLowerCase())?.[1] ?? null
