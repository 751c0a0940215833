// Threat 4: secrets in the log, in packs, in exports or in reports. A corpus goes through every way in of the real program; then
// every byte of the home is searched for the values, plain, base64, hex and URL-encoded.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { redact } from "../src/core/redact/redact.ts"
import { survives } from "../test/core/redact/corpus-secrets.ts"
import { rollDice } from "../test/core/redact/dice.ts"
import { type Home, home } from "../torture/home.ts"
import { start } from "../torture/processes.ts"
import type { Family } from "./family.ts"
import { CLIENT_NAMES, MISBEHAVED, session } from "./five-clients.ts"
import { mcpTalk } from "./mcp-talk.ts"
import { PATIENT, withResident } from "./poisoning.ts"
import { benignRows, secretRows } from "./secrets-corpus.ts"

const SEED = 20261115
const MAIN = join(process.cwd(), "bin", "mettle")
export const mettle = (h: Home, words: readonly string[], input = "", env: Record<string, string> = {}) =>
  start(process.execPath, [MAIN, ...words], { ...h.env, ...env }, input, h.project).ended

/** Every file below, as one run of bytes. */
export function bytesBelow(dir: string): { readonly bytes: Buffer; readonly files: number } {
  const parts = (readdirSync(dir, { recursive: true }) as string[])
    .map(name => join(dir, name))
    // The launcher's own program is not data.
    .filter(path => !path.includes(`${join("data", "bin")}`) && statSync(path, { throwIfNoEntry: false })?.isFile())
    .map(path => readFileSync(path))
  return { bytes: Buffer.concat(parts), files: parts.length }
}
/** The value as it may stand in a file. A piece that says nothing ("sessionid") is no find. */
function found(bytes: Buffer, secret: string): boolean {
  const shapes = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    JSON.stringify(secret).slice(1, -1),
  ]
  // base64 of the value, wherever it began in what was encoded
  for (const lead of ["", "x", "xx"])
    shapes.push(
      Buffer.from(lead + secret)
        .toString("base64")
        .slice(4, -4),
    )
  return shapes.some(shape => shape.length >= 8 && bytes.indexOf(shape) >= 0)
}

async function everyWayIn(h: Home, rows: readonly { text: string }[]): Promise<void> {
  const told = CLIENT_NAMES.map((client, i) => session(h, client, `secrets-${i}`))
  for (const one of told) await one.start()
  for (const [i, { text }] of rows.entries()) {
    const one = told[i % told.length]!
    const way = ["prompt", "output", "failure", "command", "reply", "mcp"][Math.floor(i / told.length) % 6]!
    if (way === "prompt") await one.prompt(`remember this for good: ${text}`)
    else if (way === "output") await one.runs({ ok: true, output: text, command: "cat x" })
    else if (way === "failure") await one.runs({ ok: false, output: `Error: refused\n${text}`, command: "./deploy" })
    else if (way === "command") await one.runs({ ok: true, output: "", command: text })
    else if (way === "reply") await one.replies(`I found ${text}`)
    else await one.runs({ ok: true, output: text, tool: "mcp__vault__get", command: text })
  }
}

/** The transcript of an interrupted turn, read at the next prompt. */
async function transcriptTail(h: Home, text: string): Promise<void> {
  const dir = join(h.dir, ".claude", "projects", "p")
  mkdirSync(dir, { recursive: true })
  const path = join(dir, "0f0e0d0c-0000-4000-8000-000000000001.jsonl")
  const line = (type: string, content: unknown) =>
    JSON.stringify({
      type,
      uuid: type,
      sessionId: "tail",
      cwd: h.project,
      timestamp: new Date().toISOString(),
      message: { role: type, content },
    })
  const use = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: `echo ${text}` } }
  const result = { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: `Exit code 1\n${text}` }
  writeFileSync(path, `${line("assistant", [use])}\n${line("user", [result])}\n`)
  const base = { session_id: "tail", transcript_path: path, cwd: h.project, hook_event_name: "UserPromptSubmit" }
  await h.hook({ ...base, prompt_id: "p", prompt: "go on" }, { CLAUDE_CODE_ENTRYPOINT: "cli" })
}

