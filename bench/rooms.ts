// How large the house is, counted from the tree: lines and files, the fullest folder, commands, long functions, what core says in
// regular expressions, what is exported for nobody. --root DIR counts another checkout; --test times `npm test` too, which takes minutes.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { COMMANDS } from "../src/cli/commands.ts"
import { source, tokensOf } from "../test/house/source.ts"
import { IMPORTERS, importedNowhere } from "../test/house/unused.ts"
import type { BenchArgs, Figures } from "./main.ts"

interface File {
  /** from the root */
  readonly path: string
  readonly text: string
}
function filesIn(root: string, folder: string, kind = /\.(?:tsx?|css)$/): readonly File[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && kind.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
      .map(at => ({ path: relative(root, at), text: readFileSync(at, "utf8") }))
  } catch {
    return []
  }
}
const linesOf = (files: readonly File[]): number =>
  files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0)

/** From the line a function begins on to the one it ends on, as Biome sees functions. */
const LONG = 50
function longFunctions(root: string): number {
  const dir = mkdtempSync(join(tmpdir(), "mettle-rooms-"))
  const rule = { noExcessiveLinesPerFunction: { level: "info", options: { maxLines: LONG / 2 } } }
  writeFileSync(join(dir, "biome.json"), JSON.stringify({ linter: { rules: { preset: "none", complexity: rule } } }))
  const words = ["lint", `--config-path=${dir}`, "--max-diagnostics=none", "--reporter=github", "src"]
  const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), words, { cwd: root, encoding: "utf8" })
  rmSync(dir, { recursive: true, force: true })
  const spans = [...stdout.matchAll(/line=(\d+),endLine=(\d+)/g)].map(([, from, to]) => Number(to) - Number(from) + 1)
  return spans.filter(span => span > LONG).length
}

function fullest(files: readonly File[]): { readonly folder: string; readonly files: number } {
  const count = new Map<string, number>()
  for (const { path } of files) count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1)
  const [[folder, most]] = [...count].sort((a, b) => b[1] - a[1]) as [[string, number]]
  return { folder, files: most }
}

/** What hears people: how it was called in 0.1, and how it is called now. */
const EAR = ["src/core/words", "src/core/propose", "src/core/feedback", "src/core/later-words"]

export async function run({ json, args }: BenchArgs): Promise<Figures> {
  const at = args.indexOf("--root")
  const root = resolve(at < 0 ? "." : args[at + 1]!)
  const own = root === resolve(".")
  const src = filesIn(root, "src")
  const expressions = src
    .filter(({ path }) => path.startsWith("src/core/"))
    .flatMap(({ text }) => tokensOf(text).filter(token => /^\/[^/*]/.test(token)))
  const importers = IMPORTERS.flatMap(folder => filesIn(root, folder, /\.tsx?$/))
  const figures: Record<string, unknown> = {
    lines: linesOf(src),
    files: src.length,
    fullest: fullest(src),
    ...(own ? { commands: COMMANDS.length } : {}),
    longFunctions: longFunctions(root),
    expressions: expressions.length,
    expressionBytes: expressions.reduce((sum, token) => sum + Buffer.byteLength(token), 0),
    importedNowhere: importedNowhere(importers.map(({ path, text }) => source(path, text))).length,
    earLines: EAR.reduce((sum, folder) => sum + linesOf(filesIn(root, folder)), 0),
  }
  if (args.includes("--test")) {
    const begun = performance.now()
    const { status } = spawnSync("npm", ["test"], { cwd: root, stdio: "ignore" })
    if (status !== 0) throw new Error(`npm test ended with ${status}`)
    figures.testSeconds = Math.round((performance.now() - begun) / 1000)
  }
  if (!json)
    for (const [what, value] of Object.entries(figures)) console.log(`${what.padEnd(16)} ${JSON.stringify(value)}`)
  return figures
}
