// Putting a call off changes when it happens, never what comes of it.
import { describe, expect, it } from "vitest"
import * as s from "../../src/core/schema.ts"
import { putOff } from "../../src/core/schema.ts"

describe("a call that is put off", () => {
  it("calls when asked, once, with what was put off inside lists and objects", () => {
    const calls: string[] = []
    const box = putOff((name: string, inner: unknown) => {
      calls.push(name)
      return { name, inner, check: () => ({ name }) }
    })
    const inner = box("inner", null)
    const outer = box("outer", { list: [inner], pattern: /x/, one: 1 })
    expect(calls).toEqual([])
    expect(outer.name).toBe("outer")
    expect(outer.name).toBe("outer")
    expect(calls).toEqual(["inner", "outer"])
    expect(outer.inner).toEqual({
      list: [{ name: "inner", inner: null, check: expect.any(Function) }],
      pattern: /x/,
      one: 1,
    })
  })
  it("schemas refuse and accept as before", () => {
    const shape = s.object({
      id: s.string().check(s.regex(/^[0-9]+$/)),
      kind: s.nullable(s.enum(["a", "b"])),
      n: s.optional(s.number().check(s.gte(1))),
    })
    expect(shape.parse({ id: "12", kind: null, more: 1 })).toEqual({ id: "12", kind: null })
    expect(shape.safeParse({ id: "x", kind: "a" }).success).toBe(false)
    expect(shape.safeParse({ id: "1", kind: "c" }).success).toBe(false)
    expect(shape.safeParse({ id: "1", kind: "a", n: 0 }).success).toBe(false)
    const union = s.union([s.literal(1), s.array(s.record(s.string(), s.boolean()))])
    expect(union.parse([{ a: true }])).toEqual([{ a: true }])
    expect(union.safeParse(2).success).toBe(false)
  })
})
