// Other memories that run here without a network or a model, on the same work: what their own search finds of what was put
// in (the question as it stands; and word by word, as a patient agent might ask), how long a search takes, and what a
// deletion leaves in their files. They are fetched from the registry at the versions below, without install scripts.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { BenchArgs, Figures } from "./main.ts"
import { mean, type RecallSet, recallSets, values } from "./recall.ts"

interface Peer {
  readonly package: string
  readonly version: string
  readonly bin: string
  readonly env: (dir: string) => Record<string, string>
  readonly forget: (name: string) => readonly [tool: string, args: object]
  /** what its search takes beside the query, so that it answers with as many as it can */
  readonly most?: object
}
/** Not run: mcp-memory-keeper 0.14.1 (needs an install script), mcp-memory-sqlite 0.0.4 (its dependencies cannot be had), claude-mem (needs a model), mem0 (needs a model). */
const PEERS: readonly Peer[] = [
  {
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    bin: "mcp-server-memory",
    env: dir => ({ MEMORY_FILE_PATH: join(dir, "memory.jsonl") }),
    forget: name => ["delete_entities", { entityNames: [name] }],
  },
  {
    package: "mcp-memory-libsql",
    version: "0.0.17",
    bin: "mcp-memory-libsql",
    env: dir => ({ LIBSQL_URL: `file:${join(dir, "memory.db")}` }),
    forget: name => ["delete_entity", { name }],
    // ten otherwise, and among equals those of the last second
    most: { limit: 50 },
  },
]
const QUESTIONS = 100
const WORDS = 12
const BATCH = 50

class Server {
  private asked = 0
  private readonly waiting = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
  private readonly child: ChildProcess
  readonly most: object
  constructor(bin: string, env: Record<string, string>, most: object = {}) {
    this.most = most
    this.child = spawn(bin, [], { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "ignore"] })
    createInterface({ input: this.child.stdout! }).on("line", line => {
      const answer = JSON.parse(line) as { id?: number }
      this.waiting.get(answer.id ?? -1)?.(answer as never)
      this.waiting.delete(answer.id ?? -1)
    })
  }
  private ask(method: string, params: object): Promise<{ result?: unknown; error?: unknown }> {
    const id = ++this.asked
    return new Promise(heard => {
      this.waiting.set(id, heard)
      this.child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    })
  }
  async hello(): Promise<void> {
    const client = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "bench", version: "1" } }
    await this.ask("initialize", client)
    this.child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  }
  async call(name: string, args: object): Promise<string> {
    const { result } = await this.ask("tools/call", { name, arguments: args })
    return ((result as { content?: { text?: string }[] } | undefined)?.content ?? []).map(c => c.text ?? "").join("")
  }
  end(): Promise<void> {
    return new Promise(gone => {
      this.child.once("exit", () => gone())
      this.child.kill()
    })
  }
}

