// npm run bench [-- name …flags]: runs bench/<name>.ts, or all of them in the order below, which are then written to
// bench/results.json with the machine and the commit; several names (a,b,c), or one with
// --write, run as in the whole and replace their part of it. --json ends with one line of JSON holding the figures.
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { readmeWith } from "../tools/claims.ts"
import { proofPage } from "../tools/proof-page.ts"
import { replayPage } from "../tools/replay-page.ts"

export interface BenchArgs {
  /** folder of the data and documents that benches measure on; never copied into the project */
  readonly shared: string
  readonly json: boolean
  readonly args: string[]
}
export type Figures = Record<string, unknown>

/** First the store, then what is judged, then what is learned; names not listed come last, by name. */
const ORDER = ["store", "kill", "bitflip", "fold", "redact", "judgement", "propose", "recall", "credit"]

/** In the whole run these are made smaller, so that it ends within a quarter of an hour; results.json says how. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  kill: ["100"],
  bitflip: ["100"],
  fold: ["--events", "200000"],
  credit: ["--preset", "mettle,plain", "--seeds", "1-12", "--direct"],
  harm: ["--seeds", "1-4"],
  replay: ["--sessions=120"],
  rooms: ["--test"],
}
/** Parts of another bench, in need of what the whole run does not bring (servers, clients, a registry), or an hour long. */
const ALONE: readonly string[] = ["judgement-feedback", "judgement-tool", "peers", "fold-million"]

/** npm runs scripts in the project's root. */
const root = process.cwd()
/** A file is a bench when it exports run; others are parts of one, and may do things when they are loaded. */
const present = readdirSync(join(root, "bench"))
  .filter(
    file =>
      file.endsWith(".ts") &&
      /^export (?:async )?(?:function|const) run\b/m.test(readFileSync(join(root, "bench", file), "utf8")),
  )
  .map(file => file.slice(0, -".ts".length))

async function load(name: string): Promise<(args: BenchArgs) => Promise<Figures>> {
  const outfile = join(root, ".cache", "bench", `${name}.mjs`)
  await build({
    entryPoints: [join(root, "bench", `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    logLevel: "warning",
  })
  const module = (await import(pathToFileURL(outfile).href)) as { run: (args: BenchArgs) => Promise<Figures> }
  return module.run
}

function machine(): Figures {
  const ask = (command: string, ...words: string[]) => {
    try {
      return execFileSync(command, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
    } catch {
      return null
    }
  }
  const asked = `import("@photostructure/sqlite").then(({ DatabaseSync }) => console.log(new DatabaseSync(":memory:").prepare("select sqlite_version() v").get().v))`
  return {
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    load: Math.round(10 * loadavg()[0]!) / 10,
    sqlite: ask(process.execPath, "--input-type=module", "-e", asked),
    commit: ask("git", "rev-parse", "--short", "HEAD"),
    dirty: (ask("git", "status", "--porcelain", "--untracked-files=no") ?? "") !== "",
  }
}

const file = join(root, "bench", "results.json")
/** The pages that show the figures follow at once, unless a proof they show is missing or failed. */
function keep(all: Written): void {
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
  if (SHOWN.some(name => all.results[name] === undefined || typeof all.results[name].failed === "string")) return
  const { page, pictures } = proofPage(all)
  const docs = join(root, "docs")
  writeFileSync(join(docs, "proof.md"), page)
  writeFileSync(join(docs, "replay.md"), replayPage(all))
  const readme = join(root, "README.md")
  writeFileSync(readme, readmeWith(readFileSync(readme, "utf8"), all.results))
  for (const [name, svg] of Object.entries(pictures)) writeFileSync(join(docs, "pictures", name), svg)
}
const SHOWN = [
  ...["liveness", "rollback", "harm", "check", "repeated-instruction", "replay"],
  ...["judgement", "recall", "kill", "bitflip", "redact", "ear", "hook", "clients", "bans"],
]

interface Written {
  readonly machine: Figures
  readonly shared: boolean
  readonly results: Readonly<Record<string, Figures>>
}
const sorted = (results: Readonly<Record<string, Figures>>) =>
  Object.fromEntries(Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1)))

async function main(words: readonly string[]): Promise<number> {
  const rest: string[] = []
  let name: string | null = null
  let shared = resolve(root, "..", "shared")
  let json = false
  let write = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === "--json") json = true
    else if (word === "--write") write = true
    else if (word === "--shared") shared = resolve(words[++i] ?? "")
    else if (word.startsWith("--shared=")) shared = resolve(word.slice("--shared=".length))
    else if (name === null && !word.startsWith("-")) name = word
    else rest.push(word)
  }
  const several = name?.includes(",") || write ? (name?.split(",").filter(each => each !== "") ?? null) : null
  if (name !== null && several === null) {
    if (!present.includes(name)) {
      console.error(`bench: no bench/${name}.ts; there are: ${present.sort().join(", ") || "none"}`)
      return 2
    }
    const run = await load(name)
    const figures = await run({ shared, json, args: rest })
    if (json) console.log(JSON.stringify({ bench: name, ...figures }))
    return 0
  }

  const unknown = several?.find(each => !present.includes(each))
  if (unknown !== undefined) {
    console.error(`bench: no bench/${unknown}.ts; there are: ${present.sort().join(", ")}`)
    return 2
  }
  const place = (of: string) => (ORDER.includes(of) ? ORDER.indexOf(of) : ORDER.length)
  const whole = (several ?? present.filter(each => !ALONE.includes(each))).slice()
  const former = several && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Written) : null
  const results: Record<string, Figures> = { ...former?.results }
  const where = machine()
  let failed = 0
  for (const each of whole.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))) {
    const run = await load(each)
    const size = SIZES[each] ?? []
    console.log(`\n== ${[each, ...size].join(" ")}`)
    const start = performance.now()
    try {
      const figures = await run({ shared, json: false, args: [...size, ...rest] })
      const seconds = Math.round((performance.now() - start) / 100) / 10
      results[each] = { ...figures, seconds, commit: where.commit, dirty: where.dirty, args: [...size, ...rest] }
    } catch (error) {
      failed++
      results[each] = { failed: (error as Error).message, commit: where.commit }
      console.error(`bench: ${each} failed: ${(error as Error).stack}`)
    }
    // Written after each, so that a long run that is stopped has not been for nothing.
    keep({ machine: where, shared: existsSync(shared), results: sorted(results) })
  }
  const all: Written = { machine: where, shared: existsSync(shared), results: sorted(results) }
  console.log(
    "\nwritten: bench/results.json, docs/proof.md, docs/replay.md with their pictures, and the table in README.md",
  )
  if (json) console.log(JSON.stringify(all))
  return failed > 0 ? 1 : 0
}

process.exitCode = await main(process.argv.slice(2))
