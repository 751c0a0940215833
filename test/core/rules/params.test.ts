// The numbers of rules: each is explained and stands within its range; what replaces one has its shape, however deep; a log that is
// older than the rules loses what they no longer have, and nothing else.
import { describe, expect, it } from "vitest"
import { NOTES } from "../../../src/core/rules/param-notes.ts"
import {
  changedLeaves,
  leavesOf,
  mergeOverrides,
  outOfRange,
  stillFitting,
  withLeaf,
} from "../../../src/core/rules/params.ts"
import { preset, WATCHERS } from "../../../src/core/rules/registry.ts"

const leaves = WATCHERS.flatMap(rule => leavesOf(rule.params, rule.notes).map(leaf => ({ rule: rule.name, ...leaf })))

describe("every number of a rule has a note", () => {
  it("says what it means, and between what it may be set", () => {
    const numbers = (value: unknown) => [value].flat().some(part => typeof part === "number")
    expect(leaves.filter(l => l.about === "").map(l => `${l.rule}.${l.path}`)).toEqual([])
    expect(leaves.filter(l => numbers(l.value) && l.least === null).map(l => `${l.rule}.${l.path}`)).toEqual([])
  })

  it("has a default within its range", () => {
    expect(leaves.filter(l => outOfRange(l) !== null).map(l => `${l.rule}.${l.path}: ${outOfRange(l)}`)).toEqual([])
  })

  it("has no note that no rule needs", () => {
    const partsOf = (path: string) => path.split(".").map((_, i, parts) => parts.slice(0, i + 1).join("."))
    const places = new Set(leaves.flatMap(({ path }) => partsOf(path)))
    expect(Object.keys(NOTES).filter(key => !places.has(key))).toEqual([])
    const own = WATCHERS.flatMap(({ name, params, notes = {} }) =>
      Object.keys(notes).flatMap(key => (key in params ? [] : [`${name}: ${key}`])),
    )
    expect(own).toEqual([])
  })
})

describe("what replaces a param", () => {
  it("goes as deep as it is named, and leaves the rest", () => {
    const [rank] = preset("mettle", { "pooled-thompson": { choose: { margin: 0.1 } } }).rules.rank
    const [as] = preset("mettle").rules.rank
    const choose = (rule: typeof rank) => rule!.params.choose as Record<string, number>
    expect(choose(rank)).toEqual({ ...choose(as), margin: 0.1 })
    expect(() => preset("mettle", { "pooled-thompson": { choose: { margn: 1 } } })).toThrow(/has no part "margn"/)
    expect(() => preset("mettle", { "pooled-thompson": { choose: { margin: "1" } } })).toThrow(/another shape/)
    expect(() => preset("mettle", { "pooled-thompson": { learn: { base: [1] } } })).toThrow(/another shape/)
  })

  it("reaches every rule of its name that has it", () => {
    const { credit, value } = preset("mettle", {
      "plus-minus": { learn: { decay: 0.5 }, estimate: { helps: 0.8 } },
    }).rules
    const decay = (params: unknown) => (params as { learn: { decay: number } }).learn.decay
    expect([decay(credit[0]!.params), decay(value[0]!.params)]).toEqual([0.5, 0.5])
    expect((value[0]!.params.estimate as { helps: number }).helps).toBe(0.8)
    expect("estimate" in credit[0]!.params).toBe(false)
    expect(() => preset("mettle", { "plus-minus": { nothing: 1 } })).toThrow(/has no param "nothing"/)
  })

  it("is set, merged, told and taken out by its place", () => {
    const one = withLeaf({}, "slots", "perTopic", 2)
    const two = mergeOverrides(one, { "pooled-thompson": { choose: { margin: 0.1 } } })
    expect(two).toEqual({ slots: { perTopic: 2 }, "pooled-thompson": { choose: { margin: 0.1 } } })
    expect(changedLeaves(WATCHERS, two)).toEqual([
      { rule: "slots", path: "perTopic", from: 1, to: 2 },
      { rule: "pooled-thompson", path: "choose.margin", from: 0.004, to: 0.1 },
    ])
    expect(changedLeaves(WATCHERS, { slots: { perTopic: 1 } })).toEqual([])
    expect(withLeaf(two, "pooled-thompson", "choose.margin", undefined)).toEqual(one)
  })

  it("is dropped when the rules have it no more, or in another shape", () => {
    const old = { slots: { perTopic: 2, gone: 3 }, "no-such-rule": { x: 1 }, uses: 3, "value-weighted": { base: "x" } }
    expect(stillFitting(WATCHERS, old as never)).toEqual({ slots: { perTopic: 2 } })
  })

  it("must lie in its range", () => {
    const range = { least: 0, most: 1, whole: false }
    expect(outOfRange({ ...range, value: 0.5 })).toBe(null)
    expect(outOfRange({ ...range, value: -0.1 })).toBe("must be at least 0")
    expect(outOfRange({ ...range, value: [0.5, 1.1] })).toBe("must be at most 1")
    expect(outOfRange({ ...range, whole: true, value: 0.5 })).toBe("must be a whole number")
  })
})
