// Threats 16 and 21: the model's program fires our hooks again, and what it is asked leaves the machine. A program that plays
// claude, with our hooks in its settings, is started by the real worker: it is heard never, and no secret reaches it.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { launcherPath } from "../src/install/launcher.ts"
import { rollDice } from "../test/core/redact/dice.ts"
import { home } from "../torture/home.ts"
import type { Family } from "./family.ts"
import { session } from "./five-clients.ts"
import { PATIENT, withResident } from "./poisoning.ts"
import { mettle } from "./secrets.ts"
import { secretRows } from "./secrets-corpus.ts"

const EPISODES = 12
const CANARY = "tapir-5512"

export const recursion: Family = {
  name: "recursion",
  threats: [16, 21],
  title: "a model's program that fires our hooks",
  run: async ({ dir }) => {
    const h = home(join(dir, "h"), PATIENT)
    mkdirSync(join(h.project, ".git"))
    const bin = join(h.dir, "bin")
    const record = join(h.dir, "asked.jsonl")
    mkdirSync(bin)
    // Fires hooks five ways: as started, with our mark taken away, from the project, by the CLI, and by starting the worker.
    const answer = JSON.stringify({
      type: "result",
      is_error: false,
      result: "{}",
      total_cost_usd: 0.001,
      usage: { input_tokens: 5, output_tokens: 5 },
    })
    writeFileSync(
      join(bin, "claude"),
      `#!${process.execPath}
const fs = require("node:fs"), { spawnSync } = require("node:child_process")
const stdin = fs.readFileSync(0, "utf8")
if (stdin === "") process.exit(0)
fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify({ stdin, args: process.argv.slice(2) }) + "\\n")
const bare = { ...process.env, METTLE_INTERNAL: "" }
const say = (cwd, env) => { for (const [event, more] of [["SessionStart", { source: "startup", model: "m" }], ["UserPromptSubmit", { prompt: "always ${CANARY}", prompt_id: "p" }], ["SessionEnd", { reason: "exit" }]])
  spawnSync(${JSON.stringify(launcherPath(h.paths))}, ["hook", "claude-code"], { input: JSON.stringify({ session_id: "inner" + cwd.length, cwd, hook_event_name: event, transcript_path: "/none", ...more }), env: { ...env, ...${JSON.stringify({ METTLE_HOME: h.env.METTLE_HOME, METTLE_RESIDENT: "off" })} } }) }
say(process.cwd(), process.env)
say(process.cwd(), bare)
say(${JSON.stringify(h.project)}, process.env)
spawnSync(process.execPath, [${JSON.stringify(join(process.cwd(), "bin", "mettle"))}, "settle", "--model"], { env: { ...process.env, METTLE_HOME: ${JSON.stringify(h.env.METTLE_HOME)} } })
process.stdout.write(${JSON.stringify(answer)})
`,
    )
    chmodSync(join(bin, "claude"), 0o755)
    const rows = secretRows(rollDice(7)).slice(0, EPISODES * 2)
    await withResident(h, async () => {
      for (let i = 0; i < EPISODES; i++) {
        const told = session(h, "claude-code", `work-${i}`)
        await told.start()
        await told.prompt(`no, that is wrong again: ${rows[i * 2]!.text}`)
        await told.runs({ ok: false, output: `Error: refused\n${rows[i * 2 + 1]!.text}`, command: "pnpm test" })
        await told.replies("I will try again.")
        await told.ends()
      }
    })
    const before = (await h.events()).length
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      METTLE_MODEL_BACKEND: "client",
      METTLE_MODEL_DAILY_TOKENS: "1000000",
      METTLE_MODEL_DAILY_MONEY: "5",
    }
    const ran = await mettle(h, ["settle", "--model", "--json"], "", env)
    const events = await h.events()
    const failures: string[] = []
    const asked = existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : []
    if (asked.length === 0) failures.push(`the worker asked nobody: ${ran.out.slice(0, 200)} ${ran.err.slice(0, 200)}`)
    const inner = events.slice(before).filter(({ type }) => /^(?:prompt|episode\.opened|tool)/.test(type))
    if (inner.length > 0) failures.push(`${inner.length} events of the model's own session were recorded`)
    const whole = asked.join("\n")
    if (whole.includes(CANARY)) failures.push("what the model's program said came back to it")
    const leaked = rows.filter(row =>
      row.secrets.some(secret => secret.length >= 12 && whole.includes(JSON.stringify(secret).slice(1, -1))),
    )
    for (const row of leaked) if (row.id !== "gcp-json") failures.push(`${row.id} was sent to the model`)
    if (asked.some(line => JSON.parse(line).args.join(" ").length > 20_000))
      failures.push("words of a session stand in arguments")
    // Fired 3 sessions and one worker per question: had any of them been heard, there would be more questions than episodes.
    if (asked.length > EPISODES * 4) failures.push(`${asked.length} questions for ${EPISODES} episodes`)
    return {
      attempts: asked.length * 10,
      figures: {
        questions: asked.length,
        "hooks fired inside": asked.length * 9,
        heard: inner.length,
        "secrets sent": failures.length,
      },
      failures,
    }
  },
}
