// Every command line that a page or a document shows is one that the program would take: known command, known flags, known
// setting. What a person copies must work.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parseCommand } from "../../src/cli/command.ts"
import { named } from "../../src/cli/commands.ts"
import { KEYS } from "../../src/config-keys.ts"
import { ROOT, sources } from "./source.ts"

/** Command lines in quotes in our sources: what "as a command" shows. A hint may be a sentence. */
const inSources = sources("src")
  .filter(({ path }) => /^src\/(?:dashboard|http)\//.test(path))
  .flatMap(({ path, code }) =>
    [...code.matchAll(/(?<!hint: )["'`](mettle [a-z][^"'`\n]*(?:"…")?)["'`]/g)].map(found => ({
      where: path,
      line: found[1]!,
    })),
  )

/** Documents that people write; what is generated is checked by its generator. */
const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter(file => file.endsWith(".md"))
    .map(file => `docs/${file}`),
]
const inPages = PAGES.flatMap(where => {
  const text = readFileSync(join(ROOT, where), "utf8")
  const inline = [...text.matchAll(/`((?:npx )?mettle [a-z][^`\n]*)`/g)].map(found => found[1]!)
  const typed = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(block =>
    block[1]!
      .split("\n")
      .map(line => line.replace(/ {2,}#.*$/, "").trim())
      .filter(line => /^(?:npx |bin\/)?mettle [a-z]/.test(line)),
  )
  return [...inline, ...typed].map(line => ({
    where,
    line: line.replace(/^(?:npx |bin\/)/, "").replace(/ (?:&&|\||>) .*$/, ""),
  }))
})

const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/\$\{[^}]*\}/g, "x").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(w => w[1] ?? w[2] ?? w[3]!)

async function broken({ where, line }: { where: string; line: string }): Promise<string[]> {
  const [, ...words] = wordsOf(line)
  const [name] = words
  // A sentence that begins with the name, such as "mettle held this call once", is no command line.
  if (name === "help" || name === "held") return []
  const found = named(words)
  if (!found) return [`${where}: ${line}: no command ${name}`]
  if (found.was !== null) return [`${where}: ${line}: lives elsewhere now: mettle ${found.name}`]
  const { rest } = found
  const { command } = await found.what.load()
  try {
    parseCommand(
      command,
      rest.filter(word => word !== "…"),
    )
  } catch (error) {
    const told = (error as Error).message
    // A name alone stands for the command, whatever words it would need.
    if (rest.length > 0 || !told.includes("needs")) return [`${where}: ${line}: ${told}`]
  }
  const [act, key] = rest
  const isSetting = name === "config" && (act === "set" || act === "get") && key !== undefined && !/[<…]/.test(key)
  return isSetting && !(key in KEYS) ? [`${where}: ${line}: no setting ${key}`] : []
}

describe("command lines that are shown are command lines that work", () => {
  it("in the dashboard and the HTTP door", async () => {
    expect(inSources.length).toBeGreaterThan(10)
    expect((await Promise.all(inSources.map(broken))).flat()).toEqual([])
  })
  it("in the README and the documents", async () => {
    expect(inPages.length).toBeGreaterThan(10)
    expect((await Promise.all(inPages.map(broken))).flat()).toEqual([])
  })
  it("and the check catches a planted one", async () => {
    const planted = [
      "mettle replay --rule a",
      "mettle nosuch",
      "mettle norms",
      "mettle config set retention.content 180d",
      "mettle undo --all=1",
    ]
    for (const line of planted) expect(await broken({ where: "planted", line })).toHaveLength(1)
  })
})
