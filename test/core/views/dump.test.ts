import fc from "fast-check"
import { expect, it } from "vitest"
import { canonical, dump, dumpHash } from "../../../src/core/views/dump.ts"
import { memoryRows } from "../../../src/core/views/rows.ts"

it("[design 6] writes tables and rows in key order, doubles as hex, safe integers as decimals", () => {
  const rows = memoryRows()
  rows.set("b", "2", { y: 0.5, x: [1, -0, 2 ** 53, null] })
  rows.set("b", "10", "é")
  rows.set("a", "k", true)
  expect([...dump(rows)]).toEqual([
    'table "a"',
    '"k" true',
    'table "b"',
    '"10" "é"',
    '"2" {"x":[1,0,#4340000000000000,null],"y":#3fe0000000000000}',
  ])
})

it("the order of writing and of object keys does not matter, a last bit does", () => {
  const one = memoryRows()
  one.set("t", "a", { p: 0.1, q: 2 })
  one.set("t", "b", 1)
  const two = memoryRows()
  two.set("t", "b", 1)
  two.set("t", "a", { q: 2, p: 0.1 })
  expect(dumpHash(two)).toBe(dumpHash(one))
  two.set("t", "a", { q: 2, p: 0.1 + 2 ** -56 })
  expect(dumpHash(two)).not.toBe(dumpHash(one))
})

it("is the same before and after JSON, and refuses what JSON cannot hold", () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(canonical(JSON.parse(JSON.stringify(value)))).toBe(canonical(value))
    }),
  )
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1])
    expect(() => canonical(value)).toThrow(TypeError)
})
