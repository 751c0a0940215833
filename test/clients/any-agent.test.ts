// "Your agent is not here": the six events through the real command, as anybody may run it. What is learned in one session is
// shown and held in the next, by one JSON object on stdin each.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import { runHook } from "../../src/hook/run.ts"
import { folder, type World, world } from "../cli/world.ts"
import { ROOT } from "../house/source.ts"

function agent(session: string, home: string, repo: string) {
  const env = { ...process.env, METTLE_HOME: home, METTLE_RESIDENT: "off", METTLE_PATIENCE: "5" }
  const mettle = (words: readonly string[], input = "") =>
    spawnSync(process.execPath, [join(ROOT, "bin", "mettle"), ...words], { env, cwd: repo, input, encoding: "utf8" })
  return {
    mettle,
    tells: (event: string, more: object = {}) => {
      const line = JSON.stringify({ event, session, cwd: repo, ...more })
      const ran = mettle(["hook", "any-agent"], line)
      expect([ran.status, ran.stderr]).toEqual([0, ""])
      return ran.stdout === "" ? {} : (JSON.parse(ran.stdout) as { context?: string; hold?: string })
    },
  }
}

/** The same, where a process is not the point. */
function inProcess(session: string, w: World) {
  const env = { METTLE_HOME: w.home, METTLE_RESIDENT: "off", METTLE_PATIENCE: "5" }
  return {
    tells: (event: string, more: object = {}) => {
      const stdin = Readable.from([JSON.stringify({ event, session, cwd: w.cwd, ...more })])
      return runHook("any-agent", { env, stdin, write: () => undefined, now: Date.now })
    },
  }
}

describe("[W] any agent, by one JSON line per event", () => {
  it("says once, is told in the next session, and held once", () => {
    const [home, repo] = [join(folder(), "mettle"), folder()]
    mkdirSync(home, { mode: 0o700 })
    const first = agent("one", home, repo)
    first.tells("session_start", { interactive: true })
    first.tells("prompt", { interactive: true, turn: "1", text: "set up the project" })
    first.tells("tool_call", { call: "a", command: "npm install" })
    first.tells("tool_result", { call: "a", command: "npm install", exit: 0, output: "added 3 packages" })
    first.tells("turn_end", { turn: "1", text: "Done." })
    first.tells("prompt", { interactive: true, turn: "2", text: "always use pnpm in this repo, never npm" })
    first.tells("turn_end", { turn: "2", text: "Understood." })
    first.tells("session_end", { reason: "exit" })
    first.mettle(["settle"])
    const second = agent("two", home, repo)
    const start = second.tells("session_start", { interactive: true })
    const prompt = second.tells("prompt", { interactive: true, turn: "1", text: "add a dependency on zod" })
    expect(`${start.context} ${prompt.context}`).toContain("pnpm")
    expect(second.tells("tool_call", { call: "b", command: "npm install zod" }).hold).toContain("never npm")
    expect(second.tells("tool_call", { call: "c", command: "npm install zod" }).hold).toBeUndefined()
  })

  it("without a person in front of it, words are nobody's wish; what is unknown is passed over", async () => {
    const w = world()
    const one = inProcess("one", w)
    await one.tells("session_start")
    await one.tells("prompt", { turn: "1", text: "always use pnpm in this repo, never npm" })
    await one.tells("something_new", { x: 1 })
    await one.tells("session_end")
    await w.run(["settle"], { now: Date.now })
    expect((await w.run(["cards", "--json"], { now: Date.now })).json().cards).toEqual([])
  })

  it("a tool that nobody has heard of is what its client says it does", async () => {
    const w = world()
    const verdict = async (name: string, does: string) => {
      const one = inProcess(name, w)
      await one.tells("session_start", { interactive: true })
      await one.tells("prompt", { interactive: true, turn: "1", text: "run the tests" })
      await one.tells("tool_result", {
        ...{ call: "a", tool: "warp", does, command: "npm test", output: "Tests: 1 failed, 1 total" },
      })
      await one.tells("session_end", { reason: "exit" })
      return (await w.run(["history", "--json"], { now: Date.now })).json().episodes[0].because
    }
    expect(await verdict("one", "runs")).toBe("last outcome tool_failure of test")
    expect(await verdict("two", "reads")).not.toContain("tool_failure")
  })

  it("the page names every event", () => {
    const page = readFileSync(join(ROOT, "docs", "any-agent.md"), "utf8")
    for (const event of ["session_start", "prompt", "tool_call", "tool_result", "turn_end", "session_end"])
      expect(page).toContain(`\`${event}\``)
  })
})
