// The contract of a SharedLog, run on every engine: `sharedLogContract(name, open)`. It includes the log's own suite
// through an adapter; here stands what only a log that several machines write has to keep.
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { isCode, MettleError } from "../../src/core/errors.ts"
import type { Entry, Envelope, Erasure, SharedLog } from "../../src/team/shared-log.ts"
import { happening, idOf, logContract } from "./log.ts"
import { enveloped, sharedAsLog, tokenOf } from "./shared-as-log.ts"

export interface OpenSharedLog {
  /** a handle of its own on the same log, as another machine has; given a number, always that machine's */
  readonly open: (machine?: number) => Promise<SharedLog>
  /** ends the log; handles are closed by the suite */
  readonly close: () => Promise<void>
}
export interface SharedLogTraits {
  /** every machine reads the same sequence: servers do; in a folder each machine numbers by arrival */
  readonly oneOrder: boolean
  /** how often the property of the log's suite runs */
  readonly runs?: number
  /** batches of each of four writers at once; fewer where each takes long */
  readonly batches?: number
}

export const letter = (n: number | string, more: Partial<Envelope> = {}): Envelope => ({
  ...enveloped(happening(typeof n === "number" ? n : 0, { id: idOf(n) })),
  partition: "r:one",
  ...more,
})
/** What erases such a letter. */
export const erasure = (id: string): Erasure => ({ id, token: tokenOf(id) })
export const letters = (from: number, to: number, more: Partial<Envelope> = {}): Envelope[] =>
  Array.from({ length: to - from + 1 }, (_, i) => letter(from + i, more))
const ids = (entries: readonly Entry[]) => entries.map(({ envelope }) => envelope.id)
const rising = (entries: readonly Entry[]) => entries.every(({ seq }, i) => i === 0 || seq > entries[i - 1]!.seq)

export async function until(log: SharedLog, n: number, from = 0, partitions?: readonly string[]): Promise<Entry[]> {
  const stop = AbortSignal.timeout(240_000)
  const seen: Entry[] = []
  if (n === 0) return seen
  for await (const entry of log.subscribe(from, stop, partitions)) if (seen.push(entry) === n) break
  return seen
}

