// Redaction on the three corpora written blind to the rules, on fixed seeds.
// At first sight the second was caught at .947 (false .010), the third at .899 (.020), the fourth, contexts only, at .75 (0).

import { describe, expect, it } from "vitest"
import { redact } from "../../../src/core/redact/redact.ts"
import { survives } from "./corpus-secrets.ts"
import { rollDice } from "./dice.ts"
import { fourthBenignRows, fourthSecretRows } from "./fourth-corpus.ts"
import { secondBenignRows } from "./second-benign.ts"
import { secondSecretRows } from "./second-corpus.ts"
import { thirdBenignRows } from "./third-benign.ts"
import { thirdSecretRows } from "./third-corpus.ts"

const SEEDS = [101, 102]

describe.each([
  ["second", secondSecretRows, secondBenignRows],
  ["third", thirdSecretRows, thirdBenignRows],
  ["fourth", fourthSecretRows, fourthBenignRows],
] as const)("the %s corpus", (_name, secrets, benign) => {
  it("is caught to at least 95% of its secrets, and stays as it is when redacted again [security-4]", () => {
    for (const seed of SEEDS) {
      const rows = secrets(rollDice(seed))
      expect(rows.length).toBeGreaterThanOrEqual(80)
      const missed = rows.filter(row => {
        const { text } = redact(row.text)
        expect(redact(text).text, row.id).toBe(text)
        return row.secrets.some(secret => survives(secret, text))
      })
      expect(missed.length / rows.length, missed.map(row => row.id).join(", ")).toBeLessThanOrEqual(0.05)
    }
  })

  it("is left alone in at least 98% of its look-alikes [security-4]", () => {
    for (const seed of SEEDS) {
      const rows = benign(rollDice(seed))
      expect(rows.length).toBeGreaterThanOrEqual(80)
      const harmed = rows.filter(row => redact(row.text).text !== row.text)
      expect(harmed.length / rows.length, harmed.map(row => row.id).join(", ")).toBeLessThanOrEqual(0.02)
    }
  })
})
