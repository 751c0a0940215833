// npm run mutants -- [--seed n] [--count n] [--in text] [--seconds n] [--again]: breaks the rules and the fold in one place at a time and asks
// whether a test notices. Which tests enter which function is learned once (--map learns it anew); results are kept in
// .cache/mutants and taken up again, as long as the broken file is the same. --again tries the survivors once more:
// a quick pass first (--seconds 1, of tests for one mutant), then what is left with more of them, costs least.
// --write file keeps the figures and the survivors; whoever has a reason in that file is not tried again.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ask, CACHE } from "./ask.ts"
import { findMutants, type Mutant, mutate, telling } from "./find.ts"
import type { Asked, TestRan } from "./thread.ts"

const FOLDERS = ["src/core/rules", "src/core/views"]
/** Where rules and fold are asked: recorded answers, units, stories. */
const TESTS = [
  ...["golden/decisions", "golden/folds", "core/rules", "core/views", "core/maturity", "core/trust", "core/assess", "core/truth"],
  ...["stories/", "core/admission", "core/adherence", "core/learn/plus-minus", "core/usage", "core/pack", "cli/why", "cli/history"],
]
/** Properties over hundreds of logs: too slow to be put to one mutant after another. */
const SLOW = ["stories/forgetting", "stories/poison"]
/** When a loop is taken to be endless. */
const ENDLESS = 150

const { values: asked } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "300" },
    in: { type: "string", default: "" },
    seconds: { type: "string", default: "6" },
    again: { type: "boolean", default: false },
    map: { type: "boolean", default: false },
    write: { type: "string", default: "" },
  },
})

type Fate = "killed" | "survived" | "timeout" | "not entered"
interface Result {
  readonly fate: Fate
  /** the test that noticed */
  readonly by?: string
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(name => name.endsWith(".ts"))
    .map(name => `${folder}/${name}`)
    .sort()
const sources = new Map(FOLDERS.flatMap(filesIn).map(file => [file, readFileSync(file, "utf8")]))

/** Which tests enter which functions, and how long they take; tests that fail unbroken are left out. */
async function learnMap(): Promise<readonly TestRan[]> {
  const file = join(CACHE, "map.json")
  const known: TestRan[] = existsSync(file) && !asked.map ? JSON.parse(readFileSync(file, "utf8")) : []
  const texts = Object.fromEntries([...sources].map(([at, source]) => [at, telling(at, source)]))
  // a page that repeats a number is no proof that the number acts
  const tests = filesIn("test").filter(
    name =>
      TESTS.some(start => name.startsWith(`test/${start}`)) &&
      !SLOW.some(start => name.startsWith(`test/${start}`)) &&
      !name.endsWith("/page.test.ts"),
  )
  for (const test of tests.filter(name => name.endsWith(".test.ts") && !known.some(ran => ran.file === name))) {
    const { ran } = (await ask({ tests: [[test, null]], texts, bail: false }, 3600))!
    known.push(...ran)
    const failed = ran.filter(({ ok }) => !ok).map(({ name }) => `, fails unbroken: ${name}`)
    const seconds = ran.reduce((sum, { seconds }) => sum + seconds, 0)
    process.stdout.write(`${test}: ${ran.length} tests, ${seconds.toFixed(1)} s${failed.join("")}\n`)
    writeFileSync(file, JSON.stringify(known))
  }
  return known.filter(({ ok }) => ok)
}

/** Tests that enter the function (at the top of a file: any of it), the quickest and nearest first, as many as the seconds hold; by file. */
function testsFor(map: readonly TestRan[], { file, within }: Mutant): Asked["tests"] {
  const enters = (ids: readonly string[]): boolean =>
    within === null ? ids.some(id => id.startsWith(`${file}#`)) : ids.includes(`${file}#${within}`)
  const near = map.filter(({ entered }) => enters(entered)).sort((x, y) => x.seconds * x.entered.length - y.seconds * y.entered.length)
  let spent = 0
  const names = new Map<string, string[]>()
  for (const { file, name, seconds } of near)
    if ((spent += seconds) <= Number(asked.seconds) || names.size === 0) names.set(file, [...(names.get(file) ?? []), name])
  return [...names]
}

mkdirSync(CACHE, { recursive: true })
const all = [...sources].flatMap(([file, source]) => findMutants(file, source).mutants)
const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 60)
/** What a mutant is called: its text and which of its like in the file it is, so that work elsewhere in the file changes no name. */
const names = new Map<Mutant, string>()
const alike = new Map<string, number>()
for (const m of all) {
  const was = short(sources.get(m.file)!.slice(m.start, m.end)) || "(start)"
  const name = `${m.file}  ${m.kind}: ${was} -> ${short(m.with)}`
  const nth = (alike.get(name) ?? 0) + 1
  alike.set(name, nth)
  names.set(m, nth === 1 ? name : `${name} (${nth})`)
}
const place = (m: Mutant): string => names.get(m)!
const hashed = (text: string): string => createHash("sha256").update(text).digest("hex")
/** Drawn by name, so that the same places are tried again after work on others. */
const sample = all
  .filter(m => m.file.includes(asked.in))
  .map(m => ({ m, at: hashed(`${asked.seed}:${place(m)}`) }))
  .sort((x, y) => (x.at < y.at ? -1 : 1))
  .slice(0, Number(asked.count))
  .map(({ m }) => m)
