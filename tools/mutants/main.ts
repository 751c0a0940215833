// npm run mutants -- [--seed n] [--count n] [--in text] [--again]: breaks the rules and the fold in one place at a time and asks
// whether a test notices. Which tests enter which function is learned once (--map learns it anew); results are kept in
// .cache/mutants and taken up again, as long as the broken file is the same. --again tries the survivors once more.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findMutants, type Mutant } from "./find.ts"

const FOLDERS = ["src/core/rules", "src/core/views"]
/** Where rules and fold are asked: units, stories, recorded answers. */
const TESTS = ["core", "stories", "golden", "memory"].map(name => `test/${name}/`)
const CACHE = join(".cache", "mutants")
/** Seconds of tests for one mutant, the quickest and nearest first; and when a loop is taken to be endless. */
const BUDGET = 20
const ENDLESS = 300

const { values: asked } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "300" },
    in: { type: "string", default: "" },
    again: { type: "boolean", default: false },
    map: { type: "boolean", default: false },
  },
})

type Fate = "killed" | "survived" | "timeout" | "not entered"
interface Result {
  readonly fate: Fate
  /** the test that noticed */
  readonly by?: string
}
interface Reach {
  readonly seconds: Readonly<Record<string, number>>
  readonly entered: Readonly<Record<string, readonly string[]>>
}

function vitest(files: readonly string[], mutant: Mutant | null, seconds: number): Promise<{ code: number; out: any }> {
  const file = join(CACHE, "run.json")
  rmSync(file, { force: true })
  return new Promise(resolve => {
    const args = ["run", "--config", "tools/mutants/vitest.config.ts", `--outputFile=${file}`, ...files]
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...args], {
      stdio: "ignore",
      detached: true,
      env: { ...process.env, METTLE_MUTANT: mutant ? JSON.stringify(mutant) : "" },
    })
    const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), seconds * 1000)
    child.on("exit", code => {
      clearTimeout(timer)
      resolve({ code: code ?? 124, out: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null })
    })
  })
}

/** Which tests enter which functions, and how long they take; tests that fail unbroken are left out. */
async function learnMap(): Promise<Reach> {
  const file = join(CACHE, "map.json")
  if (existsSync(file) && !asked.map) return JSON.parse(readFileSync(file, "utf8"))
  process.stdout.write("learning which tests enter which functions …\n")
  const folder = join(CACHE, "entered")
  rmSync(folder, { recursive: true, force: true })
  const { out } = await vitest(TESTS, null, 3600)
  const seconds: Record<string, number> = {}
  for (const test of out.testResults as { name: string; status: string; startTime: number; endTime: number }[])
    if (test.status === "passed")
      seconds[test.name.slice(process.cwd().length + 1)] = (test.endTime - test.startTime) / 1000
  const entered = Object.fromEntries(
    readdirSync(folder).map(name => [
      name.replaceAll("+", "/").replace(/\.json$/, ""),
      JSON.parse(readFileSync(join(folder, name), "utf8")),
    ]),
  )
  const map = { seconds, entered }
  writeFileSync(file, JSON.stringify(map))
  return map
}

/** Tests that enter the function (at the top of a file: any of it), those that enter least first: they ask most closely. */
function testsFor(map: Reach, { file, within }: Mutant): readonly string[] {
  const near = Object.entries(map.entered).filter(
    ([test, ids]) =>
      test in map.seconds &&
      (within === null ? ids.some(id => id.startsWith(`${file}#`)) : ids.includes(`${file}#${within}`)),
  )
  near.sort(([x, a], [y, b]) => map.seconds[x]! * a.length - map.seconds[y]! * b.length)
  let spent = 0
  return near.map(([test]) => test).filter(test => (spent += map.seconds[test]!) <= BUDGET || spent === map.seconds[test])
}

/** A permutation that the seed decides. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const all = [...items]
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(name => name.endsWith(".ts"))
    .map(name => `${folder}/${name}`)
    .sort()

mkdirSync(CACHE, { recursive: true })
const sources = new Map(FOLDERS.flatMap(filesIn).map(file => [file, readFileSync(file, "utf8")]))
const all = [...sources].flatMap(([file, source]) => findMutants(file, source).mutants)
const sample = shuffled(all.filter(m => m.file.includes(asked.in)), Number(asked.seed)).slice(0, Number(asked.count))
process.stdout.write(`seed ${asked.seed}: ${sample.length} of ${all.length} mutants in ${sources.size} files\n`)

const map = await learnMap()
const resultsFile = join(CACHE, "results.json")
const results: Record<string, Result> = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {}
const keyOf = (m: Mutant): string =>
  `${createHash("sha256").update(sources.get(m.file)!).digest("hex").slice(0, 12)}:${m.file}:${m.start}-${m.end}:${m.with}`
const place = (m: Mutant): string => {
  const was = sources.get(m.file)!.slice(m.start, m.end).replace(/\s+/g, " ").slice(0, 60)
  return `${m.file}:${m.line}  ${m.kind}: ${was || "(start)"} -> ${m.with.replace(/\s+/g, " ").slice(0, 60)}`
}
for (const [i, mutant] of sample.entries()) {
  const key = keyOf(mutant)
  if (results[key] && !(asked.again && results[key].fate !== "killed")) continue
  const tests = testsFor(map, mutant)
  const { code, out } = tests.length === 0 ? { code: -1, out: null } : await vitest(tests, mutant, ENDLESS)
  const failed = (out?.testResults ?? []).find((t: { status: string }) => t.status === "failed")
  const fate: Fate = code === -1 ? "not entered" : code === 0 ? "survived" : out === null ? "timeout" : "killed"
  results[key] = { fate, ...(failed ? { by: failed.name.slice(process.cwd().length + 1) } : {}) }
  writeFileSync(resultsFile, JSON.stringify(results, null, 1))
  process.stdout.write(`${String(i + 1).padStart(4)} ${fate.padEnd(11)} ${place(mutant)}\n`)
}

const told = sample.map(mutant => ({ mutant, result: results[keyOf(mutant)]! }))
const of = (fate: Fate) => told.filter(({ result }) => result.fate === fate)
const dead = of("killed").length
for (const fate of ["survived", "not entered", "timeout"] as const)
  if (of(fate).length > 0)
    process.stdout.write(`\n${fate}:\n${of(fate).map(({ mutant }) => `  ${place(mutant)}`).join("\n")}\n`)
process.stdout.write(
  `\nseed ${asked.seed}: ${dead} of ${told.length} killed (${Math.round((1000 * dead) / told.length) / 10}%), ` +
    `${of("survived").length} survived, ${of("not entered").length} in code no test enters, ${of("timeout").length} ran out of time\n`,
)
