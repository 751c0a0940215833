// A setting that nothing reads is a promise nobody keeps: every key of config-keys.ts is asked for somewhere.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { KEYS } from "../../src/config-keys.ts"
import { WATCHERS } from "../../src/core/rules/registry.ts"
import { settingOf } from "../../src/open.ts"

const src = join(import.meta.dirname, "..", "..", "src")

test("[S2-80 … S2-95] every setting is read by something", () => {
  const code = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter(file => file.endsWith(".ts") && !file.endsWith("config-keys.ts"))
    .map(file => readFileSync(join(src, file), "utf8"))
    .join("\n")
  const ways = (key: string): readonly string[] => [
    ...[`get("${key}")`, `current("${key}")`, `values.${key} `, `values["${key}"]`],
  ]
  const followed = WATCHERS.flatMap(rule => Object.keys(rule.params).map(param => settingOf(rule, param)))
  const read = (key: string): boolean => ways(key).some(way => code.includes(way)) || followed.some(is => is === key)
  expect(Object.keys(KEYS).filter(key => !read(key))).toEqual([])
})
