// Growth: search, pack and check over 10k and 100k cards (1M with --million), and what building them costs in time, disk and
// memory. Cards are rules that people wrote for agents, varied; rows are written as the fold writes them (its own speed is
// bench fold). Two shapes: many repositories with 200 cards each, and one repository that holds them all.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { hashId } from "../src/core/ids.ts"
import type { Kind } from "../src/core/model.ts"
import { seeded } from "../src/core/stats.ts"
import { type CardView, scopeKey, UNSEEN } from "../src/core/views/state.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { builtInMeaning, builtInSemantics } from "../src/meaning/word-table.ts"
import { checkAction } from "../src/memory/checks/checks.ts"
import { Memory } from "../src/memory/memory.ts"
import { makePack } from "../src/memory/packs/packs.ts"
import { indexChanged } from "../src/memory/search-docs.ts"
import { sqliteSearch } from "../src/store/sqlite-search.ts"
import { openStore, type Store } from "../src/store/store.ts"
import { openViews, type Views as StoredViews } from "../src/store/view-store.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: string[]
}
const lines = <T>(path: string): T[] =>
  gunzipSync(readFileSync(path))
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line) as T)

const KIND: readonly Kind[] = [
  "fact",
  "tactic",
  "constraint",
  "negative_result",
  "fact",
  "preference",
  "tactic",
  "fact",
]
const NAMES = ["billing", "search", "login", "cache", "parser", "worker", "gateway", "report", "mailer", "importer"]
const FILES = ["src/api", "lib/core", "packages/ui", "cmd/server", "tests/unit", "infra/terraform", "docs", "web/app"]
const ASKS = 300
const BATCH = 5_000

const place = (n: number, size: number, shape: Shape): string =>
  hashId("repo", shape === "one" ? 0 : n % Math.max(1, Math.round(size / 200)))
type Shape = "many" | "one"

function card(n: number, statement: string, repo: string): CardView {
  const kind = KIND[n % KIND.length]!
  return {
    id: hashId("card", n),
    kind,
    statement,
    topic: "",
    tags: [],
    scope: { tier: "repo", id: repo },
    stage: "active",
    source: kind === "constraint" || kind === "preference" ? "user" : kind === "tactic" ? "agent" : "extracted",
    proposer: "bench@1",
    provenance: "records",
    evidence: [],
    bornAt: Date.UTC(2026, 0, 1) + n * 1000,
    bornSeq: n,
    episode: null,
    turn: null,
    supersedes: null,
    ...UNSEEN,
    support: 1,
    because: "bench",
  } as CardView
}

const quantile = (list: readonly number[], q: number): number => {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
}
const round = (x: number): number => Math.round(x * 1000) / 1000
const sized = (dir: string): number => readdirSync(dir).reduce((sum, file) => sum + statSync(join(dir, file)).size, 0)

