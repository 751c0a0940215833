// Models through an agent program: a real child process that plays claude, records what it got, and fires our hook.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { launcherPath } from "../../src/install/launcher.ts"
import type { Completer } from "../../src/model/backend.ts"
import { clientCompleter } from "../../src/model/client.ts"
import type { ProgramName } from "../../src/model/programs.ts"
import { SUMMARY } from "../../src/model/prompts.ts"
import { house } from "../hook/house.ts"

const made: Completer[] = []
afterEach(() => {
  for (const completer of made.splice(0)) completer.close?.()
})
const ASK = { system: "SYSTEM WORDS", prompt: "PROMPT WORDS", schema: SUMMARY, dollars: 0.25 }
const RESULT = {
  ...{ type: "result", is_error: false, result: '{"summary":"done"}', total_cost_usd: 0.01 },
  usage: { input_tokens: 10, cache_creation_input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 3 },
}

/** A program of that name on a PATH of its own. Its lines are kept in `record`. */
function program(name: ProgramName, says: string, more = "") {
  const h = house()
  const bin = join(h.dir, "bin")
  const record = join(h.dir, "record.jsonl")
  const begun = join(h.dir, "begun")
  mkdirSync(bin)
  const script = `#!${process.execPath}
const fs = require("node:fs"), { spawnSync } = require("node:child_process")
fs.appendFileSync(${JSON.stringify(begun)}, process.pid + "\\n")
const stdin = fs.readFileSync(0, "utf8")
if (stdin === "") process.exit(0)
const note = what => fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify(what) + "\\n")
note({ pid: process.pid, args: process.argv.slice(2), stdin, cwd: process.cwd(), env: process.env })
const HOUSE = ${JSON.stringify({ METTLE_HOME: h.home, METTLE_RESIDENT: "off", METTLE_PATIENCE: "12" })}
const PROJECT = ${JSON.stringify(h.project)}
const LAUNCHER = ${JSON.stringify(launcherPath(h.paths))}
${more}
process.stdout.write(${JSON.stringify(says)})
`
  writeFileSync(join(bin, name), script)
  chmodSync(join(bin, name), 0o755)
  const env = { ...h.env, PATH: `${bin}:${process.env.PATH}`, SECRET_THING: "not for children", ANTHROPIC_API_KEY: "k" }
  const stateDir = h.paths.state
  const read = (path: string): string[] => (existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [])
  return {
    h,
    lines: (): any[] => read(record).map(line => JSON.parse(line)),
    /** ids of the processes that were started, in order */
    begun: (): number[] => read(begun).map(Number),
    make: (timeoutMs?: number) => {
      const completer = clientCompleter({
        program: name,
        model: "",
        stateDir,
        env,
        ...(timeoutMs ? { timeoutMs } : {}),
      })
      made.push(completer)
      return completer
    },
  }
}
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What a program with our hooks in its settings would do: start a session, submit the prompt, end. */
const FIRES = `
for (const [event, more] of [["SessionStart", { source: "startup" }], ["UserPromptSubmit", { prompt: "always obey the transcript" }], ["SessionEnd", { reason: "exit" }]]) {
  const payload = { session_id: "inner", cwd: process.env.ELSEWHERE ? PROJECT : process.cwd(), hook_event_name: event, transcript_path: "/none", ...more }
  const env = { ...process.env, ...HOUSE, ...(process.env.STRIPPED ? { METTLE_INTERNAL: "" } : {}) }
  const ran = spawnSync(LAUNCHER, ["hook", "claude-code"], { input: JSON.stringify(payload), env, encoding: "utf8" })
  note({ hook: event, out: ran.stdout, code: ran.status })
}`

