// A memory over ports that somebody brings, or over nothing but RAM: for tests, for programs that keep their own store, for
// trying something out. Views and search are always in RAM here: they follow from the log.
import { MettleError } from "../core/errors.ts"
import { parseEvent } from "../core/events/registry.ts"
import type { Blobs, Log } from "../store/ports.ts"
import { memoryBlobs } from "../store/ram/blobs.ts"
import { memoryLog } from "../store/ram/log.ts"
import { memoryViews } from "../store/ram/views.ts"
import { Memory, type MemoryParts } from "./memory.ts"

interface Ports {
  readonly log: Log
  readonly blobs: Blobs
  readonly meta?: MemoryParts["meta"]
}

export const memoryMeta = (): MemoryParts["meta"] => {
  const marks = new Map<string, string>()
  return { get: key => marks.get(key) ?? null, set: (key, value) => void marks.set(key, value) }
}

/** Log, blobs and marks in RAM. `key` seeds the keyed hashes of texts. */
export const ramPorts = (key?: Uint8Array): Required<Ports> => {
  if (key !== undefined && key.length < 16)
    throw new MettleError("E_USAGE", "a key of texts has at least 16 bytes", { hint: "memoryStore() makes its own" })
  return {
    log: memoryLog({ validate: event => void parseEvent(event) }),
    blobs: memoryBlobs(key),
    meta: memoryMeta(),
  }
}

/** Bytes that differ from call to call and are the same in every run: chance for what must come out alike each time. */
export function dice(start = 1): (bytes?: number) => Uint8Array {
  let n = start
  return (bytes = 16) => {
    const made = new Uint8Array(Math.max(bytes, 16))
    new DataView(made.buffer).setUint32(4, n++)
    return made
  }
}

export const memoryOver = (ports: Ports, options: Omit<MemoryParts, "log" | "blobs" | "meta" | "openViews">): Memory =>
  new Memory({
    ...options,
    log: ports.log,
    blobs: ports.blobs,
    meta: ports.meta ?? memoryMeta(),
    openViews: () => memoryViews(),
  })
