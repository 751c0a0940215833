// A store for benches: in RAM, with room for everything, and with what search finds brought by whoever asks.
import { DEFAULT_CAPS } from "../../src/core/admission/budget.ts"
import type { Evidence } from "../../src/core/model.ts"
import type { RankedDoc } from "../../src/core/recall/prepared.ts"
import type { Params } from "../../src/core/rules/rule.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import type { Search } from "../../src/store/search.ts"

export const MANY = 100_000
export const IDLE = 90

interface Roomy {
  readonly now: () => number
  readonly randomBytes: () => Uint8Array
  /** what search finds */
  readonly find: () => readonly RankedDoc[]
  readonly params?: Readonly<Record<string, Params>>
}
/** A store of any size: what is asked here is what becomes of cards, not whether they come in. */
export function roomyMemory(preset: string, { find, params, ...parts }: Roomy): Memory {
  const search: Search = {
    signOf: () => undefined,
    ...{ update: () => {}, must: () => [], newest: () => [], keyed: () => [], size: () => 0, stale: () => false },
    ...{ clear: () => {}, scrub: () => {}, withoutVector: () => [], putVectors: () => {} },
    find,
  }
  const caps = Object.fromEntries(
    Object.keys(DEFAULT_CAPS).map(group => [group, { repo: MANY, domain: MANY, global: MANY }]),
  )
  const room = { caps, episodeCap: MANY, corroborateN: MANY, minTrustN: MANY, mergeJaccard: 2 }
  return memoryOver(ramPorts(), {
    ...{ ...parts, engine: "bench", preset, openSearch: () => search },
    // a call of half an hour is work; only a person who vanished ends a session by idle time
    idleMinutes: IDLE,
    params: {
      "anchored-novel-budgeted": { ...room, novelJaccard: 2 },
      "nucleus-admit": { caps, noveltyJaccard: 2, mergeJaccard: 2 },
      ...params,
    },
  })
}

/** What a card cites: a span of the text of an event. */
export function spansOf(memory: Memory, event: string) {
  const blob = String((memory.parts.log.get(event)!.data as { text: string }).text)
  const text = memory.parts.blobs.get(blob)!
  return (kind: Evidence["kind"], start: number, end: number): Evidence => {
    return { kind, event, blob, start, end, hash: memory.parts.blobs.hash(text.slice(start, end)) }
  }
}
