// U-02: a default install makes no connection and no model call. Real hook processes and commands, each with a watch in
// Node that writes down every attempt; on Linux as root once more in a network namespace that has no way out.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { launcherPath } from "../../src/install/launcher.ts"
import { claude, house, PERSON } from "./house.ts"

const MAIN = join(import.meta.dirname, "..", "..", "bin", "mettle")
const WATCH = join(import.meta.dirname, "network-watch.cjs")
const MODELS = /\b(?:claude|codex|gemini|ollama|opencode|curl|wget)\b/
/** A namespace of its own, where the machine lets us have one. */
const isolated = process.platform === "linux" && spawnSync("unshare", ["-n", "true"]).status === 0

async function dayOfUse(h: ReturnType<typeof house>, hook: readonly string[], command: readonly string[], log: string) {
  const env = { ...PERSON, NETWORK_WATCH: log }
  const one = claude(h.project, "s1")
  const failed = (id: string) => ({
    ...one.after(id, "pnpm test"),
    hook_event_name: "PostToolUseFailure",
    tool_response: undefined,
    error: "Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 1 failed, 1 total",
  })
  const payloads = [
    one.start(),
    one.prompt("p1", "always use pnpm in this repo, never npm; then run the tests"),
    one.before("t0", "npm install"),
    ...["t1", "t2", "t3"].map(failed),
    one.stop("p1"),
    one.prompt("p2", "no, that is wrong, look at https://example.com/docs first"),
    one.end(),
  ]
  const said: string[] = []
  for (const payload of payloads) {
    const ran = await h.run(payload, { env, command: [...hook, "hook", "claude-code"] })
    expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: "" })
    said.push(ran.out)
  }
  for (const words of [["settle"], ["status"], ["history"], ["history", "breaker"], ["cards"]]) {
    const ran = await h.run("", { env, command: [...command, ...words] })
    expect({ words, code: ran.code }).toEqual({ words, code: 0 })
  }
  return said
}
const lines = (log: string): readonly string[] => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [])

describe("[U-02, D66] a default install", () => {
  it("makes no connection, opens no port, asks no model", { timeout: 120_000 }, async () => {
    const h = house()
    const log = join(h.dir, "watch")
    // The launcher clears NODE_OPTIONS, so what it would run is run directly.
    const watched = [process.execPath, "--require", WATCH]
    const said = await dayOfUse(h, [...watched, h.bundle], [...watched, MAIN], log)
    const seen = lines(log)
    // every hook and every command was watched
    expect(seen.filter(line => line.startsWith("watching")).length).toBeGreaterThanOrEqual(14)
    expect(seen.filter(line => /^(?:connect|listen|datagram|dns) /.test(line))).toEqual([])
    expect(seen.filter(line => line.startsWith("program") && MODELS.test(line))).toEqual([])
    // [S2-37] and meanwhile it did its work: three failures in a row were answered
    expect(said.slice(3, 6).join("")).toContain("3 tool calls failed")
  })

  it("works the same with no network at all, where it can be taken away", { timeout: 120_000 }, async () => {
    const h = house()
    const cut = isolated ? ["unshare", "-n"] : []
    const said = await dayOfUse(h, [...cut, launcherPath(h.paths)], [...cut, process.execPath, MAIN], "")
    expect(said.slice(3, 6).join("")).toContain("3 tool calls failed")
  })

  it("and the watch sees a connection when there is one", () => {
    const h = house()
    const log = join(h.dir, "watch")
    const code = `require("node:net").connect(9, "127.0.0.1").on("error", () => {})`
    spawnSync(process.execPath, ["-e", code], {
      env: { ...process.env, NODE_OPTIONS: `--require "${WATCH}"`, NETWORK_WATCH: log },
    })
    expect(lines(log).filter(line => line.startsWith("connect"))).toHaveLength(1)
  })
})