process.stdout.write(`seed ${asked.seed}: ${sample.length} of ${all.length} mutants in ${sources.size} files\n`)

const map = await learnMap()
const resultsFile = join(CACHE, "results.json")
const results: Record<string, Result> = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {}
const keyOf = (m: Mutant): string => `${hashed(sources.get(m.file)!).slice(0, 12)}:${m.file}:${m.start}-${m.end}:${m.with}`

interface Written {
  readonly survivors?: readonly { readonly place: string; readonly reason: string }[]
}
const written: Written = asked.write !== "" && existsSync(asked.write) ? JSON.parse(readFileSync(asked.write, "utf8")) : {}
/** why a mutant may live, written by hand: such a one is not tried again */
const reasons = new Map((written.survivors ?? []).filter(s => s.reason !== "").map(s => [s.place, s.reason]))

for (const [i, mutant] of sample.entries()) {
  const key = keyOf(mutant)
  const known = results[key]
  if (known && (!asked.again || known.fate === "killed" || reasons.has(place(mutant)))) continue
  const keep = (result: Result): void => {
    results[key] = result
    writeFileSync(resultsFile, JSON.stringify(results, null, 1))
    process.stdout.write(`${String(i + 1).padStart(4)} ${result.fate.padEnd(11)} line ${mutant.line} of ${place(mutant)}\n`)
  }
  const tests = testsFor(map, mutant)
  if (tests.length === 0) {
    keep({ fate: "not entered" })
    continue
  }
  const texts = { [mutant.file]: mutate(sources.get(mutant.file)!, mutant) }
  const answer = await ask({ tests, texts, bail: true }, ENDLESS)
  const by = answer?.failed ?? null
  keep(answer === null ? { fate: "timeout" } : by === null ? { fate: "survived" } : { fate: "killed", by })
}

const told = sample.map(mutant => ({ mutant, result: results[keyOf(mutant)]! }))
const of = (fate: Fate) => told.filter(({ result }) => result.fate === fate)
const dead = of("killed").length + of("timeout").length
for (const fate of ["survived", "not entered", "timeout"] as const)
  if (of(fate).length > 0)
    process.stdout.write(
      `\n${fate}:\n${of(fate)
        .map(({ mutant }) => `  line ${mutant.line} of ${place(mutant)}`)
        .join("\n")}\n`,
    )
process.stdout.write(
  `\nseed ${asked.seed}: ${dead} of ${told.length} killed (${Math.round((1000 * dead) / told.length) / 10}%), ` +
    `${of("timeout").length} of them by running without end; ` +
    `${of("survived").length} survived, ${of("not entered").length} in code no test enters\n`,
)
if (asked.write !== "") {
  const survivors = [...of("survived"), ...of("not entered")].map(({ mutant, result }) => {
    const at = place(mutant)
    return { place: at, ...(result.fate === "not entered" ? { entered: false } : {}), reason: reasons.get(at) ?? "" }
  })
  const figures = { seed: Number(asked.seed), of: all.length, tried: told.length, killed: dead, timeouts: of("timeout").length }
  writeFileSync(asked.write, `${JSON.stringify({ ...written, ...figures, survivors }, null, 1)}\n`)
}
process.exit(0)
