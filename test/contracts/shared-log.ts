// The contract of a SharedLog, run on every engine: `sharedLogContract(name, open)`.
import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { isCode, MettleError } from "../../src/core/errors.ts"
import type { Entry, Envelope, Erasure, SharedLog } from "../../src/team/shared-log.ts"
import { idOf } from "./log.ts"

export interface OpenSharedLog {
  /** a handle of its own on the same log, as another machine has; given a number, always that machine's */
  readonly open: (machine?: number) => Promise<SharedLog>
  /** ends the log; handles are closed by the suite */
  readonly close: () => Promise<void>
}
export interface SharedLogTraits {
  /** every machine reads the same sequence: servers do; in a folder each machine numbers by arrival */
  readonly oneOrder: boolean
  /** how often the property runs */
  readonly runs?: number
  /** batches of each of four writers at once; fewer where each takes long */
  readonly batches?: number
}

/** The word that erases an envelope of these tests. */
export const tokenOf = (id: string): string => `erase ${id}`
const KEY = Buffer.alloc(32, 7).toString("base64url")
export const letter = (n: number | string, more: Partial<Envelope> = {}): Envelope => {
  const id = more.id ?? idOf(n)
  return {
    id,
    partition: "r:one",
    author: "somebody",
    key: KEY,
    ts: 1_700_000_000_000 + (typeof n === "number" ? n : 0),
    type: "note.written",
    v: 1,
    lock: createHash("sha256").update(tokenOf(id)).digest("hex"),
    body: JSON.stringify({ n, nested: { list: [1, "two", null] } }),
    signature: `signed ${id}`,
    ...more,
  }
}
/** What erases such a letter. */
export const erasure = (id: string): Erasure => ({ id, token: tokenOf(id) })
export const letters = (from: number, to: number, more: Partial<Envelope> = {}): Envelope[] =>
  Array.from({ length: to - from + 1 }, (_, i) => letter(from + i, more))
const ids = (entries: readonly Entry[]) => entries.map(({ envelope }) => envelope.id)
const rising = (entries: readonly Entry[]) => entries.every(({ seq }, i) => i === 0 || seq > entries[i - 1]!.seq)

/** Reads on, from the last one read, until there are so many; an engine that is away is asked again, as the next sync does. */
export async function until(log: SharedLog, n: number, partition?: string): Promise<Entry[]> {
  const seen: Entry[] = []
  for (const limit = Date.now() + 240_000; seen.length < n && Date.now() < limit; await setImmediate())
    try {
      seen.push(...(await log.read(seen.at(-1)?.seq ?? 0, 256, partition)))
    } catch (error) {
      if (!isCode(error, "E_OFFLINE")) throw error
    }
  return seen
}

const arbitraryLetter: fc.Arbitrary<Envelope> = fc
  .record({
    n: fc.integer({ min: 0, max: 60 }),
    partition: fc.constantFrom("global", "r:one", "domain:über"),
    ts: fc.integer({ min: -1000, max: 4_000_000_000_000 }),
    v: fc.integer({ min: 1, max: 3 }),
    said: fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()),
  })
  .map(({ n, said, ...more }) => letter(n, { ...more, body: JSON.stringify(said).toWellFormed() }))

export function sharedLogContract(name: string, open: () => Promise<OpenSharedLog>, traits: SharedLogTraits): void {
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

    it("keeps order, gives sequences from 1 and reads back what was appended", async () => {
      const [log] = await start()
      expect(await log!.head()).toBe(0)
      expect(await log!.append(letters(1, 3))).toBe(3)
      expect(await log!.append(letters(4, 5))).toBe(2)
      expect(await log!.append([])).toBe(0)
      expect(await log!.head()).toBe(5)
      expect(await log!.read(0, 100)).toEqual(letters(1, 5).map((envelope, i) => ({ seq: i + 1, envelope })))
      expect((await log!.read(2, 2)).map(e => e.seq)).toEqual([3, 4])
      expect(await log!.read(5, 10)).toEqual([])
    })

    it("[design 5] is idempotent by id: the first write wins", async () => {
      const [log] = await start()
      await log!.append(letters(1, 3))
      expect(await log!.append([letter(2, { body: '{"other":true}' }), letter(4), letter(4)])).toBe(1)
      expect((await log!.read(0, 10)).map(({ envelope }) => envelope)).toEqual(letters(1, 4))
    })

    it("takes batches given at the same time, each in its own order", async () => {
      const [log] = await start()
      await Promise.all(Array.from({ length: 50 }, (_, i) => log!.append(letters(i * 3, i * 3 + 2))))
      expect(ids(await log!.read(0, 1000))).toEqual(letters(0, 149).map(({ id }) => id))
    })

    it("[design 5] any batches, with repetitions and reopening between them, read as a model list does", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(arbitraryLetter, { maxLength: 8 }), { maxLength: 8 }), async batches => {
          const shared = await open()
          let log = await shared.open(0)
          try {
            const model: Entry[] = []
            for (const batch of batches) {
              const before = model.length
              for (const envelope of batch)
                if (!model.some(e => e.envelope.id === envelope.id)) model.push({ seq: model.length + 1, envelope })
              expect(await log.append(batch)).toBe(model.length - before)
              await log.close()
              log = await shared.open(0)
              expect(await log.read(0, 1000)).toEqual(model)
            }
          } finally {
            await log.close()
            await shared.close()
          }
        }),
        { numRuns: traits.runs ?? 40 },
      )
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

    it("[design 11] is read by partition, in the order of the whole", async () => {
      const [log] = await start()
      const batch = Array.from({ length: 60 }, (_, n) => letter(n, { partition: `r:${n % 3}` }))
      await log!.append(batch)
      const wanted = (name: string) => batch.filter(({ partition }) => partition === name).map(e => e.id)
      expect(ids(await log!.read(0, 100, "r:1"))).toEqual(wanted("r:1"))
      const five = await log!.read(0, 5, "r:2")
      expect(ids(five)).toEqual(wanted("r:2").slice(0, 5))
      expect(ids(await log!.read(five.at(-1)!.seq, 100, "r:2"))).toEqual(wanted("r:2").slice(5))
      expect(await log!.read(0, 100, "r:nobody")).toEqual([])
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
      expect(await mine!.append([letter(2), letter(5), letter(10)])).toBe(1)
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
      await Promise.all(logs.map(log => log.append(letters(1, 40))))
      const [reader] = await more(1)
      const seen = await reader!.read(0, 1000)
      expect(new Set(ids(seen)).size).toBe(40)
      expect(seen.length).toBe(40)
    })

    it("[design 11] a reader who reads on behind four writers sees everything once, in order, and each writer's own order", async () => {
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

    it("a closed log refuses", async () => {
      const [log] = await start()
      await log!.append(letters(1, 20))
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
