// The contract of Blobs, run on every engine: `blobsContract(name, open)`.
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { REF } from "../../src/core/events/define.ts"
import type { Blobs } from "../../src/store/ports.ts"

export interface OpenBlobs {
  readonly blobs: Blobs
  /** makes what was put durable and opens again, where the engine can */
  readonly upheaval?: () => Promise<Blobs>
  readonly close: () => Promise<void>
}

export function blobsContract(name: string, open: () => Promise<OpenBlobs>): void {
  describe(`${name} keeps texts`, () => {
    let current: OpenBlobs | null = null
    const start = async () => (current = await open())
    afterEach(async () => {
      await current?.close()
      current = null
    })

    it("[L4] gives one reference per text and reads the text back at once", async () => {
      const { blobs } = await start()
      const ref = blobs.put("use pnpm, never npm")
      expect(ref).toMatch(REF)
      expect(blobs.put("use pnpm, never npm")).toBe(ref)
      expect(blobs.put("use npm")).not.toBe(ref)
      expect(blobs.get(ref)).toBe("use pnpm, never npm")
      expect(blobs.hash("use pnpm, never npm")).toBe(ref)
    })

    it("answers null for what was never put or is no reference", async () => {
      const { blobs } = await start()
      expect(blobs.get(blobs.hash("never put"))).toBeNull()
      expect(blobs.get("'; DROP TABLE blobs; --")).toBeNull()
      expect(blobs.get("")).toBeNull()
    })

    it("[L4] erases what is named and only that, and says how many were there", async () => {
      const { blobs, upheaval } = await start()
      const refs = ["one", "two", "three"].map(text => blobs.put(`${text}: some words to keep`))
      const after = (await upheaval?.()) ?? blobs
      expect(after.erase([refs[0]!, refs[0]!, refs[2]!, after.hash("never put"), "nonsense"])).toBe(2)
      expect(refs.map(ref => after.get(ref))).toEqual([null, "two: some words to keep", null])
      expect(after.erase([refs[0]!])).toBe(0)
      expect(after.put("one: some words to keep")).toBe(refs[0])
      expect(after.get(refs[0]!)).toBe("one: some words to keep")
    })

    it("any texts survive an upheaval byte for byte; a lone surrogate becomes U+FFFD", async () => {
      const text = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ maxLength: 3000 }),
        fc.constant(""),
        fc.constant("a\u0000b\ud800"),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 12 }), async texts => {
          const store = await open()
          try {
            const refs = texts.map(t => store.blobs.put(t))
            const blobs = (await store.upheaval?.()) ?? store.blobs
            expect(refs.map(ref => blobs.get(ref))).toEqual(texts.map(t => Buffer.from(t, "utf8").toString("utf8")))
          } finally {
            await store.close()
          }
        }),
        { numRuns: 30 },
      )
    })
  })
}
