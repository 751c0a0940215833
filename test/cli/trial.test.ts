// mettle lab trial with a program that plays the agent: what it is given, what it never sees, and how corrections are counted.
// The real Claude Code runs the same tasks in test/clients-e2e.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ROOT } from "../house/source.ts"
import { folder, given, world } from "./world.ts"

const TASKS = join(ROOT, "examples", "trial-tasks")

/** Uses npm unless its words, or a note in its home's memory, say pnpm; leaves what it saw. */
function agent(seen: string): string {
  const path = join(folder(), "agent.mjs")
  writeFileSync(
    path,
    `import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
const words = process.argv.slice(2)
const prompt = words[words.indexOf("-p") + 1]
const name = /(zod|date-fns)/.exec(prompt)?.[1]
appendFileSync(${JSON.stringify(seen)}, JSON.stringify({ words, env: Object.keys(process.env).sort(), home: process.env.HOME, check: existsSync("check.mjs") || existsSync("../check") }) + "\\n")
const project = JSON.parse(readFileSync("package.json", "utf8"))
if (name) writeFileSync("package.json", JSON.stringify({ ...project, dependencies: { [name]: "1" } }))
const pnpm = prompt.includes("pnpm")
writeFileSync(pnpm ? "pnpm-lock.yaml" : "package-lock.json", "")
if (pnpm) rmSync("package-lock.json", { force: true })
console.log(JSON.stringify({ type: "result", usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 2 } }))
`,
  )
  return path
}
const read = (path: string) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line))

