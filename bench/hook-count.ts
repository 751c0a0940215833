// What one prompt hook without a resident runs through, by V8's own count of calls: files of which a function ran, and how often the
// prompt is redacted, its tail folded, and its words split. Counts, not times: the same on every machine. What runs when a file is
// loaded is taken off by a second process that does nothing but load them all.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"
import { resolvePaths } from "../src/paths.ts"
import { fill } from "./hook-cards.ts"

export interface HookCount {
  /** files of src with a function that ran */
  readonly files: readonly string[]
  /** calls by file and function */
  readonly calls: Readonly<Record<string, number>>
}
interface Covered {
  readonly functionName: string
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
}

/** A prompt after some work: what the adapter tells before it, each in a process of its own. */
const BEFORE = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"]

export async function countHook(prompt: string): Promise<HookCount> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle-count-")))
  const [project, covered] = [join(dir, "project"), join(dir, "covered")]
  for (const path of [project, covered]) mkdirSync(path)
  const [bundle, loaded] = [join(dir, "hook.cjs"), join(dir, "loaded.cjs")]
  try {
    await bundled('import "./src/hook/load/main.ts"', bundle)
    await bundled(
      'import "./src/hook/run.ts"; import "./src/hook/load/for-answers.ts"; setTimeout(() => process.exit(0))',
      loaded,
    )
    const env = { PATH: process.env.PATH ?? "", HOME: dir, METTLE_HOME: join(dir, "m"), METTLE_RESIDENT: "off" }
    await fill(resolvePaths(env).data, dir, project, 200)
    const hook = (payload: object, more: Readonly<Record<string, string>> = {}): void => {
      const ran = spawnSync(process.execPath, [bundle, "hook", "claude-code"], {
        ...{ input: JSON.stringify(payload), env: { ...env, METTLE_PATIENCE: "30", ...more }, cwd: process.cwd() },
      })
      if (ran.status !== 0 || ran.stderr.length > 0) throw new Error(`hook: ${ran.status} ${ran.stderr}`)
    }
    const base = { session_id: "count", transcript_path: "", cwd: project }
    const tool = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "pnpm test" } }
    for (const hook_event_name of BEFORE)
      hook({
        ...base,
        ...{ hook_event_name, source: "startup", model: "m", prompt: "the retry worker drops a page", prompt_id: "p0" },
        ...(hook_event_name.endsWith("ToolUse") ? { ...tool, tool_response: { stdout: "ok\n", stderr: "" } } : {}),
      })
    const payload = { ...base, hook_event_name: "UserPromptSubmit", prompt_id: "p1", prompt }
    hook(payload, { NODE_V8_COVERAGE: covered })
    spawnSync(process.execPath, [loaded], { env: { ...env, NODE_V8_COVERAGE: covered } })
    const [all, before] = [counted(bundle, covered), counted(loaded, covered)]
    const calls = Object.fromEntries(
      Object.entries(all).flatMap(([name, n]) => (n > (before[name] ?? 0) ? [[name, n - (before[name] ?? 0)]] : [])),
    )
    return { files: [...new Set(Object.keys(calls).map(name => name.split(" ")[0]!))].sort(), calls }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What the same text goes through: by function, and what it is called. */
const TOLD: readonly (readonly [string, string])[] = [
  ["redactions", "src/core/redact/redact.ts redact"],
  ["folds of a tail", "src/memory/folding.ts foldBriefly"],
  ["flushes of the views", "src/store/view-store.ts flush"],
  ["events folded", "src/core/views/fold.ts applyEvent"],
  ["texts parted into prose and paste", "src/core/words/feedback/prose.ts part"],
  ["prose cut into clauses", "src/core/words/feedback/clauses.ts split"],
  ["own words cut into sentences", "src/core/words/wishes/clauses.ts split"],
  ["own words found", "src/core/words/whose/own-words.ts ownWords"],
]

export async function printCount(): Promise<Record<string, unknown>> {
  const { files, calls } = await countHook("no, that is wrong: the cache module still fails, look at the queue worker")
  const told = Object.fromEntries(TOLD.map(([what, name]) => [what, calls[name] ?? 0]))
  console.log(`one prompt hook without a resident: ${files.length} files of src ran`)
  for (const [what, n] of Object.entries(told)) console.log(`  ${String(n).padStart(3)}  ${what}`)
  return { files: files.length, ...told }
}

const bundled = (contents: string, outfile: string): Promise<unknown> =>
  build({
    ...{ stdin: { contents, resolveDir: process.cwd() }, outfile, bundle: true, platform: "node", format: "cjs" },
    ...{ logLevel: "error", external: ["@photostructure/sqlite"], define: { "import.meta.url": "mettleUrl" } },
    // The driver and the assets are found from where the program lies.
    banner: {
      js: `const mettleUrl=require("node:url").pathToFileURL(${JSON.stringify(join(process.cwd(), "dist", "x.cjs"))}).href;`,
    },
  })

/** Calls by file and function, those at the load of a file included. */
function counted(bundle: string, covered: string): Readonly<Record<string, number>> {
  const starts = [...readFileSync(bundle, "utf8").matchAll(/^ *\/\/ ((?:src|node_modules)\/\S+)$/gm)]
  const fileAt = (offset: number): string => starts.findLast(found => found.index <= offset)?.[1] ?? ""
  const calls: Record<string, number> = {}
  for (const name of readdirSync(covered)) {
    const { result } = JSON.parse(readFileSync(join(covered, name), "utf8")) as {
      readonly result: readonly { readonly url: string; readonly functions: readonly Covered[] }[]
    }
    for (const { functionName, ranges } of result.find(script => script.url.endsWith(bundle))?.functions ?? []) {
      const [whole] = ranges
      const file = whole && whole.count > 0 && whole.startOffset > 0 ? fileAt(whole.startOffset) : ""
      // esbuild numbers names that stand twice: which number differs from bundle to bundle.
      const name = `${file} ${functionName.replace(/\d+$/, "")}`
      if (file.startsWith("src/")) calls[name] = (calls[name] ?? 0) + whole!.count
    }
  }
  return calls
}
