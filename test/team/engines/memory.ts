// A shared log in this process's memory: the same contract without a server, for tests and simulations.

import { bare, erased, fitting, opens, shut } from "../../../src/team/engines/fit.ts"
import type { Engine, Entry, Envelope, SharedLog } from "../../../src/team/shared-log.ts"

interface Shelf {
  readonly envelopes: Envelope[]
  readonly seqs: Map<string, number>
}
const shelves = new Map<string, Shelf>()
const shelf = (): Shelf => ({ envelopes: [], seqs: new Map() })

/** Everyone who opens `memory:<name>` in this process sees the same log. */
export const memoryEngine: Engine = {
  name: "memory",
  example: "memory:any-name",
  matches: url => url.startsWith("memory:"),
  async open(url) {
    const name = url.slice("memory:".length)
    const kept = shelves.get(name) ?? shelf()
    shelves.set(name, kept)
    return over(kept)
  },
}
/** One that nobody else can open. */
export const memorySharedLog = (): SharedLog => over(shelf())

function over({ envelopes, seqs }: Shelf): SharedLog {
  let closed = false
  return {
    oneOrder: true,
    async append(batch) {
      if (closed) throw shut()
      const before = envelopes.length
      for (const envelope of fitting(batch))
        if (!seqs.has(envelope.id)) seqs.set(envelope.id, envelopes.push(bare(envelope)))
      return envelopes.length - before
    },
    async read(from, limit, partition) {
      const out: Entry[] = []
      for (let seq = from + 1; seq <= envelopes.length && out.length < limit; seq++) {
        const envelope = envelopes[seq - 1]!
        if (partition === undefined || envelope.partition === partition) out.push({ seq, envelope })
      }
      return out
    },
    head: async () => envelopes.length,
    async erase(erasures) {
      let n = 0
      for (const { id, token } of erasures) {
        const at = (seqs.get(id) ?? 0) - 1
        const envelope = envelopes[at]
        if (!envelope || envelope.body === "" || !opens(envelope.lock, token)) continue
        envelopes[at] = erased(envelope)
        n++
      }
      return n
    },
    sweep: async () => 0,
    durability: async () => ({ ok: false, says: "kept in this process's memory only", erasing: null }),
    async close() {
      closed = true
    },
  }
}
