// A SharedLog in the clothes of a Log, so that the log's own suite runs on every engine: an event becomes an envelope
// whose body holds what the envelope has no field for. What a shared log cannot look up is found by reading it all.
import { createHash } from "node:crypto"
import type { Event, NewEvent } from "../../src/core/events/define.ts"
import { envelope as checked } from "../../src/store/containers/envelope.ts"
import type { Entry, Envelope, SharedLog } from "../../src/team/shared-log.ts"
import type { AnyLog } from "./log.ts"

/** The word that erases an envelope of these tests. */
export const tokenOf = (id: string): string => `erase ${id}`
const KEY = Buffer.alloc(32, 7).toString("base64url")
export const enveloped = (event: NewEvent, validate?: (event: NewEvent) => void): Envelope => {
  const { id, type, v, ts, episode, scope, data } = checked(event, validate)
  return {
    id,
    partition: scope ?? "none",
    author: "somebody",
    key: KEY,
    ts,
    type,
    v,
    lock: createHash("sha256").update(tokenOf(id)).digest("hex"),
    body: JSON.stringify({ episode, scope, data: JSON.parse(data) }),
    signature: `signed ${id}`,
  }
}
const eventOf = ({ seq, envelope: { id, type, v, ts, body } }: Entry): Event => {
  const { episode, scope, data } = JSON.parse(body)
  return { seq, id, type, v, ts, episode, scope, data }
}

export function sharedAsLog(shared: SharedLog, validate?: (event: NewEvent) => void): AnyLog {
  const where = async (fits: (event: Event) => boolean) =>
    (await shared.read(0, 1_000_000)).map(eventOf).filter(event => fits(event))
  return {
    append: async (batch, options) =>
      shared.append(
        batch.map(event => enveloped(event, validate)),
        options,
      ),
    read: async (from, limit) => (await shared.read(from, limit)).map(eventOf),
    readEpisode: (episode, types) => where(event => event.episode === episode && (types?.includes(event.type) ?? true)),
    readRange: (since, until) => where(({ ts }) => ts >= since && ts < until),
    readTypes: types => where(({ type }) => types.includes(type)),
    get: async id => (await where(event => event.id === id))[0] ?? null,
    async *subscribe(from, signal) {
      for await (const entry of shared.subscribe(from, signal)) yield eventOf(entry)
    },
    head: () => shared.head(),
    close: () => shared.close(),
  }
}
