// What one prompt hook does to the same text, counted by V8 in the process itself: it is redacted once, taken apart once by each
// way of parting it, and the tail it stands in is folded once.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { countHook } from "../../bench/hook-count.ts"

/** The parts of the hook that one event runs, as V8 lists its scripts. */
function partsRun(hook_event_name: string): readonly string[] {
  const home = mkdtempSync(join(tmpdir(), "mettle-parts-"))
  try {
    const env = { METTLE_HOME: join(home, "m"), METTLE_RESIDENT: "off", METTLE_PATIENCE: "30" }
    const payload = {
      session_id: "parts",
      transcript_path: "",
      cwd: home,
      hook_event_name,
      prompt: "look at the queue",
    }
    const tool = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "pnpm test" }, tool_response: {} }
    const ran = spawnSync(process.execPath, [resolve("dist/hook.cjs"), "hook", "claude-code"], {
      input: JSON.stringify({ ...payload, ...tool }),
      env: { PATH: process.env.PATH ?? "", HOME: home, NODE_V8_COVERAGE: join(home, "run"), ...env },
    })
    expect([ran.status, String(ran.stderr)]).toEqual([0, ""])
    return readdirSync(join(home, "run")).flatMap(name => {
      const { result } = JSON.parse(readFileSync(join(home, "run", name), "utf8")) as { result: { url: string }[] }
      return result.map(({ url }) => basename(url)).filter(part => /^hook.*\.cjs$/.test(part))
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

describe("a prompt hook without a resident", () => {
  it("[H5] redacts, parts and folds each text once", { timeout: 120_000 }, async () => {
    const { calls, files } = await countHook("the cache module still fails after the retry, look at the queue worker")
    const of = (name: string): number => calls[name] ?? 0
    expect(of("src/core/redact/redact.ts redact")).toBe(1)
    // Its own text, and the prompt before it.
    expect(of("src/core/words/feedback/prose.ts part")).toBe(2)
    expect(of("src/core/words/feedback/clauses.ts split")).toBe(1)
    expect(of("src/core/words/wishes/clauses.ts split")).toBeLessThanOrEqual(1)
    expect(of("src/core/words/whose/own-words.ts ownWords")).toBeLessThanOrEqual(1)
    expect(of("src/memory/folding.ts foldBriefly")).toBe(1)
    expect(of("src/store/view-store.ts flush")).toBe(1)
    expect(files.length).toBeGreaterThan(50)
  })
  it("[H5] runs the part that its event needs, and the engine of users' patterns only for them", {
    timeout: 60_000,
  }, () => {
    expect(partsRun("PostToolUse")).toEqual(["hook.cjs", "hook-main.cjs"])
    expect(partsRun("UserPromptSubmit")).toEqual(["hook.cjs", "hook-full.cjs"])
  })
})
