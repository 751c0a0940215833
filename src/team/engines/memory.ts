// A shared log in this process's memory: the same contract without a server, for tests and simulations.
import type { Engine, Envelope, SharedLog } from "../shared-log.ts"
import { bare, erased, fitting, opens, passed, shut } from "./fit.ts"
import { bell, numbered } from "./tail.ts"

interface Shelf {
  readonly envelopes: Envelope[]
  readonly seqs: Map<string, number>
  readonly bell: ReturnType<typeof bell>
}
const shelves = new Map<string, Shelf>()
const shelf = (): Shelf => ({ envelopes: [], seqs: new Map(), bell: bell() })

/** Everyone who opens `memory:<name>` in this process sees the same log. */
export const memoryEngine: Engine = {
  name: "memory",
  example: "memory:any-name",
  matches: url => url.startsWith("memory:"),
  async open(url, options = {}) {
    const name = url.slice("memory:".length)
    const kept = shelves.get(name) ?? shelf()
    shelves.set(name, kept)
    return over(kept, options.pollMs ?? 1000)
  },
}
/** One that nobody else can open. */
export const memorySharedLog = (): SharedLog => over(shelf(), 1000)

function over({ envelopes, seqs, bell }: Shelf, pollMs: number): SharedLog {
  let closed = false
  return {
    oneOrder: true,
    async append(batch, { expected } = {}) {
      if (closed) throw shut()
      fitting(batch)
      if (expected !== undefined && expected !== envelopes.length) throw passed(envelopes.length, expected)
      const before = envelopes.length
      const given = batch.map(envelope => {
        const known = seqs.get(envelope.id)
        if (known !== undefined) return known
        seqs.set(envelope.id, envelopes.push(bare(envelope)))
        return envelopes.length
      })
      bell.ring()
      return { seqs: given, added: envelopes.length - before }
    },
    ...numbered({
      count: async () => envelopes.length,
      entryAt: (seq, partitions) => {
        const envelope = envelopes[seq - 1]!
        return partitions === null || partitions.includes(envelope.partition) ? { seq, envelope } : null
      },
      ...{ bell, pollMs },
    }),
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
