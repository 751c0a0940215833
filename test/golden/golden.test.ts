// Golden records: what the program says of recorded logs, from outside, kept word for word. A refactoring leaves them alone; a
// change of behaviour shows here as a diff (docs/golden.md). UPDATE_GOLDEN=1 records anew.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MOVED } from "../../src/cli/commands.ts"
import { dumpHash } from "../../src/core/views/dump.ts"
import { importLog } from "../../src/memory/acting/transfer.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { type World, world } from "../cli/world.ts"

const HERE = new URL(".", import.meta.url).pathname
const PRESETS = ["mettle", "plain", "evolver", "astra", "groove", "swarm", "nucleus"]
const CLIENTS = ["claude-code", "codex", "cursor", "gemini-cli", "opencode"]
const CASES = [
  ...CLIENTS.map(client => ({ name: `client-${client}`, log: `client-${client}`, preset: "mettle" })),
  ...PRESETS.map(preset => ({ name: `preset-${preset}`, log: "work", preset })),
  ...["late", "forget", "team"].map(log => ({ name: log, log, preset: "mettle" })),
]
const PROMPT = "deploy the billing service to staging"
const HOUR = 3_600_000
const EXPLAINED = 4

const linesOf = (log: string): readonly string[] =>
  readFileSync(join(HERE, "logs", `${log}.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean)
const lastAt = (lines: readonly string[]): number =>
  Math.max(...lines.map(line => (JSON.parse(line) as { event?: { ts: number } }).event?.ts ?? 0))

/** What every command says, in the order a person might ask; settle comes last, since it writes. */
async function said(w: World, now: number, preset: string): Promise<Record<string, unknown>> {
  const random = dice(7)
  const ask = async (...given: string[]): Promise<any> => {
    const words = [...(MOVED[given[0]!] ?? given.slice(0, 1)), ...given.slice(1)]
    const ran = await w.run([...words, "--json"], { now: () => now, random, env: { METTLE_PRESET: preset } })
    // an old name goes on working, and says its new one
    expect(ran.err.replace(/^mettle [\w-]+ is mettle [\w -]+ now\n$/, ""), words.join(" ")).toBe("")
    // Where the home lies, and under which key it hashes texts, is chance.
    const plain = ran.out
      .replaceAll(w.cwd, "/work/shop")
      .replaceAll(w.home, "/home")
      .replaceAll(/"(b:)[\w-]+"|"hash":"[0-9a-f]{64}"/g, (_, ref) => (ref ? '"b:"' : '"hash":""'))
    return JSON.parse(plain, (_, value) => (Number.isFinite(value) && value % 1 ? Number(value.toPrecision(9)) : value))
  }
  const { cards } = await ask("cards", "--all")
  const history = await ask("history")
  const explained = cards.slice(0, EXPLAINED) as readonly { id: string }[]
  const episodes = history.episodes.slice(0, EXPLAINED / 2) as readonly { id: string }[]
  const each = async (list: readonly { id: string }[], ...words: string[]) => {
    const out = []
    for (const { id } of list) out.push(await ask(...words, id))
    return out
  }
  return {
    cards,
    pack: [await ask("pack"), await ask("pack", PROMPT)],
    check: [await ask("check", "npm install"), await ask("check", "pnpm test")],
    why: [...(await each(explained, "why")), ...(await each(episodes, "why", "--episode"))],
    history,
    ledger: await ask("ledger"),
    trust: await ask("trust"),
    replay: await ask("replay", "--preset", preset, "--preset", preset === "plain" ? "mettle" : "plain"),
    settle: await ask("settle"),
  }
}

/** The canonical dump of the folded log: in RAM, because a store on disk has a key of its own; doubles are the engine's. */
async function dumped(lines: readonly string[], now: number, preset: string) {
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "golden", preset })
  await importLog(memory, lines)
  memory.catchUp()
  return { engine: process.versions.v8, digest: dumpHash(memory.views) }
}

function expectGolden(name: string, record: Record<string, unknown>): void {
  const file = join(HERE, "records", `${name}.json`)
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, asLines(record))
  expect(existsSync(file), `${name} was never recorded: UPDATE_GOLDEN=1`).toBe(true)
  const kept = JSON.parse(readFileSync(file, "utf8"))
  const comparable = kept.dump?.engine === process.versions.v8 ? {} : { dump: kept.dump }
  expect({ ...record, ...comparable }).toEqual(kept)
}
/** One line for each thing said: small to keep, and a diff names the card or episode that changed. */
function asLines(record: Record<string, unknown>): string {
  const list = (value: unknown): string =>
    Array.isArray(value) ? `[\n${value.map(item => JSON.stringify(item)).join(",\n")}\n]` : JSON.stringify(value)
  return `{\n${Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${list(value)}`)
    .join(",\n")}\n}\n`
}

describe("golden records", () => {
  it.each(CASES)("$name", async ({ name, log, preset }) => {
    const lines = linesOf(log)
    const now = lastAt(lines) + HOUR
    const w = world()
    await w.run(["config", "scope", "set", "shop"])
    const imported = await w.run(["import", join(HERE, "logs", `${log}.jsonl`), "--json"], { now: () => now })
    expect(imported.json()).toMatchObject({ lines: lines.length - 1, added: lines.length - 1, refused: [] })
    expectGolden(name, { dump: await dumped(lines, now, preset), ...(await said(w, now, preset)) })
  })

  it("a home written by commit d146bec opens and says what it said then", async () => {
    const w = world()
    await w.run(["config", "scope", "set", "shop"])
    cpSync(join(HERE, "home-d146bec", "data"), join(w.home, "data"), { recursive: true })
    expectGolden("home-d146bec", await said(w, 1_700_000_000_000 + HOUR, "mettle"))
    const checked = await w.run(["doctor", "rebuild", "--check", "--json"])
    expect(checked.json()).toMatchObject({ equal: true })
  })
})
