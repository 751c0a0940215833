// The tool that fits the ear: the same rows give the same bytes, and marked lines are read as they are written.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { hear } from "../../../../src/core/words/ear/hear.ts"
import { readEar } from "../../../../src/core/words/ear/model.ts"
import { builtInEncoder } from "../../../../src/meaning/ear.ts"
import { fitAbroad } from "../../../../tools/ear/abroad.ts"
import { examplesOf, fitHeads, fitKinds } from "../../../../tools/ear/learn.ts"
import { fitLogistic } from "../../../../tools/ear/logistic.ts"
import { pack } from "../../../../tools/ear/pack.ts"
import { gradeOf, read, written } from "../../../../tools/ear/rows.ts"
import { fitStances, meant } from "../../../../tools/ear/stance.ts"

const rows = written("tools/ear", "written").slice(0, 120)
const said = written("tools/ear", "said").slice(0, 120)

describe("fitting the ear", () => {
  it("reads our own messages: voice, what they say of the work, what lasts and where", () => {
    expect(rows.length).toBe(120)
    for (const row of rows) for (const d of row.d) expect(row.text.slice(d.at, d.at + d.q.length)).toBe(d.q)
    expect(rows.find(r => r.text === "use pnpm, not npm")).toMatchObject({ f: "none", d: [{ k: "rule", g: 2, at: 0 }] })
    expect(new Set(rows.map(gradeOf))).toEqual(new Set([0, 2]))
  })
  it("reads verdicts on people's messages: only those that were judged, with the words before them, by person", () => {
    const dir = mkdtempSync(join(tmpdir(), "mettle-read-"))
    const put = (name: string, file: string, lines: readonly object[]): void => {
      mkdirSync(join(dir, name))
      writeFileSync(join(dir, name, file), gzipSync(lines.map(line => JSON.stringify(line)).join("\n")))
    }
    put("prompts", "prompts.jsonl.gz", [
      { id: "a", repo: "ann/shop", prev: "done", text: "use tabs. fix it" },
      { id: "b", repo: "bo/site", text: "fix it" },
    ])
    const event = { s: "cli:1", dev: "dev1" }
    put("agent-transcripts", "events.jsonl.gz", [
      { ...event, i: 0, e: "assistant", text: "Pushed." },
      { ...event, i: 1, e: "user", text: "why? ask me first" },
    ])
    put("agent-transcripts-2", "events.jsonl.gz", [])
    const verdicts = join(dir, "read.json")
    writeFileSync(verdicts, JSON.stringify({ "prompts/a": [[0, 8, 2]], "agent-transcripts/cli:1#1": [] }))
    const real = [{ ...rows[0]!, repo: "ann/shop", owner: "ann" }]
    expect(read(join(dir, "standing"), verdicts, real)).toEqual([
      {
        ...{ id: "prompts/a", owner: "ann", w: 1, prev: "done", text: "use tabs. fix it", f: null, split: "read" },
        d: [{ q: "use tabs", at: 0, k: null, g: 2 }],
      },
      {
        ...{ id: "agent-transcripts/cli:1#1", owner: "cli/dev1", w: 1, prev: "Pushed.", text: "why? ask me first" },
        ...{ f: null, split: "read", d: [] },
      },
    ])
  })
  it("gives the same bytes each time, and an ear that learned from them", () => {
    const of = examplesOf(rows)
    const counted = { lasting: [1, 1, 0, 0], complaint: [1, 0], praise: [1, 0] }
    const joined = { lasting: [1, 1, 0, 0, 0, 0, 0], complaint: [1, 0, 0], praise: [1, 0, 0], counted }
    const made = () => {
      const heads = fitHeads(of)
      return pack(
        heads,
        fitAbroad(rows, said),
        fitKinds(of, heads.sentence.rarity),
        fitStances(meant("tools/ear").slice(0, 200)),
        joined,
        { sure: 0.5, heard: 0.2, plain: 0, aloud: 0 },
        "test",
      )
    }
    const bytes = made()
    expect(Buffer.compare(bytes, made())).toBe(0)
    const ear = readEar(bytes)
    const p = (text: string) => hear(ear, builtInEncoder, text, "").stretches[0]!.p
    expect(p("never use npm")).toBeGreaterThan(p("run the tests"))
  })
  it("finds the weights that part two classes", () => {
    const x = {
      starts: Int32Array.from([0, 1, 2, 3, 4]),
      keys: Int32Array.from([0, 0, 1, 1]),
      values: Float32Array.from([1, 1, 1, 1]),
    }
    const fit = fitLogistic(x, Float64Array.from([1, 1, 0, 0]), new Float64Array(4).fill(1), 2, 10)
    expect(fit.weights[0]).toBeGreaterThan(1)
    expect(fit.weights[1]).toBeLessThan(-1)
  })
})
