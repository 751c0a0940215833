// The contract of a Log, run on every store: `logContract(name, open)`.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { isCode, MettleError } from "../../src/core/errors.ts"
import type { Event, NewEvent } from "../../src/core/events/define.ts"
import type { Log } from "../../src/store/ports.ts"

/** A Log whose answers may take their time. */
export type AnyLog = {
  readonly [K in Exclude<keyof Log, "together">]: Log[K] extends (...given: infer A) => infer R
    ? [R] extends [Promise<unknown> | AsyncIterable<unknown>]
      ? Log[K]
      : (...given: A) => R | Promise<R>
    : never
}
export interface OpenLog {
  readonly log: AnyLog
  /** what may happen between appends without anything changing for a reader: reopening, compaction */
  readonly upheaval?: () => Promise<AnyLog>
  readonly close: () => Promise<void>
}
type Open = (options?: { validate?: (event: NewEvent) => void }) => Promise<OpenLog>

export const idOf = (n: number | string): string => createHash("sha256").update(String(n)).digest("hex").slice(0, 32)
export const happening = (n: number, more: Partial<NewEvent> = {}): NewEvent => ({
  id: idOf(n),
  type: "note.written",
  v: 1,
  ts: 1_700_000_000_000 + n,
  episode: idOf(`episode ${n % 3}`),
  scope: n % 2 === 0 ? "global" : null,
  data: { n, nested: { list: [1, "two", null] } },
  ...more,
})
const many = (from: number, to: number): NewEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => happening(from + i))

const arbitraryEvent: fc.Arbitrary<NewEvent> = fc.record({
  id: fc.integer({ min: 0, max: 60 }).map(idOf),
  type: fc.constantFrom("note.written", "tool.called", "prompt.submitted"),
  v: fc.integer({ min: 1, max: 3 }),
  ts: fc.integer({ min: -1000, max: 4_000_000_000_000 }),
  episode: fc.option(fc.oneof(fc.constantFrom("e1", "e2"), fc.constantFrom(idOf("x"), idOf("y")))),
  scope: fc.option(fc.constantFrom("global", idOf("scope"), "domain:über")),
  data: fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()) as fc.Arbitrary<Record<string, unknown>>,
})

