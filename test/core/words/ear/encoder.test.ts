// The encoder's arithmetic: whole numbers, so that every machine finds the same; its pieces and windows lead back to the text.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encode } from "../../../../src/core/words/ear/encode.ts"
import { readEncoder } from "../../../../src/core/words/ear/encoder.ts"
import { GROUP, half, machine, WIDTH } from "../../../../src/core/words/ear/machine.ts"
import { piecesOf, windowsOf } from "../../../../src/core/words/ear/windows.ts"
import { sentencesOf } from "../../../../src/core/words/sentences.ts"
import { builtInEncoder } from "../../../../src/meaning/ear.ts"
import { assetPath } from "../../../../src/meaning/word-table.ts"

const { vocabulary } = builtInEncoder()
const program = readFileSync(assetPath("encoder.wasm"))
const words = Array.from({ length: 400 }, (_, i) => `Please keep the ${i % 7 === 0 ? "build" : "tests"} green.`)

describe("the encoder", () => {
  it("multiplies by 4-bit weights without losing a bit", () => {
    const [rows, columns, n] = [8, 2 * GROUP, 5]
    const run = machine(program)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -7, max: 7 }), { minLength: rows * columns, maxLength: rows * columns }),
        fc.array(fc.integer({ min: -127, max: 127 }), { minLength: n * columns, maxLength: n * columns }),
        (weights, said) => {
          const bytes = new Uint8Array(rows * 2 * 2 + (rows * columns) / 2)
          for (let g = 0; g < rows * 2; g++) bytes.set([0, 0x3c], 2 * g) // a scale of 1
          weights.forEach((w, i) => {
            bytes[rows * 2 * 2 + (i >> 1)]! |= (w + 8) << (i & 1 ? 4 : 0)
          })
          const x = Float64Array.from(said)
          // the greatest of every group at 127: nothing is rounded
          for (let g = 0; g < x.length; g += GROUP) x[g] = 127
          const out = run.place(new Float64Array(n * rows).fill(1))
          run.product(run.dense({ rows, columns, bytes }, new Float64Array(rows).fill(0.5)), run.place(x), out, n)
          const got = run.at(out, n * rows)
          for (let i = 0; i < n; i++)
            for (let r = 0; r < rows; r++) {
              let sum = 1.5
              for (let k = 0; k < columns; k++) sum += weights[r * columns + k]! * x[i * columns + k]!
              expect(got[i * rows + r]).toBeCloseTo(sum, 6)
            }
        },
      ),
      { numRuns: 20 },
    )
    expect([half(0x3c00), half(0xc000), half(0x0001)]).toEqual([1, -2, 2 ** -24])
  })
  it("is the one that was fitted, and says the same on every machine", () => {
    const bytes = readFileSync(assetPath("encoder.bin.br"))
    const pinned = [...readFileSync("docs/ear.md", "utf8").matchAll(/`([0-9a-f]{64})`/g)].map(m => m[1])
    const hashes = [bytes, readFileSync(assetPath("ear.bin"))].map(b => createHash("sha256").update(b).digest("hex"))
    expect(hashes).toEqual(pinned)
    const text = "never push to main. now fix the test"
    const said = encode(builtInEncoder(), text, sentencesOf(text), "done.")
    expect(said.each[0]).toBeGreaterThan(said.each[1]! + 1)
    expect(said.each.map(x => x.toFixed(9))).toMatchInlineSnapshot(`
      [
        "1.291842938",
        "-4.073682120",
      ]
    `)
    expect(() => readEncoder(new Uint8Array(20), program)).toThrow("not an encoder")
  })
  it("bends by the exponential that JavaScript knows", () => {
    const run = machine(program)
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), v => {
        const x = run.place(Float64Array.of(v, -v))
        run.bend(x, 2)
        const bent = (w: number) => w / (1 + Math.exp(-1.5957691216057308 * (w + 0.044715 * w * w * w)))
        for (const [i, w] of [v, -v].entries()) expect(run.at(x, 2)[i]).toBeCloseTo(bent(w), 12)
      }),
    )
  })
  it("gives the same states whatever else is asked for", () => {
    const encoder = builtInEncoder()
    const ids = [2, 40, 41, 42, 3, 50, 51, 52, 3]
    const said = [0, 0, 0, 0, 0, 1, 1, 1, 0]
    const all = Float64Array.from(encoder.states(ids, said, 1))
    const asked = Float64Array.from(encoder.states(ids, said, 5))
    const row = all.length / ids.length
    expect(asked).toEqual(Float64Array.of(...all.subarray(0, row), ...all.subarray(5 * row)))
  })
  it("cuts words into pieces that lead back to the text", () => {
    const text = "Dön't re-run  the ÜBERtests, 好的"
    const pieces = piecesOf(vocabulary, text)
    const names = [...vocabulary.keys()]
    expect(pieces.slice(0, 3).map(p => names[p.id])).toEqual(["don", "'", "t"])
    for (const { at } of pieces) expect(text[at]).toMatch(/\S/)
    expect(pieces.map(p => p.at)).toEqual(pieces.map(p => p.at).toSorted((a, b) => a - b))
  })
  it("reads a long message in windows, each of its sentences in one of them", () => {
    const text = words.slice(0, 40).join(" ")
    const all = sentencesOf(text)
    const windows = windowsOf(vocabulary, text, all, "")
    expect(windows.length).toBeGreaterThan(1)
    for (const w of windows) expect(w.ids.length).toBeLessThanOrEqual(WIDTH)
    const held = windows.flatMap(w => w.sentences)
    expect(held.toSorted((a, b) => a - b)).toEqual(all.map((_, k) => k))
    // a very long one by its front and its end
    expect(windowsOf(vocabulary, words.join(" "), sentencesOf(words.join(" ")), "").length).toBeLessThanOrEqual(6)
  })
})
