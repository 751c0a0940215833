// docs/sdk.md is generated from src/sdk/contract.ts, src/core/promised.ts and src/index.ts; `UPDATE_DOCS=1 npx vitest run test/sdk/page` writes it anew.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ROOT } from "../house/source.ts"

const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), "utf8")

/** What the library promises, and the shapes of it that the memory shares. */
const contract = (): string => `${read("src", "sdk", "contract.ts")}\n${read("src", "core", "promised.ts")}`

interface Declared {
  readonly name: string
  readonly about: string
  readonly text: string
}

/** Exported interfaces and types with the comment before them. The contract is plain declarations: braces are enough to end one. */
function declarations(source: string): readonly Declared[] {
  const found: Declared[] = []
  const start = /^\/\*\* ([^\n]+) \*\/\nexport (?:interface|type) (\w+)/gm
  for (const at of source.matchAll(start)) {
    const from = source.indexOf("export", at.index + at[1]!.length)
    const next = source.indexOf("\n\n/** ", from)
    const text = source.slice(from, next < 0 ? undefined : next)
    found.push({
      name: at[2]!,
      about: at[1]!,
      text: text
        .replaceAll("readonly ", "")
        .replace(/^export /, "")
        .trim(),
    })
  }
  return found
}

const INTRO = `# The library

\`\`\`ts
import { openMemory } from "mettle"

await using m = await openMemory({ store: "memory" })
const ep = m.episode({ scope: "shop-api", host: "my-agent" })
await ep.user("always use pnpm, never npm")
await ep.end()
console.log((await m.pack({ scope: "shop-api", prompt: "add a dependency" })).text)
\`\`\`

ESM with types, Node 20.19 or newer. No global state, no network, no model unless you bring one. Clock, chance, store, embedder
and model are options. Errors are \`MettleError\` with a \`code\` (\`mettle help errors\`); every wait takes an \`AbortSignal\` and
rejects with \`E_INTERRUPTED\`. Whole programs stand in [examples/](../examples), words in [concepts](concepts.md), events in
[log-format](log-format.md).

This page is generated from the types (\`src/sdk/contract.ts\`, \`src/core/promised.ts\`), which semantic versioning covers. \`readonly\` is left out.
`

function page(): string {
  const all = declarations(contract())
  const first = ["Mettle", "MemoryOptions", "EpisodeHandle", "Cards"]
  const order = [
    ...first.flatMap(name => all.filter(d => d.name === name)),
    ...all.filter(d => !first.includes(d.name)),
  ]
  return [
    INTRO,
    "## Exports\n",
    "| name | what |",
    "|---|---|",
    "| `openMemory(options?: MemoryOptions): Promise<Mettle>` | opens a memory |",
    "| `memoryStore(): StorePorts` | a store in RAM, to share between openings |",
    "| `eventSchemas(): Record<string, JsonSchema>` | JSON Schema of every event of the log |",
    "| `MettleError`, `isCode(error, code)` | typed errors |",
    `| types | ${[...order.map(d => d.name), "Code", "ErrorParts", "JsonSchema", ...wordTypes()].map(name => `\`${name}\``).join(", ")} |`,
    "",
    "## Types\n",
    ...order.map(({ name, about, text }) => `### ${name}\n\n${about}\n\n\`\`\`ts\n${text}\n\`\`\`\n`),
  ].join("\n")
}

/** Words of the core that stand in the contract. */
const wordTypes = (): readonly string[] =>
  (/export type \{ ([^}]+) \} from "\.\/core\/model\.ts"/.exec(read("src", "index.ts"))?.[1] ?? "").split(", ")

describe("docs/sdk.md", () => {
  it("says what the types say", () => {
    const file = join(ROOT, "docs", "sdk.md")
    if (process.env.UPDATE_DOCS) writeFileSync(file, page())
    expect(readFileSync(file, "utf8"), "UPDATE_DOCS=1 npx vitest run test/sdk/page").toBe(page())
  })
  it("every exported type is explained, and every member of the memory has its line", () => {
    const source = contract()
    const exported = [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name)
    expect(declarations(source).map(d => d.name)).toEqual(exported)
    const index = read("src", "index.ts")
    for (const { name, about } of declarations(source)) expect(about.length, name).toBeLessThan(140)
    for (const name of ["openMemory", "memoryStore", "eventSchemas", "MettleError", "isCode"])
      expect(index.includes(name) && page().includes(name), name).toBe(true)
  })
})