describe("mettle lab trial", () => {
  it("[issue 13.3] corrects in the same conversation until the hidden check passes, in homes that know nothing", async () => {
    const { run, home } = world()
    const seen = join(folder(), "seen.jsonl")
    const env = { PATH: process.env.PATH, MY_KEY: "k", MY_SECRET: "s" }
    const words = ["lab", "trial", "--tasks", TASKS, "--agent", "claude", "--arms", "none", "--program", agent(seen)]
    const ran = await run([...words, "--pass", "MY_KEY", "--yes", "--json"], { env })
    expect(ran.err).toBe("")
    const { runs, summary, plan } = ran.json()
    expect(plan).toMatchObject({ least: 2, most: 6 })
    expect(runs.map((r: any) => [r.task, r.solved, r.corrections, r.inputTokens, r.outputTokens])).toEqual([
      ["1-first-package", true, 1, 30, 4],
      ["2-second-package", true, 1, 30, 4],
    ])
    expect(summary.arms[0]).toMatchObject({ arm: "none", runs: 2, solved: 2, broken: 0 })
    const calls = read(seen)
    expect(calls.map((c: any) => c.words.includes("--continue"))).toEqual([false, true, false, true])
    for (const call of calls) {
      expect(call.env).toContain("MY_KEY")
      expect(call.env).not.toContain("MY_SECRET")
      expect(call.home).not.toBe(process.env.HOME)
      expect(call.check).toBe(false)
      expect(existsSync(call.home)).toBe(false)
    }
    expect(existsSync(join(home, "data"))).toBe(false)
  }, 60_000)

  it("needs no word: the tasks that come with it, the agent on PATH; what the first task took is told before the rest runs", async () => {
    const { run } = world()
    const seen = join(folder(), "seen.jsonl")
    const bin = folder()
    writeFileSync(join(bin, "claude"), `#!/bin/sh\nexec ${process.execPath} ${agent(seen)} "$@"\n`, { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env.PATH}`, ANTHROPIC_API_KEY: "k", MY_SECRET: "s" }
    const ask = (...answers: readonly string[]) => {
      let asked = 0
      const stdin = { [Symbol.asyncIterator]: () => given(`${answers[asked++]}\n`) }
      const tty = { stdin: true, stdout: true, stderr: true }
      return run(["lab", "trial", "--arms", "none"], { env, stdin, tty })
    }
    const stopped = await ask("y", "n")
    expect(stopped.err).toContain(
      "claude runs 2 to 6 times. A guess before the first run, at 3 to 12 requests a run: 0.07 to 0.86 million tokens",
    )
    expect(stopped.err).toContain("Of your environment it is given ANTHROPIC_API_KEY; of your home nothing.")
    expect(stopped.err).toContain("The first task took 30 tokens in and 4 out.")
    expect(stopped.err).toContain("The rest would take about 30 to 60 in and 4 to 8 out")
    expect(read(seen)).toHaveLength(2)
    for (const call of read(seen)) {
      expect(call.env).toContain("ANTHROPIC_API_KEY")
      expect(call.env).not.toContain("MY_SECRET")
    }
    expect((await ask("n")).out).toContain("Nothing was started.")
    expect(read(seen)).toHaveLength(2)
  }, 60_000)

  it("says what would run, and starts nothing without consent", async () => {
    const { run } = world()
    const words = ["lab", "trial", "--tasks", TASKS, "--agent", "codex", "--rounds", "2"]
    const dry = await run([...words, "--dry-run", "--json"])
    expect(dry.json().plan).toMatchObject({ arms: ["none", "plain", "mettle"], least: 12, most: 36 })
    expect(dry.json().plan.passed).toEqual([])
    const keyless = await run([...words, "--dry-run"])
    expect(keyless.out).toContain("It is given no key, as CODEX_API_KEY and OPENAI_API_KEY are not set here")
    const refused = await run([...words, "--no-input"])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain("at your cost")
  })

  it("refuses a folder that is none, a task without a check, an arm it does not know", async () => {
    const { run } = world()
    const at = folder()
    const ask = (tasks: string, ...more: string[]) =>
      run(["lab", "trial", "--tasks", tasks, "--agent", "claude", ...more])
    expect((await ask(join(at, "none"))).err).toContain("there is no folder")
    expect((await ask(at)).err).toContain("holds a task.json")
    mkdirSync(join(at, "one"))
    writeFileSync(join(at, "one", "task.json"), JSON.stringify({ prompt: "do it" }))
    expect((await ask(at)).err).toContain("has no check/ folder")
    writeFileSync(join(at, "one", "task.json"), JSON.stringify({ promt: "do it" }))
    expect((await ask(at)).err).toContain("one/task.json")
    writeFileSync(join(at, "one", "task.json"), JSON.stringify({ prompt: "--yolo" }))
    expect((await ask(at)).err).toContain("one/task.json: prompt")
    expect((await ask(TASKS, "--arms", "none,best")).err).toContain('knows no arm "best"')
  })

  it("tells a task that could not be run from one that was not solved", async () => {
    const { run } = world()
    const words = ["lab", "trial", "--tasks", TASKS, "--agent", "claude", "--arms", "none", "--yes", "--json"]
    const broken = join(folder(), "broken.mjs")
    writeFileSync(broken, 'console.error("no log-in")\nprocess.exit(1)\n')
    const ran = await run([...words, "--program", broken], { env: { PATH: process.env.PATH } })
    expect(ran.code).toBe(1)
    expect(ran.json().runs).toHaveLength(1)
    expect(ran.json().runs[0]).toMatchObject({ solved: false, broken: "the agent ended with 1: no log-in" })
    writeFileSync(broken, 'console.log(JSON.stringify({ is_error: true, result: "Not logged in" }))\nprocess.exit(1)\n')
    const told = await run([...words.filter(word => word !== "--json"), "--program", broken], {
      env: { PATH: process.env.PATH },
    })
    expect(told.out).toContain("claude could not be run, so nothing is known: the agent ended with 1: Not logged in")
    expect(told.out).toContain("--pass ANTHROPIC_API_KEY")
    const idle = join(folder(), "idle.mjs")
    writeFileSync(idle, "")
    const lost = await run([...words, "--program", idle], { env: { PATH: process.env.PATH } })
    expect(lost.json().runs[0]).toMatchObject({ solved: false, broken: null, corrections: 3, inputTokens: null })
  }, 60_000)
})
