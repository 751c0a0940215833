// The contract of Rows, run on every engine: any operations read exactly as on the in-memory rows.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryRows, type Rows } from "../../src/core/views/rows.ts"

export interface OpenRows {
  readonly rows: Rows
  /** what may happen at any time without a reader noticing: flush, evict, reopen */
  readonly upheavals?: readonly ((at: number) => Rows)[]
  readonly close: () => void
}

const table = fc.constantFrom("cards", "turns", "x")
const key = fc.oneof(
  fc.constantFrom("a", "a:1", "a:2", "b", "~", "a/1", "a/2", "a/b/1", "a/b/2", "b/1"),
  fc.string({ unit: fc.constantFrom(..."abc:/0"), minLength: 1, maxLength: 3 }),
)
const value = fc.oneof(
  fc.jsonValue(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => (Object.is(n, -0) ? 0 : n)),
)
const clean = (v: unknown): unknown => JSON.parse(JSON.stringify(v))
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("set" as const), table, key, value: value.map(clean) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), table, key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("get" as const), table, key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("range" as const), table, key, to: key }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("walk" as const), table, prefix: fc.constantFrom("a/", "b/", "a/b/") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("upheaval" as const), which: fc.nat(10) }) },
)

export function rowsContract(name: string, open: () => OpenRows): void {
  describe(`${name} holds rows`, () => {
    it("reads nothing from nothing", () => {
      const { rows, close } = open()
      expect(rows.get("t", "k")).toBeUndefined()
      expect(rows.range("t", "", "\x7f")).toEqual([])
      expect(rows.tables()).toEqual([])
      close()
    })

    it("[design 6] any operations, with upheavals between them, equal the in-memory rows", () => {
      fc.assert(
        fc.property(fc.array(operation, { maxLength: 40 }), operations => {
          const opened = open()
          let { rows } = opened
          const model = memoryRows()
          let at = 0
          try {
            for (const o of operations) {
              if (o.do === "set") for (const r of [rows, model]) r.set(o.table, o.key, o.value)
              if (o.do === "delete") for (const r of [rows, model]) r.delete(o.table, o.key)
              if (o.do === "get") expect(rows.get(o.table, o.key)).toEqual(model.get(o.table, o.key))
              if (o.do === "range") {
                expect(rows.range(o.table, o.key, o.to)).toEqual(model.range(o.table, o.key, o.to))
                expect(rows.first(o.table, o.key, o.to)).toEqual(model.first(o.table, o.key, o.to))
              }
              if (o.do === "walk") {
                const walked = (r: Rows) => r.range(o.table, o.prefix, `${o.prefix}\x7f`)
                expect(walked(rows)).toEqual(walked(model))
              }
              if (o.do === "upheaval" && opened.upheavals)
                rows = opened.upheavals[o.which % opened.upheavals.length]!(++at)
            }
            expect(rows.tables()).toEqual(model.tables())
            for (const t of model.tables())
              expect(rows.range(t, "", "\x7f\x7f")).toEqual(model.range(t, "", "\x7f\x7f"))
          } finally {
            opened.close()
          }
        }),
        { numRuns: 60 },
      )
    })
  })
}