export const secrets: Family = {
  name: "secrets",
  threats: [4],
  title: "secrets through every way in, then a search of every byte",
  run: async ({ dir }) => {
    const rows = secretRows(rollDice(SEED))
    const missed = rows.filter(row => row.secrets.some(secret => survives(secret, redact(row.text).text)))
    const benign = benignRows(rollDice(SEED))
    const harmed = benign.filter(text => redact(text).text !== text)
    const h = home(join(dir, "h"), PATIENT)
    mkdirSync(join(h.project, ".git"))
    // Those that the rules are known to miss are counted above and would only be found again.
    const caught = rows.filter(row => !missed.includes(row))
    const [front, notes, later] = [caught.slice(0, -12), caught.slice(-12, -6), caught.slice(-6)]
    await withResident(h, async () => {
      await everyWayIn(h, front)
    })
    await transcriptTail(h, later[0]!.text.replaceAll("\n", " "))
    for (const row of notes.slice(0, 3)) await mettle(h, ["note", `always use this: ${row.text}`])
    const talk = await mcpTalk(
      h,
      notes
        .slice(3)
        .map(row => ({ name: "memory_note", arguments: { kind: "tactic", text: `what helped: ${row.text}` } })),
    )
    // The log cannot be written: the hook keeps what it heard in the spool.
    const unlock = await lockLog(h)
    for (const row of later) await h.hook(spooled(h, row.text), { CLAUDE_CODE_ENTRYPOINT: "cli", METTLE_PATIENCE: "1" })
    const inSpool = bytesBelow(join(h.env.METTLE_HOME!, "state"))
    unlock()
    const said: string[] = [talk.text]
    for (const words of [
      ["settle"],
      ["status"],
      ["cards", "--all"],
      ["cards", "search", "token"],
      ["pack", "what is the password"],
      ["doctor"],
      ["export", join(h.dir, "out.jsonl")],
      ["look"],
      ["nonsense", rows[0]!.text],
    ]) {
      const ran = await mettle(h, words)
      if (words[0] !== "nonsense") said.push(ran.out, ran.err)
    }
    // Not the client's own transcripts: only what is ours.
    const { bytes, files } = bytesBelow(h.env.METTLE_HOME!)
    const moved = readFileSync(join(h.dir, "out.jsonl"))
    const everything = Buffer.concat([bytes, moved, inSpool.bytes, Buffer.from(said.join("\n"))])
    const leaked = caught.filter(row => row.secrets.some(secret => found(everything, secret)))
    const recall = 1 - missed.length / rows.length
    const wrong = harmed.length / benign.length
    const failures = leaked.map(row => `${row.id} was found in the files or in what was printed`)
    if (recall < 0.95) failures.push(`recall ${recall.toFixed(3)}: ${missed.map(row => row.id).join(", ")}`)
    if (wrong > 0.02) failures.push(`false ${wrong.toFixed(3)}: ${harmed.join(" | ")}`)
    if (talk.answers !== 3) failures.push(`${talk.answers} of 3 notes over MCP were answered`)
    if (inSpool.bytes.indexOf("[masked: ") < 0) failures.push("nothing masked was found in the spool")
    if (everything.indexOf("[masked: ") < 0) failures.push("nothing masked was found at all: was anything recorded?")
    return {
      attempts: rows.length + benign.length,
      figures: {
        secrets: rows.length,
        recall: recall.toFixed(3),
        "look-alikes": benign.length,
        false: wrong.toFixed(3),
        "files searched": files,
        MB: (everything.length / 1e6).toFixed(1),
        found: leaked.length,
        ...(missed.length > 0 ? { missed: missed.map(row => row.id).join(" ") } : {}),
        ...(harmed.length > 0 ? { harmed: harmed.map(text => JSON.stringify(text)).join(" ") } : {}),
      },
      failures: [...failures, ...MISBEHAVED.splice(0)],
    }
  },
}

const spooled = (h: Home, text: string) => ({
  ...{
    session_id: "locked",
    transcript_path: "/nowhere",
    cwd: h.project,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
  },
  ...{ tool_use_id: `u${text.length}`, tool_input: { command: text }, tool_response: { stdout: text, stderr: "" } },
})

/** Holds the log as another writer would, so that hooks have to spool. */
async function lockLog(h: Home): Promise<() => void> {
  const { openDatabase } = await import("../src/store/sqlite.ts")
  const db = openDatabase({ path: join(h.paths.data, "log.db") })
  db.exec("BEGIN IMMEDIATE")
  return () => {
    db.exec("ROLLBACK")
    db.close()
  }
}
