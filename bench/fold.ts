// Rebuilding the views of a long log (long-log.ts), with the readings of its texts kept and without, peak memory, and beside it the
// bare limit: read, parse and hash alone. Then tails of 100 events, and those before prompts. --events N (default 200,000) · --at DIR keeps the
// log there, or uses the one it finds · --preset NAME · --functions lists the heaviest. Where the CPU
// goes is sampled in a rebuild of its own: sampling costs a fifth of what it measures.
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEvent } from "../src/core/events/registry.ts"
import { sha256 } from "../src/core/ids.ts"
import { builtInMeaning } from "../src/meaning/word-table.ts"
import { compileLate } from "../src/memory/compile-late.ts"
import { Memory } from "../src/memory/memory.ts"
import { dice, memoryMeta } from "../src/memory/without-disk.ts"
import { READINGS_FILE, sqliteReadings } from "../src/store/sqlite-readings.ts"
import { sqliteSearch } from "../src/store/sqlite-search.ts"
import { openStore, type Store } from "../src/store/store.ts"
import { openViews, type Views as StoredViews } from "../src/store/view-store.ts"
import { live, type World } from "./long-log.ts"
import { type Stages, sampled } from "./stages.ts"

const START = Date.UTC(2025, 0, 1)
/** What no stage names, SQLite itself and the containers among it, is whose who asked for it. */
const STAGES: Stages = [
  ["log read", /^src\/store\/(?:log-file|sqlite-log|event-versions)/],
  ["texts read", /^src\/store\/sqlite-blobs/],
  ["parse", /^src\/core\/(?:events|schema)/],
  ["readings kept", /^src\/(?:memory\/readings|store\/(?:sqlite-)?readings|core\/readings\/reader)/],
  ["learner", /^src\/core\/(?:learn|label|rules\/(?:value|credit))\//],
  ["search", /^src\/(?:store\/(?:sqlite-search|search)|memory\/search-docs|core\/recall)/],
  ["texts looked at", /^src\/core\/(?:calls|words|propose|check|adherence|patterns|rules\/detect)/],
  ["rules and views", /^src\/core\//],
  ["rows", /^src\/store\/view/],
  ["fold", /^src\/memory\//],
]

function open(dir: string, store: Store, world: World = { now: Date.now() }, preset = "mettle"): Memory {
  return new Memory({
    log: store.log,
    blobs: store.blobs,
    meta: store.meta ?? memoryMeta(),
    openViews: fingerprint => openViews({ dir, fingerprint }),
    openSearch: views => sqliteSearch(() => (views as StoredViews).sql, builtInMeaning),
    readings: sqliteReadings({ dir }),
    now: () => world.now,
    randomBytes: dice(),
    engine: process.versions.v8,
    preset,
  })
}
const openAt = (dir: string): Store => openStore({ dir, groupMs: 0, validate: parseEvent })

interface Rebuilt {
  readonly events: number
  readonly cpu: number
  readonly seconds: number
  readonly peak: number
  readonly ms: Readonly<Record<string, number>>
  readonly heaviest: readonly string[]
}
const cpuSince = (from: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

export async function run({
  json,
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const value = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const wanted = Number(value("--events") ?? 200_000)
  const preset = value("--preset") ?? "mettle"
  const kept = value("--at")
  const dir = kept ?? mkdtempSync(join(tmpdir(), "mettle-fold-"))
  const say = (text: string) => json || console.log(text)
  try {
    if (!existsSync(join(dir, "log.db"))) await build(dir, wanted, say)
    const store = openAt(dir)
    const events = store.log.head()
    const bytes = statSync(join(dir, "log.db")).size
    await store.close()
    const each = (name: string, under = preset): Rebuilt => {
      // In a process of its own, as `mettle doctor rebuild` is: what was recorded in this heap does not count.
      const script = `import(${JSON.stringify(import.meta.url)}).then(m => m.${name}(${JSON.stringify(dir)}, ${JSON.stringify(under)}))`
      const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8", maxBuffer: 1e9 })
      if (stdout === "") throw new Error(stderr)
      const done = JSON.parse(stdout) as Rebuilt
      say(
        `${(under === preset ? name : under).padEnd(14)} ${done.cpu.toFixed(1)} s CPU (${done.seconds.toFixed(1)} s) = ${rate(events, done)} events/s of CPU, peak ${(done.peak / 2 ** 20).toFixed(0)} MB`,
      )
      return done
    }
    const limit = each("bareLimit")
    const without = each("rebuildAnew")
    const plain = each("rebuildAt", "plain")
    const withKept = each("rebuildAt")
    const { ms, heaviest } = each("stagesAt")
    const stages = Object.entries(ms).sort((a, b) => b[1] - a[1])
    say(`  ${stages.map(([stage, spent]) => `${stage} ${(spent / 1000).toFixed(2)}`).join(" · ")}`)
    if (args.includes("--functions")) for (const line of heaviest) say(line)
    const { hundreds, prompts } = await tail(dir, preset)
    say(`tail of 100 events: ${spent(hundreds)}`)
    say(`tail before a prompt, ${prompts.events.toFixed(0)} events in the mean: ${spent(prompts)}`)
    const figures = (r: Rebuilt) => ({
      cpuSeconds: r.cpu,
      eventsPerCpuSecond: rate(events, r),
      peakRssMb: Math.round(r.peak / 2 ** 20),
    })
    return {
      ...{ events, preset, logBytes: bytes, readingsBytes: statSync(join(dir, READINGS_FILE)).size },
      limit: figures(limit),
      without: figures(without),
      plain: figures(plain),
      kept: { ...figures(withKept), stagesMs: Object.fromEntries(stages.map(([name, ms]) => [name, Math.round(ms)])) },
      ...{ tail100P50Ms: hundreds.p50, tail100P95Ms: hundreds.p95 },
      ...{ promptTailP50Ms: prompts.p50, promptTailP95Ms: prompts.p95, promptTailEvents: prompts.events },
    }
  } finally {
    if (kept === undefined) rmSync(dir, { recursive: true, force: true })
  }
}

const spent = ({ p50, p95 }: Tails): string => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of CPU`
const rate = (events: number, { cpu }: Rebuilt): number => Math.round(events / cpu)

async function build(dir: string, wanted: number, say: (text: string) => unknown): Promise<void> {
  const world: World = { now: START }
  const store = openAt(dir)
  const memory = open(dir, store, world)
  const started = process.cpuUsage()
  let told = 0
  const log = await live(memory, world, wanted, n => {
    if (n - told < wanted / 10) return
    told = n
    say(`  ${n} events lived, ${cpuSince(started).toFixed(0)} s CPU`)
  })
  say(`a log of ${log.events} events, ${log.cards} cards: ${JSON.stringify(log.types)}`)
  await memory.close()
  await store.close()
}

/** Read, parse and hash every event, and nothing else. */
export async function bareLimit(dir: string): Promise<void> {
  const store = openAt(dir)
  const from = process.cpuUsage()
  const started = performance.now()
  let bytes = 0
  for (let at = 0; ; ) {
    const batch = store.log.read(at, 2000)
    if (batch.length === 0) break
    for (const event of batch) bytes += sha256(parseEvent(event).id).length
    at = batch.at(-1)!.seq
  }
  const seconds = (performance.now() - started) / 1000
  const peak = process.resourceUsage().maxRSS * 1024
  console.log(JSON.stringify({ events: bytes, cpu: cpuSince(from), seconds, peak, ms: {}, heaviest: [] }))
  await store.close()
}

/** Every text read again: as after an upgrade of all readers. */
export async function rebuildAnew(dir: string, preset: string): Promise<void> {
  for (const side of ["", "-wal", "-shm"]) rmSync(join(dir, READINGS_FILE + side), { force: true })
  await rebuildAt(dir, preset)
}

/** Rebuilds the views of the store in a folder and prints what it took. */
export const rebuildAt = (dir: string, preset: string): Promise<void> =>
  rebuilt(dir, preset, memory => ({ events: memory.rebuild(), ms: {}, heaviest: [] }))

/** The same while it is sampled: seconds of CPU by stage. */
export const stagesAt = (dir: string, preset: string): Promise<void> =>
  rebuilt(dir, preset, async memory => {
    const from = process.cpuUsage()
    const { value: events, ms, heaviest } = await sampled(import.meta.url, STAGES, () => memory.rebuild())
    const cpu = cpuSince(from)
    // Samples are of time on the wall: their shares count.
    const all = Object.values(ms).reduce((sum, spent) => sum + spent, 0)
    const shares = Object.entries(ms).map(([stage, spent]) => [stage, (spent / all) * cpu * 1000] as const)
    return { events, ms: Object.fromEntries(shares), heaviest }
  })

type Work = Pick<Rebuilt, "events" | "ms" | "heaviest">
async function rebuilt(dir: string, preset: string, work: (memory: Memory) => Work | Promise<Work>): Promise<void> {
  compileLate()
  const store = openAt(dir)
  const memory = open(dir, store, { now: Date.now() }, preset)
  const from = process.cpuUsage()
  const started = performance.now()
  const done = await work(memory)
  const seconds = (performance.now() - started) / 1000
  const peak = process.resourceUsage().maxRSS * 1024
  console.log(JSON.stringify({ ...done, cpu: cpuSince(from), seconds, peak }))
  await memory.close()
  await store.close()
}

interface Tails {
  readonly p50: number
  readonly p95: number
}
/** How much of the end of the log is folded in tails, each way. */
const SPAN = 10_000

/**
 * The end of the log once more, as it came in: CPU of each fold. 100 events at a time, and up to each prompt, which is what somebody
 * waits for where nobody folds meanwhile. Those of a process that goes on folding: a span of tails goes before them uncounted, in
 * which V8 compiles what a rebuild of thousands at a time ran seldom.
 */
async function tail(dir: string, preset: string): Promise<{ hundreds: Tails; prompts: Tails & { events: number } }> {
  const store = openAt(dir)
  const all = store.log.head()
  const span = Math.min(SPAN, Math.floor(all / 4))
  let end = Math.max(1, all - 3 * span)
  const log = {
    ...store.log,
    head: () => end,
    read: (from: number, limit: number) => store.log.read(from, Math.min(limit, end - from)),
  }
  const memory = open(dir, { ...store, log }, { now: Date.now() }, preset)
  memory.rebuild()
  const folded = (ends: Iterable<number>): Tails => {
    const times: number[] = []
    for (end of ends) {
      const from = process.cpuUsage()
      memory.catchUp()
      times.push(cpuSince(from) * 1000)
    }
    times.sort((a, b) => a - b)
    return { p50: times[Math.floor(times.length * 0.5)]!, p95: times[Math.floor(times.length * 0.95)]! }
  }
  const hundredsTo = (to: number) =>
    Array.from({ length: Math.ceil((to - end) / 100) }, (_, i) => Math.min(to, end + 100 * (i + 1)))
  folded(hundredsTo(all - 2 * span))
  const hundreds = folded(hundredsTo(all - span))
  const asked = store.log.read(end, span).flatMap(event => (event.type === "prompt.submitted" ? [event.seq] : []))
  const prompts = { ...folded(asked), events: span / asked.length }
  await memory.close()
  await store.close()
  return { hundreds, prompts }
}
