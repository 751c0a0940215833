// docs/config.schema.json is generated from src/config-keys.ts; `UPDATE_DOCS=1 npm test` writes it anew.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { toJSONSchema } from "zod/mini"
import { KEYS, type Key } from "../src/config-keys.ts"
import { ROOT } from "./house/source.ts"

interface Node {
  [key: string]: unknown
  properties: Record<string, Node>
}
const group = (): Node => ({ type: "object", additionalProperties: false, properties: {} })

function generated(): string {
  const root: Node = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "mettle config.json",
    description: "Settings of mettle. A repository's own .mettle/config.json may only set what is marked so.",
    ...group(),
  }
  root.properties.$schema = { type: "string" } as unknown as Node
  for (const [name, key] of Object.entries(KEYS) as [string, Key][]) {
    const parts = name.split(".")
    let at = root
    for (const part of parts.slice(0, -1)) at = at.properties[part] ??= group()
    const { $schema: _dialect, ...shape } = toJSONSchema(key.shape as never) as Record<string, unknown>
    at.properties[parts.at(-1)!] = {
      description: key.about,
      default: key.fallback,
      ...shape,
      "x-repository": key.project,
    } as unknown as Node
  }
  return `${JSON.stringify(root, null, 2)}\n`
}

it("[D65] docs/config.schema.json says what the loader accepts", () => {
  const file = join(ROOT, "docs", "config.schema.json")
  if (process.env.UPDATE_DOCS) writeFileSync(file, generated())
  expect(readFileSync(file, "utf8")).toBe(generated())
})