interface Timed {
  readonly p50: number
  readonly p95: number
  /** the same in CPU time of the process: what a quiet machine would show */
  readonly cpu50: number
  readonly cpu95: number
}
/** Stops early, with at least five, when it takes too long to be worth waiting for. */
const PATIENCE_MS = 20_000
function timed(count: number, work: (n: number) => unknown): Timed {
  const begun = performance.now()
  const patient = (n: number): boolean => n < 5 || performance.now() - begun < PATIENCE_MS
  for (let n = 0; n < 20 && patient(n); n++) work(n)
  const times: number[] = []
  const cpu: number[] = []
  for (let n = 0; n < count && patient(n); n++) {
    const before = process.cpuUsage()
    const start = performance.now()
    work(n)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  return {
    p50: round(quantile(times, 0.5)),
    p95: round(quantile(times, 0.95)),
    cpu50: round(quantile(cpu, 0.5)),
    cpu95: round(quantile(cpu, 0.95)),
  }
}

async function measure(size: number, shape: Shape, rules: readonly string[], prompts: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), "mettle-scale-"))
  const random = seeded(`scale ${size} ${shape}`)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const started = performance.now()
  let dice = 0
  const opened = (store: Store): Memory => {
    const memory = new Memory({
      log: store.log,
      blobs: store.blobs,
      meta: store.meta,
      openViews: fingerprint => openViews({ dir, fingerprint }),
      openSearch: views => sqliteSearch(() => (views as StoredViews).sql, builtInMeaning),
      now: () => Date.UTC(2026, 5, 1),
      randomBytes: () => Buffer.from(hashId("dice", dice++).slice(0, 32), "hex"),
      engine: "bench",
      preset: "mettle",
    })
    memory.catchUp()
    return memory
  }
  let store = openStore({ dir, groupMs: 0 })
  let memory = opened(store)
  const rows = memory.views
  for (let n = 0; n < size; n++) {
    const said = `${pick(rules)}${n < rules.length ? "" : ` (${pick(NAMES)} ${pick(NAMES)}, ${pick(FILES)}/${pick(NAMES)}.ts)`}`
    const one = card(n, store.blobs.put(said), place(n, size, shape))
    TABLE.card.set(rows, one.id, one)
    TABLE.scopeCards.set(rows, `${scopeKey(one.scope)}/${one.kind}/${one.id}`, 1)
    if ((n + 1) % BATCH !== 0 && n + 1 !== size) continue
    store.flush()
    memory.views.flush(0, () => indexChanged(memory))
    memory.views.evict()
  }
  const buildSeconds = (performance.now() - started) / 1000
  // Whoever asks did not build them all: what was needed for that is not there to be walked over and collected.
  await memory.close()
  await store.close()
  store = openStore({ dir, groupMs: 0 })
  memory = opened(store)
  // A session works in one repository: that is what caches are for. A hundred asks each.
  const repos = [0, 1, 2].map(n => place(n * 7, size, shape))
  const repo = (n: number): string => repos[Math.floor((n / ASKS) * repos.length) % repos.length]!
  const ask = (n: number): string => prompts[n % prompts.length]!
  const search = timed(ASKS, n =>
    memory.search.find({
      collection: "card",
      text: ask(n),
      scopes: [`repo:${repo(n)}`, "global:me"],
      liveOnly: true,
      most: 20,
    }),
  )
  const everywhere = timed(ASKS, n =>
    memory.search.find({ collection: "card", text: ask(n), scopes: null, liveOnly: false, most: 20 }),
  )
  const pack = timed(ASKS, n => makePack(memory, { scope: repo(n), placement: "prompt", prompt: ask(n) }))
  const cold = timed(20, n => {
    memory.views.evict()
    return makePack(memory, { scope: repo(n * 13), placement: "prompt", prompt: ask(n + 7) })
  })
  const check = timed(ASKS, n =>
    checkAction(memory, {
      scope: repo(n),
      action: { command: `npm run ${pick(NAMES)} -- --watch`, path: null, content: null, error: null },
      mode: "tell",
    }),
  )
  const out = {
    cards: size,
    shape,
    buildSeconds: round(buildSeconds),
    perCardMicros: Math.round((buildSeconds * 1e6) / size),
    diskMB: Math.round(sized(dir) / 1e5) / 10,
    rssMB: Math.round(process.memoryUsage().rss / 1e6),
    search,
    everywhere,
    pack,
    packColdRows: cold,
    check,
  }
  await memory.close()
  await store.close()
  rmSync(dir, { recursive: true, force: true })
  return out
}

export async function run({ shared, json, args }: Args): Promise<Record<string, unknown>> {
  const rules = lines<{ rule: string }>(join(shared, "data", "agent-rules", "rules.jsonl.gz")).map(line => line.rule)
  const prompts = lines<{ q: string }>(join(shared, "data", "episode-recall", "queries.jsonl.gz")).map(line => line.q)
  const sizes = [10_000, 100_000, ...(args.includes("--million") ? [1_000_000] : [])]
  builtInSemantics()
  if (!json) {
    console.log(
      `${rules.length} rules as cards, ${prompts.length} real prompts; embedder ${builtInMeaning.id()}; milliseconds p50 / p95 (and of CPU time)`,
    )
    console.log(
      `cards    shape  build s  µs/card  disk MB  RSS MB  ${["search in scope", "search everywhere", "pack", "pack, rows not in memory", "check"].map(name => name.padEnd(30)).join("")}`,
    )
  }
  const figures: Record<string, unknown> = {}
  for (const size of sizes)
    for (const shape of ["many", "one"] as const) {
      const one = await measure(size, shape, rules, prompts)
      figures[`${size} ${shape}`] = one
      const cell = (f: Timed) =>
        `${f.p50.toFixed(2)} / ${f.p95.toFixed(2)} (${f.cpu50.toFixed(2)} / ${f.cpu95.toFixed(2)})`.padEnd(29)
      if (!json)
        console.log(
          `${String(size).padEnd(8)} ${shape.padEnd(6)} ${one.buildSeconds.toFixed(1).padEnd(8)} ${String(one.perCardMicros).padEnd(8)} ${String(one.diskMB).padEnd(8)} ${String(one.rssMB).padEnd(7)} ${cell(one.search)} ${cell(one.everywhere)} ${cell(one.pack)} ${cell(one.packColdRows)} ${cell(one.check)}`,
        )
    }
  if (!json)
    console.log("bars: search p50 ≤ 1 ms at 10k; pack p95 ≤ 10 ms at 10k, ≤ 25 ms at 100k; check p95 ≤ 5 ms at 100k")
  return figures
}
