// The cut of a long text: no half of a secret survives at it, whatever the length before it and however the text breaks.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { redactWindow } from "../../../src/core/redact/redact.ts"
import { survives } from "./corpus-secrets.ts"
import { rollDice } from "./dice.ts"

const WINDOW = { head: 4096, tail: 4096 }

describe("redactWindow", () => {
  it("leaves no half of a secret at either edge, wherever the cut falls [security-4]", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 0, max: 220 }),
        fc.constantFrom("\n", " ", ", ", '","'),
        fc.boolean(),
        (seed, shift, joint, isTail) => {
          const d = rollDice(seed)
          const secret = d.alnum(120)
          const fill = (n: number): string => `${"word".padEnd(7, "s")}${joint}`.repeat(Math.ceil(n / 8)).slice(0, n)
          const line = `api_token=${secret}`
          const far = fill(9000)
          const text = isTail
            ? `${far}${joint}${line}${joint}${fill(WINDOW.tail - shift)}`
            : `${fill(WINDOW.head - shift)}${joint}${line}${joint}${far}`
          expect(survives(secret, redactWindow(text, WINDOW).text)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  it("masks a head so full of keys that the cut would be kept", () => {
    const d = rollDice(5)
    const block = `-----BEGIN ${["RSA PRI", "VATE KEY"].join("")}-----\n${Array.from({ length: 60 }, () => d.base64(64)).join("\n")}\n-----END ${["RSA PRI", "VATE KEY"].join("")}-----\n`
    const secret = d.hex(64)
    for (let shift = 0; shift < 90; shift += 7) {
      const head = `${block}${"x ".repeat(4000)}`.slice(0, WINDOW.head - shift)
      const text = `${head}\nSECRET_TOKEN=${secret}\n${"plain words here\n".repeat(600)}`
      expect(survives(secret, redactWindow(text, WINDOW).text), String(shift)).toBe(false)
    }
  })

  it("drops a private passage that opens or closes in the part cut out", () => {
    const filler = "open words\n".repeat(900)
    const text = `${filler}<private>${"hidden matter\n".repeat(500)}</private>\nthe end`
    const clean = redactWindow(text, WINDOW)
    expect(clean.text).not.toContain("hidden matter")
    expect(clean.text).toContain("the end")
    expect(clean.kinds).toContain("private")
  })

  it("drops at most 8192 characters of a word that has no end, before and after the cut [security-11]", () => {
    const window = { head: 20_000, tail: 20_000 }
    for (const before of [0, 100, 5000]) {
      const { text } = redactWindow(`${"ab ".repeat(before)}${"~".repeat(90_000)}`, window)
      const [head = "", tail = ""] = text.split(/…[^…]*…/)
      expect(head).toHaveLength(20_000 - 1024 - Math.min(8192, 20_000 - 1024 - 3 * before))
      expect(tail).toHaveLength(20_000 - 1024 - 8192)
    }
  })

  it("is redact itself for a text that fits", () => {
    expect(redactWindow("use [masked: token] now", WINDOW)).toEqual({ text: "use [masked: token] now", kinds: [] })
  })
})
