// Redaction on its generated corpus, and the promises every text gets: stable, well-formed, linear, never thrown at.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { allFormats } from "../../../src/core/redact/formats.ts"
import { redact } from "../../../src/core/redact/redact.ts"
import { MASKS } from "../../../src/core/redact/span.ts"
import { labRedact } from "../../../src/lab/each.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"
import { benignRows } from "./corpus-benign.ts"
import { secretRows, survives } from "./corpus-secrets.ts"
import { rollDice } from "./dice.ts"

const SEEDS = [11, 12, 13]
const LONE = /\p{Surrogate}/u

describe("redact", () => {
  it("catches at least 95% of 150+ fake secrets [security-4]", () => {
    for (const seed of SEEDS) {
      const rows = secretRows(rollDice(seed))
      const missed = rows.filter(row => row.secrets.some(secret => survives(secret, redact(row.text).text)))
      expect(rows.length).toBeGreaterThanOrEqual(150)
      expect(missed.length / rows.length, missed.map(row => row.id).join(", ")).toBeLessThanOrEqual(0.05)
    }
  })

  it("leaves at least 98% of 150+ look-alikes alone [security-4]", () => {
    for (const seed of SEEDS) {
      const rows = benignRows(rollDice(seed))
      const harmed = rows.filter(row => redact(row.text).text !== row.text)
      expect(rows.length).toBeGreaterThanOrEqual(150)
      expect(harmed.length / rows.length, harmed.map(row => row.id).join(", ")).toBeLessThanOrEqual(0.02)
    }
  })

  it("knows at least 60 vendor formats, each kind fit for a mask", () => {
    const kinds = new Set(allFormats.map(entry => entry.kind))
    expect(kinds.size).toBeGreaterThanOrEqual(60)
    for (const kind of kinds) expect(kind).toMatch(/^[a-z0-9-]{1,40}$/)
  })

  it.each([
    ["a declared variable with its default", 'variable "smtp_password" {\n  type = string\n  default = "@@"\n}'],
    ["pairs parted by blanks, as logs print them", "login refused user=report password=@@ peer=10.0.0.2"],
    ["a label of several words in another language", "Das Passwort für den alten Mailserver: @@ (nur intern)"],
    ["a sentence in French", "le mot de passe du compte de test c'est @@"],
    ["a sentence in Japanese", "パスワードは @@ です"],
    ["the second word of a command", "wpa_passphrase OfficeNet @@"],
  ])("finds %s [security-4]", (_, frame) => {
    const secret = ["tq8R", "#vLm2", "wZx!9"].join("")
    expect(redact(frame.replace("@@", secret)).text).not.toContain(secret)
  })
  it.each([
    "Acme.Core, Version=2.1.0.0, Culture=neutral, PublicKeyToken=9d1c5e77ab30f2c4",
    "the public key token=9d1c5e77ab30f2c4 of the assembly",
    "connect(user=name, password=passwordFrom(vault), host=primary)",
    "Passwort für den Nutzer: siehe Tresor",
  ])("leaves alone: %s [security-4]", text => {
    expect(redact(text).text).toBe(text)
  })

  it("names the kind", () => {
    const d = rollDice(1)
    const secret = ["gh", "p_", d.alnum(36)].join("")
    const text = `use ${secret} now`
    const result = redact(text)
    expect(result.text).toBe("use [masked: github-token] now")
    expect(result.kinds).toEqual(["github-token"])
  })

  it("names every mask once, and leaves what stands between them as it was", () => {
    for (const row of secretRows(rollDice(21))) {
      const { text, kinds } = redact(row.text)
      expect(text.match(MASKS)?.length ?? 0, row.id).toBe(kinds.length)
      let at = 0
      for (const between of text.split(MASKS)) {
        expect(row.text.indexOf(between, at), row.id).toBeGreaterThanOrEqual(at)
        at = row.text.indexOf(between, at) + between.length
      }
    }
  })

  it("does not count a mask that stood there, and counts one that swallowed it", () => {
    expect(redact("token [masked: token] here").kinds).toEqual([])
    const again = redact("[masked: password] then password=hunter2hunter2X9")
    expect(again).toEqual({ text: "[masked: password] then password=[masked: password]", kinds: ["password"] })
  })

  it("drops private passages, closed, nested or never closed", () => {
    expect(redact("a <private>x y</private> b").text).toBe("a [private] b")
    expect(redact("a <PRIVATE>x <private>y</private> z</private> b").text).toBe("a [private] b")
    expect(redact("a <private>x y\nz").text).toBe("a [private]")
    expect(redact("a </private> b").text).toBe("a </private> b")
  })
})