function fetched({ package: name, version, bin }: Peer): string {
  const dir = join(process.cwd(), ".cache", "peers", `${name.replace(/\W+/g, "-")}-${version}`)
  const program = join(dir, "node_modules", ".bin", bin)
  if (!existsSync(program)) {
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, "package.json"), `${JSON.stringify({ private: true })}\n`)
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`], { cwd: dir })
  }
  return program
}

async function told(peer: Peer, docs: readonly { id: string; text: string }[]) {
  const dir = mkdtempSync(join(tmpdir(), "mettle-peers-"))
  const server = new Server(fetched(peer), peer.env(dir), peer.most)
  await server.hello()
  for (let from = 0; from < docs.length; from += BATCH)
    await server.call("create_entities", {
      entities: docs
        .slice(from, from + BATCH)
        .map(doc => ({ name: doc.id, entityType: "note", observations: [doc.text.slice(0, 4000)] })),
    })
  return { server, dir }
}

/** The names it answers with, in its order. */
async function search(server: Server, query: string): Promise<readonly string[]> {
  const text = await server.call("search_nodes", { query: query.slice(0, 500), ...server.most })
  try {
    return (JSON.parse(text) as { entities: { name: string }[] }).entities.map(entity => entity.name)
  } catch {
    return []
  }
}

async function wordByWord(server: Server, query: string): Promise<readonly string[]> {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [])].slice(0, WORDS)
  const hits = new Map<string, number>()
  for (const word of words) {
    const found = await search(server, word)
    // a word that most of the notes hold tells little
    for (const name of found) hits.set(name, (hits.get(name) ?? 0) + 1 / Math.max(1, found.length))
  }
  return [...hits].sort((a, b) => b[1] - a[1]).map(([name]) => name)
}

/** Evenly drawn questions, the same for everybody. */
function drawn(set: RecallSet): RecallSet {
  const step = Math.max(1, set.queries.length / QUESTIONS)
  const queries = Array.from(
    { length: Math.min(QUESTIONS, set.queries.length) },
    (_, i) => set.queries[Math.floor(i * step)]!,
  )
  return { ...set, queries }
}

async function recallOf(peer: Peer, set: RecallSet): Promise<{ asIs: number; byWords: number }> {
  const [asIs, byWords]: [number[], number[]] = [[], []]
  for (const conversation of new Set(set.queries.map(query => query.c))) {
    const docs = set.docs.filter(doc => doc.c === conversation)
    const { server, dir } = await told(peer, docs)
    for (const query of set.queries.filter(q => q.c === conversation)) {
      const allowed = new Set(
        docs
          .filter(
            doc =>
              (query.not_s == null || doc.s !== query.not_s) &&
              (query.before == null || doc.ts == null || String(doc.ts) < String(query.before)),
          )
          .map(doc => doc.id),
      )
      const among = (ids: readonly string[]) =>
        set.value(
          ids.filter(id => allowed.has(id)),
          new Set(query.ev),
        )
      asIs.push(among(await search(server, query.q)))
      byWords.push(among(await wordByWord(server, query.q)))
    }
    await server.end()
    rmSync(dir, { recursive: true, force: true })
  }
  return { asIs: mean(asIs), byWords: mean(byWords) }
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir).flatMap(name => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
const holding = (dir: string, words: string): number =>
  filesIn(dir).filter(file => readFileSync(file).includes(words)).length

const THINGS =
  "gateway ledger kiosk beacon parser mailer crawler vault scheduler tracker renderer exporter billing".split(" ")
const NEEDS =
  "amber falcon ochre willow cobalt lantern meadow quartz saffron thistle walnut yonder zephyr basalt".split(" ")
const NOTES = Array.from({ length: 1000 }, (_, i) => ({
  id: `n${i}`,
  text: `the ${THINGS[i % 13]} of shop ${i} listens on ${NEEDS[(i * 5) % 14]}-${NEEDS[(i * 3 + 1) % 14]}:${4000 + i}`,
}))
const asked = (i: number): string => `${THINGS[(i * 4) % 13]} of shop ${i * 31}`
const MARK = "the heron sleeps beside the grey harbour"
/** One thousand notes: the middle time of a search, and in how many files the words of a deleted one still stand. */
async function thousand(peer: Peer): Promise<{ ms: number; left: number }> {
  const { server, dir } = await told(peer, [...NOTES, { id: "mark", text: MARK }])
  const times: number[] = []
  for (let i = 0; i < 30; i++) {
    const begun = performance.now()
    await search(server, asked(i))
    times.push(performance.now() - begun)
  }
  await server.call(...peer.forget("mark"))
  await server.end()
  const left = holding(dir, MARK)
  rmSync(dir, { recursive: true, force: true })
  return { ms: times.sort((a, b) => a - b)[15]!, left }
}

/** The same thousand notes and the same deletion by the real command. */
async function ours(): Promise<{ ms: number; left: number }> {
  const home = mkdtempSync(join(tmpdir(), "mettle-peers-"))
  const env = { PATH: process.env.PATH ?? "", HOME: home }
  const bin = join(process.cwd(), "bin", "mettle")
  const { openMemory } = (await import(join(process.cwd(), "dist", "index.js"))) as typeof import("../src/index.ts")
  const memory = await openMemory({ dir: join(home, ".local/share/mettle") })
  for (const { text } of NOTES) await memory.cards.note(text, { kind: "fact" })
  await memory.cards.note(MARK, { kind: "fact" })
  const times: number[] = []
  for (let i = 0; i < 30; i++) {
    const begun = performance.now()
    await memory.search(asked(i))
    times.push(performance.now() - begun)
  }
  await memory.close()
  execFileSync(process.execPath, [bin, "forget", "--text", MARK, "--yes"], { env, cwd: home, stdio: "ignore" })
  const left = holding(home, MARK)
  rmSync(home, { recursive: true, force: true })
  return { ms: times.sort((a, b) => a - b)[15]!, left }
}

export async function run({ shared, json }: BenchArgs): Promise<Figures> {
  const sets = recallSets(shared, join(process.cwd(), "bench", "pairs"))
    .filter(set => !set.name.includes("tune"))
    .map(drawn)
  const rows: Record<string, Record<string, number>> = {}
  for (const set of sets) {
    const row: Record<string, number> = {
      n: set.queries.length,
      mettle: mean(values(set, "mettle")),
      "full text": mean(values(set, "plain")),
    }
    for (const peer of PEERS) {
      const { asIs, byWords } = await recallOf(peer, set)
      row[peer.package] = asIs
      row[`${peer.package}, word by word`] = byWords
    }
    rows[`${set.name} ${set.measure}`] = row
    if (!json)
      console.log(
        `${set.name} ${set.measure}`,
        Object.entries(row)
          .map(([who, x]) => `${who} ${who === "n" ? x : x.toFixed(2)}`)
          .join(" · "),
      )
  }
  const work: Record<string, { ms: number; left: number }> = { mettle: await ours() }
  for (const peer of PEERS) work[`${peer.package}@${peer.version}`] = await thousand(peer)
  if (!json)
    for (const [who, { ms, left }] of Object.entries(work))
      console.log(`${who}: search among 1,001 notes ${ms.toFixed(2)} ms, files that hold a deleted note ${left}`)
  return { recall: rows, work }
}
