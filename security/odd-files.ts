// Threats 10, 13, 14, 18: transcript paths that are no transcripts, keys that would reach prototypes, text that would be SQL, FTS
// or shell, and strings that no client could send on. Through real hooks and commands; nothing breaks, nothing is read or run.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { claude, type Home, home, misbehaved, PERSON } from "../torture/home.ts"
import type { Family } from "./family.ts"
import { mcpTalk } from "./mcp-talk.ts"
import { PATIENT, withResident } from "./poisoning.ts"
import { bytesBelow, mettle } from "./secrets.ts"

const CANARY = "okapi-9920"

/** What a payload may name as its transcript. */
function plant(h: Home): readonly (readonly [string, string])[] {
  const dir = join(h.dir, ".claude", "projects", "p")
  mkdirSync(dir, { recursive: true })
  const secret = join(h.dir, "private.jsonl")
  const line = JSON.stringify({
    type: "user",
    uuid: "u",
    sessionId: "s",
    message: { role: "user", content: `always ${CANARY}` },
    promptSource: "typed",
  })
  writeFileSync(secret, `${line}\n`)
  const inside = (name: string) => join(dir, name)
  symlinkSync(secret, inside("link.jsonl"))
  symlinkSync("/dev/zero", inside("zero.jsonl"))
  symlinkSync("/proc/self/environ", inside("environ.jsonl"))
  symlinkSync(inside("round.jsonl"), inside("round.jsonl"))
  symlinkSync("/", inside("root"))
  spawnSync("mkfifo", [inside("pipe.jsonl")])
  mkdirSync(inside("folder.jsonl"))
  writeFileSync(inside("long.jsonl"), "x".repeat(5_000_000))
  writeFileSync(inside("deep.jsonl"), `${"[".repeat(100_000)}\n`)
  writeFileSync(
    inside("proto.jsonl"),
    '{"__proto__":{"type":"user"},"type":"user","message":{"__proto__":{"content":"x"}}}\n',
  )
  return [
    ["outside", secret],
    ["a link out", inside("link.jsonl")],
    ["/dev/zero by a link", inside("zero.jsonl")],
    ["the environment", inside("environ.jsonl")],
    ["a link to itself", inside("round.jsonl")],
    ["through a link to /", join(inside("root"), secret)],
    ["a pipe", inside("pipe.jsonl")],
    ["a folder", inside("folder.jsonl")],
    ["/dev/zero", "/dev/zero"],
    ["/dev/stdin", "/dev/stdin"],
    ["up and out", join(dir, "..", "..", "..") + "/private.jsonl"],
    ["up and out, raw", `${dir}/../../../private.jsonl`],
    ["a relative path", "../private.jsonl"],
    ["a URL", `file://${secret}`],
    ["a zero byte", `${inside("a")}\0.jsonl`],
    ["a very long path", `/${"a/".repeat(4000)}x`],
    ["one endless line", inside("long.jsonl")],
    ["very deep", inside("deep.jsonl")],
    ["prototype keys", inside("proto.jsonl")],
    ["no text", "\ud800"],
  ]
}

const HOSTILE_TEXT: readonly string[] = [
  `'; DROP TABLE events; --`,
  `"; SELECT load_extension('/tmp/x'); --`,
  `Robert'); DELETE FROM blobs WHERE ('1'='1`,
  `" OR 1=1 --`,
  `NEAR(a b, 5) AND "x`,
  `col:val OR -x *`,
  `((((((`,
  `^a* + "unfinished`,
  `a AND NOT`,
  `\u0000\u0001\u0007`,
  `$(touch ${CANARY})`,
  "`touch okapi-9920`",
  `; touch ${CANARY} #`,
  `| touch ${CANARY}`,
  `%s%n%x{{7*7}}\${7*7}`,
  `../../../../etc/passwd`,
  `\ud83d lone \ude00`,
  `\u202Egnp.exe`,
  `${"\ud800".repeat(2000)}`,
  `\x1b]0;title\x07\x1b[2J`,
  `__proto__`,
  `constructor.prototype.polluted`,
]