export function logContract(name: string, open: Open, options: { readonly runs?: number } = {}): void {
  describe(`${name} is a log`, () => {
    let current: OpenLog | null = null
    const start: Open = async how => (current = await open(how))
    afterEach(async () => {
      await current?.close()
      current = null
    })

    it("[S2-55] keeps order, gives sequences from 1 and reads back what was appended", async () => {
      const { log } = await start()
      expect(await log.head()).toBe(0)
      expect(await log.append(many(1, 3))).toEqual({ seqs: [1, 2, 3], added: 3 })
      expect(await log.append(many(4, 5))).toEqual({ seqs: [4, 5], added: 2 })
      expect(await log.head()).toBe(5)
      expect(await log.read(0, 100)).toEqual(many(1, 5).map((e, i) => ({ seq: i + 1, ...e })))
      expect((await log.read(2, 2)).map(e => e.seq)).toEqual([3, 4])
      expect(await log.read(5, 10)).toEqual([])
    })

    it("[design 5] is idempotent by id: the first write wins", async () => {
      const { log } = await start()
      await log.append(many(1, 3))
      const again = await log.append([happening(2, { data: { other: true } }), happening(4), happening(4)])
      expect(again).toEqual({ seqs: [2, 4, 4], added: 1 })
      expect((await log.get(idOf(2)))?.data).toEqual(happening(2).data)
      expect(await log.head()).toBe(4)
    })

    it("[design 5] refuses a batch whose expected sequence has passed, and stores nothing of it", async () => {
      const { log } = await start()
      await log.append(many(1, 2), { expected: 0 })
      const late = log.append(many(3, 4), { expected: 1 })
      await expect(late).rejects.toSatisfy(error => isCode(error, "E_LOCKED"))
      expect(await log.head()).toBe(2)
      await log.append(many(3, 4), { expected: 2 })
      expect(await log.head()).toBe(4)
    })

    it("[design 5] never stores an event that does not fit, nor anything of its batch", async () => {
      const validate = (event: NewEvent) => {
        if (event.type === "no.such") throw new MettleError("E_EVENT", "no.such: unknown type")
      }
      const { log } = await start({ validate })
      const bad: NewEvent[] = [
        happening(2, { type: "no.such" }),
        happening(2, { id: "short" }),
        happening(2, { ts: Number.NaN }),
        happening(2, { v: 0 }),
        happening(2, { episode: "a\u0000b" }),
        happening(2, { scope: "\ud800" }),
        happening(2, { data: null as never }),
      ]
      for (const event of bad)
        await expect(log.append([happening(1), event])).rejects.toSatisfy(error => isCode(error, "E_EVENT"))
      expect(await log.head()).toBe(0)
      expect(await log.get(idOf(1))).toBeNull()
    })

    it("[S2-56] [S2-57] finds by episode, by time, by type and by id", async () => {
      const { log } = await start()
      await log.append([...many(1, 9), happening(10, { type: "card.pinned" })])
      expect((await log.readEpisode(idOf("episode 1"))).map(e => e.seq)).toEqual([1, 4, 7, 10])
      expect((await log.readEpisode(idOf("episode 1"), ["card.pinned", "no.such"])).map(e => e.seq)).toEqual([10])
      expect(await log.readEpisode(idOf("episode 1"), ["no.such"])).toEqual([])
      expect(await log.readEpisode(idOf("episode 2"), ["card.pinned"])).toEqual([])
      expect(await log.readEpisode("nobody")).toEqual([])
      expect((await log.readRange(1_700_000_000_003, 1_700_000_000_006)).map(e => e.seq)).toEqual([3, 4, 5])
      expect((await log.readTypes(["card.pinned", "no.such"])).map(e => e.seq)).toEqual([10])
      expect((await log.get(idOf(7)))?.seq).toBe(7)
      expect(await log.get(idOf("nobody"))).toBeNull()
      expect(await log.get("not an id")).toBeNull()
    })

    it("acknowledges batches given at the same time, each with its own sequences", async () => {
      const { log } = await start()
      const all = await Promise.all(Array.from({ length: 50 }, (_, i) => log.append(many(i * 3, i * 3 + 2))))
      const seqs = all.flatMap(a => a.seqs)
      expect(seqs).toEqual(Array.from({ length: 150 }, (_, i) => i + 1))
    })

    it("[S2-58] lets a subscriber follow without gap or repetition, and ends when told", async () => {
      const { log } = await start()
      await log.append(many(1, 300))
      const stop = new AbortController()
      const seen: number[] = []
      const later: Promise<unknown>[] = []
      const reading = (async () => {
        for await (const event of log.subscribe(10, stop.signal)) {
          seen.push(event.seq)
          if (event.seq === 300) later.push(log.append(many(301, 310)))
          if (event.seq === 310) stop.abort()
        }
      })()
      await reading
      await Promise.all(later)
      expect(seen).toEqual(Array.from({ length: 300 }, (_, i) => i + 11))
    })

    it("refuses to append after close", async () => {
      const opened = await start()
      await opened.log.append(many(1, 1))
      await opened.log.close()
      await expect(opened.log.append(many(2, 2))).rejects.toThrow(MettleError)
    })

    it("[design 5] any batches, with repetitions and upheavals between them, read as a model list does", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(arbitraryEvent, { maxLength: 8 }), { maxLength: 8 }), async batches => {
          const store = await open()
          try {
            let log = store.log
            const model: Event[] = []
            for (const batch of batches) {
              const { seqs } = await log.append(batch)
              batch.forEach((event, i) => {
                const known = model.find(e => e.id === event.id)
                if (!known)
                  model.push({ seq: model.length + 1, ...event, data: JSON.parse(JSON.stringify(event.data)) })
                expect(seqs[i]).toBe(known?.seq ?? model.length)
              })
              log = (await store.upheaval?.()) ?? log
              expect(await log.read(0, 1000)).toEqual(model)
            }
            const middle = model[model.length >> 1]
            expect(await log.readEpisode("e1")).toEqual(model.filter(e => e.episode === "e1"))
            if (middle) {
              expect(await log.readEpisode("e2", [middle.type])).toEqual(
                model.filter(e => e.episode === "e2" && e.type === middle.type),
              )
              expect(await log.get(middle.id)).toEqual(middle)
              expect(await log.readRange(middle.ts, Number.MAX_SAFE_INTEGER)).toEqual(
                model.filter(e => e.ts >= middle.ts),
              )
              expect(await log.readTypes([middle.type])).toEqual(model.filter(e => e.type === middle.type))
            }
          } finally {
            await store.close()
          }
        }),
        { numRuns: options.runs ?? 40 },
      )
    })
  })
}