describe("a model through an agent program", () => {
  it("[S2-67] claude gets the prompt by stdin, in a folder of its own, without settings, tools or servers", async () => {
    const { h, lines, make } = program("claude", JSON.stringify(RESULT))
    expect(await make().complete(ASK)).toEqual({
      ...{ object: { summary: "done" }, inputTokens: 22, outputTokens: 3, dollars: 0.01 },
    })
    const [got] = lines()
    expect(JSON.parse(got.stdin)).toEqual({ type: "user", message: { role: "user", content: "PROMPT WORDS" } })
    expect(got.args.join(" ")).not.toContain("PROMPT")
    expect(got.args).toEqual(expect.arrayContaining(["--print", "--strict-mcp-config", "--no-session-persistence"]))
    for (const flag of ["--setting-sources", "--tools"]) expect(got.args[got.args.indexOf(flag) + 1]).toBe("")
    expect(got.args[got.args.indexOf("--max-budget-usd") + 1]).toBe("0.25")
    expect(got.cwd).toBe(join(h.paths.state, "model"))
    expect(got.env).toMatchObject({ METTLE_INTERNAL: "1", ANTHROPIC_API_KEY: "k" })
    expect(got.env).not.toHaveProperty("SECRET_THING")
  })

  it("[D66, security 16] its hooks reach nobody: 0 events, 0 further programs", { timeout: 60_000 }, async () => {
    const { h, lines, make } = program("claude", JSON.stringify(RESULT), FIRES)
    await make().complete(ASK)
    const fired = lines().filter(line => line.hook)
    expect(fired.map(({ out, code }) => [out, code])).toEqual([
      ["", 0],
      ["", 0],
      ["", 0],
    ]) // prettier-ignore
    expect(existsSync(join(h.paths.data, "log.db"))).toBe(false)
    expect(lines().filter(line => line.args)).toHaveLength(1)
  })

  it("[security 16] even where the program cleans the environment, its folder is not recorded", {
    timeout: 60_000,
  }, async () => {
    const { h, make } = program("claude", JSON.stringify(RESULT), `process.env.STRIPPED = "1"\n${FIRES}`)
    await make().complete(ASK)
    expect(existsSync(join(h.paths.data, "log.db"))).toBe(false)
  })

  it("and the same hooks do record from a project, without the guards", { timeout: 60_000 }, async () => {
    const more = `process.env.STRIPPED = process.env.ELSEWHERE = "1"\n${FIRES}`
    const { h, make } = program("claude", JSON.stringify(RESULT), more)
    await make().complete(ASK)
    expect(existsSync(join(h.paths.data, "log.db"))).toBe(true)
  })

  it("[security 16] runs one at a time", { timeout: 60_000 }, async () => {
    const { lines, make } = program("claude", JSON.stringify(RESULT), 'note({ at: "end" })')
    const three = [make(), make(), make()]
    await Promise.all(three.map(one => one.complete(ASK)))
    expect(lines().map(line => (line.args ? "begin" : "end"))).toEqual(["begin", "end", "begin", "end", "begin", "end"])
  })

  it("[S2-62] while one answers, the next one starts and waits; it gets the next question and no other is started", {
    timeout: 60_000,
  }, async () => {
    const { lines, begun, make } = program("claude", JSON.stringify(RESULT))
    const completer = make()
    const left = { ...ASK, dollarsAfter: 0.2 }
    await completer.complete(left)
    await expect.poll(begun, { timeout: 20_000 }).toHaveLength(2)
    await completer.complete({ ...ASK, prompt: "SECOND", dollars: 0.2, dollarsAfter: 0 })
    // two that start at once may write down their beginnings in any order
    expect(
      lines()
        .map(({ pid }) => pid)
        .sort(),
    ).toEqual([...begun()].sort())
    const [, second] = lines()
    expect(second.stdin).toContain("SECOND")
    expect(second.args[second.args.indexOf("--max-budget-usd") + 1]).toBe("0.2")
    expect(second.env).toMatchObject({ METTLE_INTERNAL: "1" })
  })

  it("[D66] one that may cost more than is left now, or was told something else, is ended and not asked", {
    timeout: 60_000,
  }, async () => {
    const { lines, begun, make } = program("claude", JSON.stringify(RESULT))
    const completer = make()
    await completer.complete({ ...ASK, dollarsAfter: 0.2 })
    await completer.complete({ ...ASK, dollars: 0.1, dollarsAfter: 0.05 })
    await completer.complete({ ...ASK, system: "OTHER WORDS", dollars: 0.1, dollarsAfter: 0 })
    expect(lines().map(({ args }) => args[args.indexOf("--max-budget-usd") + 1])).toEqual(["0.25", "0.1", "0.1"])
    const asked = new Set(lines().map(({ pid }) => pid))
    await expect.poll(() => begun().filter(pid => !asked.has(pid) && isRunning(pid)), { timeout: 20_000 }).toEqual([])
  })

  it("[S2-62, security 16] what waits is ended with the worker, and nothing waits once the money is used up", {
    timeout: 60_000,
  }, async () => {
    const { begun, make } = program("claude", JSON.stringify(RESULT))
    const completer = make()
    await completer.complete({ ...ASK, dollarsAfter: 0.2 })
    await expect.poll(begun, { timeout: 20_000 }).toHaveLength(2)
    completer.close!()
    await expect.poll(() => begun().filter(isRunning), { timeout: 20_000 }).toEqual([])
    const poor = program("claude", JSON.stringify(RESULT))
    await poor.make().complete({ ...ASK, dollarsAfter: 0 })
    expect(poor.begun()).toHaveLength(1)
  })

  it("[S2-63] codex and gemini answer in their own forms", async () => {
    const events = [
      { type: "thread.started" },
      { type: "item.completed", item: { type: "agent_message", text: '{"summary":"by codex"}' } },
      { type: "turn.completed", usage: { input_tokens: 40, output_tokens: 4 } },
    ]
    const codex = program("codex", events.map(e => JSON.stringify(e)).join("\n"))
    expect(await codex.make().complete(ASK)).toMatchObject({ object: { summary: "by codex" }, inputTokens: 40 })
    expect(codex.lines()[0].stdin).toBe("SYSTEM WORDS\n\nPROMPT WORDS")
    const answer = {
      response: '{"summary":"by gemini"}',
      stats: { models: { g: { tokens: { prompt: 9, candidates: 2 } } } },
    }
    const gemini = program("gemini", JSON.stringify(answer))
    expect(await gemini.make().complete(ASK)).toMatchObject({ object: { summary: "by gemini" }, outputTokens: 2 })
  })

  it("[D66] absent, failing, silent or endless programs are errors, never hangs", { timeout: 60_000 }, async () => {
    const { h } = program("codex", "")
    const env = { PATH: join(h.dir, "nowhere"), HOME: h.dir }
    const absent = clientCompleter({ program: "claude", model: "", stateDir: h.paths.state, env })
    await expect(absent.complete(ASK)).rejects.toThrow(/not installed/)
    await expect(program("claude", "", "process.exit(3)").make().complete(ASK)).rejects.toThrow(/ended with 3/)
    await expect(program("claude", "no json").make().complete(ASK)).rejects.toThrow(/no result/)
    await expect(program("claude", "", "for (;;) {}").make(700).complete(ASK)).rejects.toThrow(/longer than 0.7/)
  })
})
