import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { repeatedName } from "../../src/core/loose.ts"

describe("a name stands once", () => {
  it("[R12] finds a name that stands twice in one object, however it is spelled", () => {
    expect(repeatedName('{"a":1,"b":2,"a":3}')).toBe("a")
    expect(repeatedName('{"x":[{"k":1,"k":2}]}')).toBe("k")
    expect(repeatedName(`{"a":1,"${"\\"}u0061":2}`)).toBe("a")
  })
  it("whatever was written out by the writer of JSON is left alone", () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(repeatedName(JSON.stringify(JSON.parse(text)))).toBeNull()
      }),
    )
  })
})