const fragments = fc.constantFrom(
  ..."password token secret api_key key is = : -- \" ' ` \\ \n [masked: x] [masked: [private] <private> </private> ://u: @h ?sig= Bearer Cookie: sid= ; & -----BEGIN PRIVATE KEY----- -----END PRIVATE KEY----- AKIA eyJ sk- . %3D \\n { } , | kind:Secret data:".split(
    " ",
  ),
  " ",
  "\n",
  "  ",
  "😀",
  "\ud800",
)
const jumble = fc
  .array(fc.oneof(fragments, fc.string({ maxLength: 12 }), fc.string({ unit: "binary", maxLength: 6 })), {
    maxLength: 60,
  })
  .map(parts => parts.join(""))
const realistic = fc
  .tuple(
    fc.integer({ min: 1, max: 1e6 }),
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 0, max: 400 }),
  )
  .map(([seed, pick, from, drop]) => {
    const rows = secretRows(rollDice(seed))
    const text = rows[pick % rows.length]!.text
    return text.slice(from % text.length, Math.max(from % text.length, text.length - (drop % text.length)))
  })

describe("redact on any text", () => {
  it("is stable: a second run changes nothing", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jumble,
          fc.tuple(jumble, jumble).map(parts => parts.join("password=aB3xYz98Qw")),
        ),
        text => {
          const once = redact(text).text
          expect(redact(once).text).toBe(once)
        },
      ),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(realistic, text => {
        const once = redact(text).text
        expect(redact(once).text).toBe(once)
      }),
      { numRuns: 150 },
    )
  })

  it("never throws and never leaves a lone surrogate", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jumble,
          fc.string({ unit: "binary" }),
          fc.uint16Array().map(units => String.fromCharCode(...units)),
        ),
        text => {
          expect(LONE.test(redact(text).text)).toBe(false)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it("hears a password under a label of several words, in four groups of letters, and a wallet's phrase [security-4]", () => {
    const { password } = rollDice(11)
    const made = password()
    for (const text of [
      `senha do banco de produção = ${made}`,
      `la password del router è ${made}`,
      "my gmail app password: qzvk hwtn oepl rydm use that",
      "seed phrase of the test wallet: gravity lemon turtle obscure basic fabric window hazard ripple mango donor sketch",
    ]) {
      const masked = redact(text).text
      for (const secret of [made, "hwtn oepl", "lemon turtle"]) expect(masked).not.toContain(secret)
    }
  })
  it("stays linear on baits for backtracking [security-11]", () => {
    const baits = [
      "a",
      "password",
      "password=",
      "-",
      "://a:",
      "key ",
      "eyJ.",
      "\\n",
      "<private>",
      "token token ",
      "-----BEGIN PRIVATE KEY-----",
      "Bearer ",
      "x=1;",
      '"name":"password",',
      "0a",
      "pass phrase ",
      "[masked: a]",
      "A-",
      "cookie:",
      "is the ",
      "-----END PRIVATE KEY-----",
      "sk-",
      "password=“",
      "\\",
      ",",
      ";",
    ]
    for (const bait of baits) {
      const mask = (size: number) => redact(bait.repeat(Math.ceil(size / bait.length)))
      expect(growth(mask, 25_000), bait).toBeLessThan(GROWS_LINEARLY)
    }
    // The same behind a name, an address and a key's mark, and before a key's end.
    for (const [before, after] of [
      ["password: ", ""],
      ["https://u:", ""],
      ["-----BEGIN PRIVATE KEY-----\n", "!"],
      ["", "\n-----END PRIVATE KEY-----"],
    ])
      for (const bait of ["\\", ",", ";", ".", "sk-", "password="]) {
        const mask = (size: number) => redact(before + bait.repeat(Math.ceil(size / bait.length)) + after)
        expect(growth(mask, 12_000), `${before}${bait}${after}`).toBeLessThan(GROWS_LINEARLY)
      }
    // One long line before an end mark without a beginning, within what is looked back over.
    for (const line of ["A", " "]) {
      const mask = (size: number) => redact(`a${line.repeat(size)}!\n-----END PRIVATE KEY-----\n`)
      expect(growth(mask, 4000), line).toBeLessThan(GROWS_LINEARLY)
    }
  }, 60_000)
})

describe("lab redact", () => {
  it("answers a line with its id, the masked text and the kinds", () => {
    const answer = labRedact({ id: 7, text: `password=${rollDice(3).password()}` })
    expect(answer.id).toBe(7)
    expect(answer.found).toEqual([{ kind: "password" }])
    expect(labRedact({ id: "a" })).toEqual({ id: "a", text: "", found: [] })
  })
})
