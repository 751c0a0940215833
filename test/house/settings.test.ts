// A setting that nothing reads is a promise nobody keeps: every key of config-keys.ts is asked for somewhere.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { KEYS } from "../../src/config-keys.ts"

const src = join(import.meta.dirname, "..", "..", "src")

test("[S2-80 … S2-95] every setting is read by something", () => {
  const code = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter(file => file.endsWith(".ts") && !file.endsWith("config-keys.ts"))
    .map(file => readFileSync(join(src, file), "utf8"))
    .join("\n")
  const ways = (key: string): readonly string[] => [`get("${key}")`, `current("${key}")`, `values.${key} `]
  expect(Object.keys(KEYS).filter(key => !ways(key).some(way => code.includes(way)))).toEqual([])
})