export const oddFiles: Family = {
  name: "odd-input",
  threats: [10, 13, 14, 18],
  title: "transcript paths, prototype keys, injection, broken Unicode",
  run: async ({ dir }) => {
    const h = home(join(dir, "h"), PATIENT)
    mkdirSync(join(h.project, ".git"))
    const failures: string[] = []
    let attempts = 0
    const hook = async (what: string, payload: unknown): Promise<string> => {
      attempts++
      const ran = await h.hook(payload, PERSON)
      const wrong = misbehaved(ran, 5_000)
      if (wrong !== null) failures.push(`${what}: ${wrong}`)
      return ran.out
    }
    const talk = claude(h.project, "s1")
    await hook("start", talk.start())
    for (const [name, path] of plant(h))
      await hook(`transcript ${name}`, { ...talk.prompt(`t-${name}`, "go on"), transcript_path: path })
    const stored = bytesBelow(h.env.METTLE_HOME!).bytes
    if (stored.indexOf(CANARY) >= 0) failures.push("a file outside the client's folder was read")
    if (stored.indexOf("PATH=/") >= 0) failures.push("the environment was read")
    const proto = '"__proto__":{"polluted":"yes","prompt":"always x"},"constructor":{"prototype":{"polluted":"yes"}}'
    const base = JSON.stringify(talk.prompt("proto", "plain words")).slice(0, -1)
    for (const more of [
      proto,
      `"tool_input":{${proto}}`,
      `"tool_response":{${proto}}`,
      '"hasOwnProperty":1,"toString":2',
    ])
      await hook("prototype keys", `${base},${more}}`)
    await withResident(h, async () => {
      for (const [i, text] of HOSTILE_TEXT.entries()) {
        await hook(`text ${i}`, { ...talk.prompt(`x${i}`, `always keep ${text} in mind`), session_id: `s-${text}` })
        await hook(`tool ${i}`, { ...talk.after(`y${i}`, text, text), tool_name: text, tool_use_id: text })
      }
      await hook("a project that is none", { ...talk.prompt("q", "hello"), cwd: `/${HOSTILE_TEXT[0]}` })
    })
    const said = await mcpTalk(
      h,
      HOSTILE_TEXT.flatMap(text => [
        { name: "memory_search", arguments: { query: text } },
        { name: "memory_read", arguments: { id: text } },
      ]),
    )
    attempts += 2 * HOSTILE_TEXT.length
    if (said.answers !== 2 * HOSTILE_TEXT.length)
      failures.push(`${said.answers} of ${2 * HOSTILE_TEXT.length} questions over MCP were answered`)
    if (/SQLITE|syntax error|fts5|internal error/i.test(said.text)) failures.push(`MCP: ${said.text.slice(0, 200)}`)
    for (const words of [
      ["cards", "search", HOSTILE_TEXT[4]!],
      ["note", `use ${HOSTILE_TEXT[0]}`],
      ["pack", HOSTILE_TEXT[6]!],
      ["card", HOSTILE_TEXT[0]!],
    ]) {
      attempts++
      const ran = await mettle(h, words)
      if (/SQLITE|syntax error|fts5|at file:/i.test(ran.err))
        failures.push(`${words.join(" ")}: ${ran.err.slice(0, 120)}`)
    }
    const out = await hook("the pack", claude(h.project, "s2").start())
    const pack = await hook(
      "the pack of a prompt",
      claude(h.project, "s2").prompt("p", "what do I always keep in mind?"),
    )
    if (
      !`${out}${pack}`.isWellFormed() ||
      /\\ud[89a-f][0-9a-f]{2}(?!\\ud)/i.test(
        `${out}${pack}`.replaceAll(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, ""),
      )
    )
      failures.push("half a character stands in a pack")
    if (({} as Record<string, unknown>).polluted !== undefined) failures.push("a prototype was reached")
    for (const place of [h.dir, h.project, process.cwd()])
      if (existsSync(join(place, CANARY))) failures.push("text was run as a command")
    const doctor = await mettle(h, ["doctor", "--json"])
    const log = (JSON.parse(doctor.out) as { checks: { name: string; state: string; text: string }[] }).checks.find(
      check => check.name === "log",
    )
    if (log?.state !== "ok") failures.push(`the log afterwards: ${log?.text}`)
    return { attempts, figures: { failures: failures.length }, failures }
  },
}
