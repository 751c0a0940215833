import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jsonLines, LABS } from "../../src/cli/machines/lab.ts"
import { folder, given, world } from "./world.ts"

const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line))

describe("design 10: mettle lab", () => {
  it("answers every line in order, touching no store", async () => {
    const { run, home } = world()
    const ran = await run(["lab", "redact"], {
      stdin: given('{"id":1,"text":"a"}\n{"id":', '2,"text":"b"}\n\n', '{"id":3}'),
    })
    expect(ran).toMatchObject({ code: 0, err: "" })
    expect(lines(ran.out).map(answer => answer.id)).toEqual([1, 2, 3])
    expect(lines(ran.out)[0]).toEqual({ id: 1, text: "a", found: [] })
    expect(existsSync(join(home, "data"))).toBe(false)
  })
  it("a bad line is answered too, counted, and makes the exit code 1", async () => {
    const ran = await world().run(["lab", "redact"], {
      stdin: given('{"id":1,"text":"a"}\nnonsense\n[1]\n{"id":2,"text":"b"}\n'),
    })
    expect(ran.code).toBe(1)
    expect(ran.err).toContain("2 lines could not be answered")
    expect(lines(ran.out).map(answer => [answer.id, "error" in answer])).toEqual([
      [1, false],
      [null, true],
      [null, true],
      [2, false],
    ])
  })
  it("a wrong preset, parameter file or missing --docs is said once", async () => {
    const { run } = world()
    expect(await run(["lab", "redact", "--preset", "evolvr"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("evolver"),
    })
    expect(await run(["lab", "redact", "--params", "/nonexistent.json"])).toMatchObject({ code: 4 })
    const file = join(folder(), "p.json")
    writeFileSync(file, "[]")
    expect(await run(["lab", "redact", "--params", file])).toMatchObject({ code: 2 })
    if (LABS.retrieve)
      expect(await run(["lab", "retrieve"])).toMatchObject({ code: 2, err: expect.stringContaining("--docs") })
  })
  it("retrieve ranks the documents of a file; a bad document is counted, missing text is no text", async () => {
    const docs = join(folder(), "docs.jsonl")
    writeFileSync(
      docs,
      '{"c":"x","id":"a","text":"redis url is missing"}\n{"c":"x","id":"b","text":"a cat"}\n{"c":"x","id":"e"}\noops\n',
    )
    for (const preset of ["mettle", "plain"]) {
      const ran = await world().run(["lab", "retrieve", "--docs", docs, "--preset", preset], {
        stdin: given('{"c":"x","qid":"q1","q":"redis url"}\n{"c":"y","qid":"q2"}'),
      })
      expect(ran.code).toBe(1)
      const answers = lines(ran.out)
      expect(answers.find(answer => answer.qid === "q1").ids[0]).toBe("a")
      expect(answers.find(answer => answer.qid === "q2").ids).toEqual([])
      expect(answers.filter(answer => "error" in answer)).toHaveLength(1)
    }
  })
  it("credit reads a whole log and answers one line per card; a preset it does not know is said once", async () => {
    const cand = { id: "t1", score: 1, rank: 1, pi: 1, shown: true, mode: "top" }
    const episode = {
      ep: 1,
      day: 1,
      repo: "r",
      endReason: "closed",
      closing: 0,
      durMin: 5,
      prompts: [{ idx: 0, cand: [cand], tools: [], fb: null }],
    }
    const log = [...Array(5).keys()].map(ep => `${JSON.stringify({ ...episode, ep })}\n`)
    const ran = await world().run(["lab", "credit"], { stdin: given(...log, "oops\n") })
    expect(ran.code).toBe(1)
    const answers = lines(ran.out)
    expect(answers.filter(answer => answer.card === "t1")).toHaveLength(1)
    expect(await world().run(["lab", "credit", "--preset", "nothing"], { stdin: given(...log) })).toMatchObject({
      code: 2,
      out: "",
    })
  })
  it.each(Object.keys(LABS).filter(name => "each" in LABS[name]!))(
    "%s: an empty line object gets one answer with its id; missing fields mean unknown",
    async name => {
      for (const preset of ["mettle", "evolver"]) {
        const ran = await world().run(["lab", name, "--preset", preset], { stdin: given('{"id":"x"}\n') })
        expect(ran.err).toBe("")
        expect(lines(ran.out)).toHaveLength(1)
        expect(lines(ran.out)[0].id).toBe("x")
      }
    },
  )
})

describe("reading JSONL", () => {
  it("does not depend on where the bytes were cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.nat(), text: fc.string({ unit: "grapheme" }) }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (rows, size) => {
          const bytes = new TextEncoder().encode(rows.map(row => `${JSON.stringify(row)}\n`).join(""))
          async function* pieces() {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
          }
          const read: unknown[] = []
          for await (const item of jsonLines(pieces())) read.push("line" in item ? item.line : item.error)
          expect(read).toEqual(rows)
        },
      ),
    )
  })
})
