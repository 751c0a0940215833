import { describe, expect, it } from "vitest"
import { actsOutwards } from "../../../src/core/again/same-order.ts"

describe("an order that acts outwards", () => {
  it("reaches outside the work itself, and forbidding it reaches nowhere", () => {
    for (const acts of ["commit and push", "open a PR", "let's create a draft pull request", "deploy it to staging"])
      expect([acts, actsOutwards(acts)]).toEqual([acts, true])
    for (const stays of ["do not open a PR yet", "open the pull-down menu", "create a new function"])
      expect([stays, actsOutwards(stays)]).toEqual([stays, false])
  })
})
