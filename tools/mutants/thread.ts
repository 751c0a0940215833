// Runs files of tests in this thread, with one source file broken. Modules are made here out of the sources: those that do not lead
// to the broken file stay from one mutant to the next, so that a mutant costs little more than the tests that look for it.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parentPort } from "node:worker_threads"
import { chai, GLOBAL_EXPECT, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } from "@vitest/expect"
import * as runner from "@vitest/runner"
import { transformSync } from "esbuild"

export interface Asked {
  /** names of tests by file, the file first that is asked first; null = all of its tests */
  readonly tests: readonly (readonly [file: string, names: readonly string[] | null])[]
  /** texts in place of those on the disk */
  readonly texts: Readonly<Record<string, string>>
  readonly bail: boolean
}
export interface Answered {
  /** of each test: how long it took, and which functions it entered if the texts tell */
  readonly ran: readonly TestRan[]
  /** the first that failed: a test, or a file that could not be read */
  readonly failed: string | null
}
export interface TestRan {
  readonly file: string
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  readonly entered: readonly string[]
}
type Module = { readonly exports: Record<string, unknown> }
type Made = (module: Module, exports: object, require: (name: string) => unknown, url: string, dir: string) => void

const root = process.cwd()
const outside = createRequire(join(root, "package.json"))
const made = new Map<string, Made>()
const modules = new Map<string, Module>()
const importers = new Map<string, Set<string>>()
let texts: Readonly<Record<string, string>> = {}

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)
const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect) as any
Object.assign(expect, (globalThis as any)[GLOBAL_EXPECT] ?? {})
;(globalThis as any)[GLOBAL_EXPECT] = expect
const vitest = { ...runner, it: runner.test, expect }

function make(file: string): Made {
  const text = texts[relative(root, file)] ?? readFileSync(file, "utf8")
  const { code } = transformSync(text, {
    ...{ loader: "ts", format: "cjs", target: "node20", supported: { "dynamic-import": false } },
    define: { "import.meta.url": "__url", "import.meta.dirname": "__dir" },
  })
  return new Function("module", "exports", "require", "__url", "__dir", `${code}\n//# sourceURL=${file}`) as Made
}

function load(file: string, by: string | null): Record<string, unknown> {
  if (by !== null) importers.set(file, (importers.get(file) ?? new Set()).add(by))
  const known = modules.get(file)
  if (known) return known.exports
  const module: Module = { exports: {} }
  modules.set(file, module)
  const isBroken = relative(root, file) in texts
  const fn = (isBroken ? undefined : made.get(file)) ?? make(file)
  if (!isBroken) made.set(file, fn)
  const require = (name: string): unknown => {
    if (name === "vitest") return vitest
    if (name.endsWith(".json") && name.startsWith(".")) return JSON.parse(readFileSync(resolve(dirname(file), name), "utf8"))
    return name.startsWith(".") ? load(resolve(dirname(file), name), file) : outside(name)
  }
  fn(module, module.exports, require, pathToFileURL(file).href, dirname(file))
  return module.exports
}

/** Forgets a file and all that leads to it. */
function drop(file: string): void {
  if (!modules.delete(file) && !importers.has(file)) return
  const above = importers.get(file) ?? new Set()
  importers.delete(file)
  for (const importer of above) drop(importer)
}

const nameOf = (test: runner.Task): string => (test.suite ? `${nameOf(test.suite)} ${test.name}` : test.name)
const entered = new Set<string>()
;(globalThis as any).__entered = entered
let strayed = false

async function run({ tests, texts: given, bail }: Asked): Promise<Answered> {
  for (const file of new Set([...Object.keys(texts), ...Object.keys(given)])) drop(join(root, file))
  texts = given
  strayed = false
  const ran: TestRan[] = []
  let failed: string | null = null
  for (const [file, names] of tests) {
    const at = join(root, file)
    drop(at)
    let began = process.cpuUsage()
    let atImport: readonly string[] = []
    const asRunner: runner.VitestRunner = {
      pool: "threads",
      config: {
        ...{ root, setupFiles: [], name: undefined, passWithNoTests: true, testNamePattern: undefined, allowOnly: true },
        ...{ sequence: { seed: 1, hooks: "stack", setupFiles: "list" }, chaiConfig: undefined, maxConcurrency: 1 },
        ...{ testTimeout: 60_000, hookTimeout: 60_000, retry: 0, includeTaskLocation: false, tags: [] },
        ...{ tagsFilter: undefined, strictTags: false },
      },
      importFile: () => {
        entered.clear()
        load(at, null)
        atImport = [...entered]
      },
      onTaskUpdate: async () => {},
      onBeforeRunTask: test => {
        if ((bail && failed !== null) || (names !== null && !names.includes(nameOf(test)))) test.mode = "skip"
        began = process.cpuUsage()
        entered.clear()
      },
      onBeforeTryTask: test => {
        const state = { assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }
        setState({ ...state, testPath: at, currentTestName: test.name } as never, expect)
      },
      onAfterRunTask: test => {
        if (test.mode === "skip") return
        const ok = test.result?.state === "pass" && !strayed
        const spent = process.cpuUsage(began)
        const seconds = (spent.user + spent.system) / 1e6
        ran.push({ file, name: nameOf(test), ok, seconds, entered: [...new Set([...atImport, ...entered])] })
        if (!ok) failed ??= `${file} ${test.name}`
      },
    }
    try {
      const [done] = await runner.startTests([at], asRunner)
      if (done?.result?.state === "fail") failed ??= file
    } catch {
      failed ??= file
    }
    if (bail && failed !== null) break
  }
  return { ran, failed }
}

// What a broken rule throws behind a test's back belongs to the mutant, not to this thread.
process.on("unhandledRejection", () => void (strayed = true))
parentPort!.on("message", async (asked: Asked) => parentPort!.postMessage(await run(asked)))
