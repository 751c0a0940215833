// The model of a disk that loses power, and the list of torture tests: what the suite itself stands on.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dice } from "../../torture/dice.ts"
import { disk } from "../../torture/power-loss.ts"
import { TORTURES } from "../../torture/registry.ts"
import { reportText } from "../../torture/report.ts"
import type { Kind, Operation } from "../../torture/shim.ts"

const operation = (kind: Kind, path: string, data = "", at = 0): Operation => ({
  kind,
  path,
  at,
  data: Buffer.from(data),
})
const files = (operations: readonly Operation[], fate: "synced" | "all") => {
  const model = disk("/d")
  for (const each of operations) model.apply(each)
  return Object.fromEntries([...model.image(dice(1), fate)].map(([path, bytes]) => [path, bytes.toString()]))
}

describe("a disk that loses power", () => {
  const written = [operation("C", "/d/a"), operation("W", "/d/a", "hello"), operation("S", "/d/a")]
  it("keeps synced bytes only under a synced name", () => {
    expect(files(written, "synced")).toEqual({})
    expect(files([...written, operation("D", "/d")], "synced")).toEqual({ "/d/a": "hello" })
    expect(files(written, "all")).toEqual({ "/d/a": "hello" })
  })
  it("loses what was written after the last sync, and a name that was not synced", () => {
    const sure = [...written, operation("D", "/d")]
    expect(files([...sure, operation("W", "/d/a", "J")], "synced")).toEqual({ "/d/a": "hello" })
    const moved = [...sure, operation("R", "/d/a", "/d/b")]
    expect(files(moved, "synced")).toEqual({ "/d/a": "hello" })
    expect(files([...moved, operation("D", "/d")], "synced")).toEqual({ "/d/b": "hello" })
    expect(files([...sure, operation("U", "/d/a")], "synced")).toEqual({ "/d/a": "hello" })
  })
  it("has nothing in a folder that was never made durable", () => {
    const inside = [
      operation("M", "/d/f"),
      operation("C", "/d/f/a"),
      operation("W", "/d/f/a", "x"),
      operation("S", "/d/f/a"),
    ]
    // Names are journalled in order: syncing the inner folder makes the outer name durable too, syncing nothing does not.
    expect(files(inside, "synced")).toEqual({})
    expect(files([...inside, operation("D", "/d/f")], "synced")).toEqual({ "/d/f/a": "x" })
  })
})

describe("the suite", () => {
  it("[T-1..T-18] every test file is in the registry, once, in order; the one that sums up is last", () => {
    const files = readdirSync(join(process.cwd(), "torture")).filter(name => /^t\d\d-/.test(name))
    const names = files.map(name => `T-${Number(name.slice(1, 3))}`)
    expect(TORTURES.map(({ name }) => name)).toEqual([...names.filter(name => name !== "T-16"), "T-16"])
    expect(TORTURES).toHaveLength(18)
  })
  it("a report says what was missed", () => {
    const [torture] = TORTURES
    const outcome = { figures: { cycles: 3 }, failures: ["one was lost"] }
    const text = reportText([{ torture: torture!, outcome, size: "ci", seed: 1, seconds: 1 }])
    expect(text).toContain("0 passed, 1 failed")
    expect(text).toContain("cycles 3 | missed (ci, seed 1, 1 s) |")
    expect(text).toContain("- T-1: one was lost")
  })
})
