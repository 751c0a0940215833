// dist/hook-main.cjs, and begun by it: `hook <client>`; `warm [record]`, which runs a hook of each kind in a store of its own so that the
// code cache of one of the parts holds what hooks need; and errands by their name (beside/errands.ts).
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { patience } from "../patience.ts"
import { runHook, writeAll } from "../run.ts"

const [what, name] = process.argv.slice(2)
// The launcher kept them from Node's start; whoever is started from here may need them.
const { METTLE_CA_CERTS: certificates } = process.env
delete process.env.METTLE_CA_CERTS
if (certificates) process.env.NODE_EXTRA_CA_CERTS = certificates

async function main(): Promise<void> {
  if (what === "warm") return warm()
  // A copy: every look into process.env asks the system, and each hook has some.
  if (what !== "hook") return (await (await import("./for-answers.ts")).errands()).runErrand(what, { ...process.env })
  // Whatever hangs, the host is let go; a busy loop cannot be, so nothing here may have one.
  setTimeout(() => process.exit(0), 1_400 * patience(process.env)).unref()
  if (name) await runHook(name, { env: process.env, stdin: process.stdin, write: writeAll, now: Date.now })
}

async function warm(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "mettle-warm-"))
  const env = { METTLE_HOME: home, METTLE_RESIDENT: "off", CLAUDE_CODE_ENTRYPOINT: "cli" }
  const base = { session_id: "warm", transcript_path: "", cwd: home }
  const tool = { tool_name: "Bash", tool_use_id: "w1", tool_input: { command: "npm test -- --run" } }
  const payloads = [
    { ...base, hook_event_name: "SessionStart", source: "startup", model: "m" },
    { ...base, hook_event_name: "UserPromptSubmit", prompt_id: "1", prompt: "always use pnpm, never npm" },
    { ...base, hook_event_name: "PreToolUse", ...tool },
    { ...base, hook_event_name: "PostToolUse", ...tool, tool_response: { stdout: "ok\n", stderr: "" } },
  ]
  try {
    for (const payload of payloads)
      await runHook("claude-code", {
        env,
        stdin: Readable.from([Buffer.from(JSON.stringify(payload))]),
        write: () => {},
        now: Date.now,
        home,
      })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

// The larger part holds this file too: fetched for an answer, it finds the hook begun.
if (!("mettleBegun" in globalThis)) {
  Object.assign(globalThis, { mettleBegun: true })
  void main().finally(() => process.exit(0))
}