export function sharedLogContract(name: string, open: () => Promise<OpenSharedLog>, traits: SharedLogTraits): void {
  logContract(
    name,
    async (options = {}) => {
      const shared = await open()
      let log = await shared.open(0)
      return {
        log: sharedAsLog(log, options.validate),
        async upheaval() {
          await log.close()
          log = await shared.open(0)
          return sharedAsLog(log, options.validate)
        },
        async close() {
          await log.close()
          await shared.close()
        },
      }
    },
    { runs: traits.runs ?? 40 },
  )

  describe(`${name} is a shared log`, () => {
    let current: OpenSharedLog | null = null
    let handles: SharedLog[] = []
    const start = async (n = 1): Promise<SharedLog[]> => {
      const shared = await open()
      current = shared
      return more(n)
    }
    const more = async (n: number): Promise<SharedLog[]> => {
      const fresh = await Promise.all(Array.from({ length: n }, () => current!.open()))
      handles.push(...fresh)
      return fresh
    }
    afterEach(async () => {
      await Promise.all(handles.map(log => log.close()))
      await current?.close()
      handles = []
      current = null
    })

    it("[design 11] carries any well-formed text byte for byte to another machine", async () => {
      const [mine, theirs] = await start(2)
      const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", maxLength: 200 }))
      const [given] = fc.sample(fc.array(text, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 7 })
      const partitions = ["global", "r:one", "domain:über", "a.b*c>d e", "日本"]
      const batch = given!.map((words, n) =>
        letter(n, { body: JSON.stringify({ words }), partition: partitions[n % partitions.length]! }),
      )
      await mine!.append(batch)
      const seen = await until(theirs!, batch.length)
      expect(seen.map(({ envelope }) => envelope)).toEqual(batch)
      expect((await theirs!.read(0, 100, "a.b*c>d e")).map(({ envelope }) => envelope)).toEqual(
        batch.filter(({ partition }) => partition === "a.b*c>d e"),
      )
    })

    it("[design 11] is read and followed by partition, in the order of the whole", async () => {
      const [log] = await start()
      const batch = Array.from({ length: 60 }, (_, n) => letter(n, { partition: `r:${n % 3}` }))
      await log!.append(batch)
      const wanted = (...names: string[]) => batch.filter(({ partition }) => names.includes(partition)).map(e => e.id)
      expect(ids(await log!.read(0, 100, "r:1"))).toEqual(wanted("r:1"))
      expect(ids(await log!.read(0, 5, "r:2"))).toEqual(wanted("r:2").slice(0, 5))
      expect(await log!.read(0, 100, "r:nobody")).toEqual([])
      expect(ids(await until(log!, 20, 0, ["r:1"]))).toEqual(wanted("r:1"))
      const two = await until(log!, 40, 0, ["r:0", "r:2"])
      expect(ids(two)).toEqual(wanted("r:0", "r:2"))
      const resumed = await until(log!, 10, two[29]!.seq, ["r:0", "r:2"])
      expect(ids(resumed)).toEqual(wanted("r:0", "r:2").slice(30))
    })

    it("[L4] erases bodies for good, keeps ids known, and does it once", async () => {
      const [mine, theirs] = await start(2)
      await mine!.append(letters(1, 9))
      expect(await mine!.erase([idOf(2), idOf(2), idOf(5), idOf("nobody")].map(erasure))).toBe(2)
      expect(await mine!.erase([idOf(2), idOf(5)].map(erasure))).toBe(0)
      expect(await mine!.erase(["*", ">", "%", "nonsense", ""].map(erasure))).toBe(0)
      const left = (entries: readonly Entry[]) => entries.filter(({ envelope }) => envelope.body !== "")
      const kept = [1, 3, 4, 6, 7, 8, 9].map(idOf)
      await until(theirs!, kept.length)
      for (const log of [mine!, theirs!]) {
        const entries = await log.read(0, 100)
        expect(ids(left(entries))).toEqual(kept)
        for (const { envelope } of entries) if (!kept.includes(envelope.id)) expect(envelope.signature).toBe("")
      }
      const again = await mine!.append([letter(2), letter(5), letter(10)])
      expect(again.added).toBe(1)
      expect(again.seqs.slice(0, 2)).toEqual([2, 5])
      const [third] = await more(1)
      expect(ids(left(await third!.read(0, 100)))).toEqual([...kept, idOf(10)])
    })

    it("[security 20] nobody erases without the author's word", async () => {
      const [mine, theirs] = await start(2)
      await mine!.append(letters(1, 5))
      await until(theirs!, 5)
      for (const token of ["", "guess", idOf(2), letter(2).lock, letter(2).signature, erasure(idOf(3)).token])
        expect(await theirs!.erase([{ id: idOf(2), token }])).toBe(0)
      await theirs!.sweep()
      const [third] = await more(1)
      for (const log of [mine!, theirs!, third!])
        expect((await log.read(0, 10)).map(({ envelope }) => envelope)).toEqual(letters(1, 5))
      expect(await theirs!.erase([erasure(idOf(2))])).toBe(1)
    })

    it("[design 5] the same batch given by two machines at once is stored once", async () => {
      const logs = await start(2)
      const given = await Promise.all(logs.map(log => log.append(letters(1, 40))))
      if (traits.oneOrder) expect(given[0]!.seqs).toEqual(given[1]!.seqs)
      const [reader] = await more(1)
      const seen = await reader!.read(0, 1000)
      expect(new Set(ids(seen)).size).toBe(40)
      expect(seen.length).toBe(40)
    })

    it("[design 11] a reader tailing four writers sees everything once, in order, and each writer's own order", async () => {
      const logs = await start(5)
      const [reader, ...writers] = logs
      const batches = traits.batches ?? 12
      const writing = writers.map(async (log, w) => {
        for (let i = 0; i < batches; i++)
          await log.append(letters(w * 1000 + i * 5, w * 1000 + i * 5 + 4, { author: `w${w}` }))
      })
      const seen = await until(reader!, 20 * batches)
      await Promise.all(writing)
      expect(rising(seen)).toBe(true)
      expect(new Set(ids(seen)).size).toBe(20 * batches)
      for (let w = 0; w < 4; w++)
        expect(ids(seen.filter(({ envelope }) => envelope.author === `w${w}`))).toEqual(
          letters(w * 1000, w * 1000 + 5 * batches - 1).map(({ id }) => id),
        )
      expect(ids(await reader!.read(0, 1000))).toEqual(ids(seen))
      const [late] = await more(1)
      const afterwards = await late!.read(0, 1000)
      if (traits.oneOrder) expect(afterwards).toEqual(seen)
      else expect(new Set(ids(afterwards))).toEqual(new Set(ids(seen)))
    })

    it("[design 5] of several machines that expect the same sequence one wins and the others store nothing", async () => {
      const logs = await start(traits.oneOrder ? 4 : 1)
      await logs[0]!.append(letters(1, 3))
      const rivals = traits.oneOrder ? logs : [logs[0]!, logs[0]!]
      const given = await Promise.allSettled(
        rivals.map((log, i) => log.append(letters(100 * (i + 1), 100 * (i + 1) + 2), { expected: 3 })),
      )
      const won = given.filter(({ status }) => status === "fulfilled")
      expect(won.length).toBe(1)
      for (const result of given) if (result.status === "rejected") expect(isCode(result.reason, "E_LOCKED")).toBe(true)
      expect(await logs[0]!.head()).toBe(6)
      expect((await logs[0]!.read(0, 100)).length).toBe(6)
    })

    it("[design 5] refuses an envelope that does not fit, with all of its batch", async () => {
      const [log] = await start()
      const bad: Partial<Envelope>[] = [
        { id: "short" },
        { partition: "" },
        { author: "a\u0000b" },
        { ts: 1.5 },
        { v: 0 },
        { body: "" },
        { lock: "" },
        { body: '"\ud800"' },
        { body: JSON.stringify("x".repeat(800_000)) },
        { signature: "" },
      ]
      for (const wrong of bad)
        await expect(log!.append([letter(1), letter(2, wrong)])).rejects.toSatisfy(error => isCode(error, "E_EVENT"))
      expect(await log!.head()).toBe(0)
      expect(await log!.read(0, 10)).toEqual([])
    })

    it("a subscriber may leave at any time, and a closed log refuses", async () => {
      const [log] = await start()
      await log!.append(letters(1, 20))
      expect((await until(log!, 3)).length).toBe(3)
      const stop = new AbortController()
      const waiting = (async () => {
        const seen: Entry[] = []
        for await (const entry of log!.subscribe(20, stop.signal)) seen.push(entry)
        return seen
      })()
      stop.abort()
      expect(await waiting).toEqual([])
      await log!.close()
      await expect(log!.append(letters(21, 21))).rejects.toThrow(MettleError)
    })

    it("says how durable it is", async () => {
      const [log] = await start()
      const { ok, says } = await log!.durability()
      expect(typeof ok).toBe("boolean")
      expect(says.length).toBeGreaterThan(10)
    })
  })
}
