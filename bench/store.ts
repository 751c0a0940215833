// The store measured: durable acknowledged appends against a bare loop writing the same bytes in the same batches, and
// bytes stored against transcript bytes. Runs are interleaved; medians are compared (the disk's own speed wanders).
// Two bare loops: `ratio` is to rows with the usual indexes (unique id, unique reference, episode), which the store itself
// does not keep as B-trees; `ratioToNoIndex` is to rows with no index at all, the strictest reading of "bare".
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { NewEvent } from "../src/core/events/define.ts"
import { CHAIN_START, envelope, link, small } from "../src/store/containers/envelope.ts"
import { referenced } from "../src/store/reference.ts"
import { openDatabase } from "../src/store/sqlite.ts"
import { openStore } from "../src/store/store.ts"
import { kept, readTranscripts, SHORT, type TextEvent } from "./transcripts.ts"

const BATCH = 100
const ROUNDS = 7

interface Stored {
  readonly event: (string | number | Uint8Array | null)[]
  readonly blobs: readonly (readonly [Uint8Array, Uint8Array])[]
}

/** wall and processor milliseconds */
interface Cost {
  readonly wall: number
  readonly cpu: number
}
function stopwatch(): () => Cost {
  const start = performance.now()
  const used = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(used)
    return { wall: performance.now() - start, cpu: (user + system) / 1000 }
  }
}
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
const bytesIn = (dir: string): number => readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)

export async function run({
  shared,
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const count = Number(args[0] ?? 12_000)
  const places = { disk: tmpdir(), ...(existsSync("/dev/shm") ? { tmpfs: "/dev/shm" } : {}) }
  const appends: Record<string, unknown> = {}
  for (const [name, base] of Object.entries(places))
    appends[name] = await appendsAt(name, base, (await readTranscripts(shared, count)).events)
  const transcripts = await readTranscripts(shared)
  const space = await spaceOf(transcripts.events, transcripts.bytes)
  return { appends, space }
}

async function appendsAt(name: string, base: string, events: readonly TextEvent[]): Promise<Record<string, number>> {
  const ours: Cost[] = []
  const same: Cost[] = []
  const plain: Cost[] = []
  const rows = await storedRows(base, events)
  for (let round = 0; round < ROUNDS; round++) {
    same.push(inPlace(base, dir => bare(dir, rows, true)))
    ours.push(await inPlaceAsync(base, dir => append(dir, events)))
    plain.push(inPlace(base, dir => bare(dir, rows, false)))
  }
  const rate = (costs: readonly Cost[]) => Math.round((events.length / median(costs.map(c => c.wall))) * 1000)
  const cpu = (costs: readonly Cost[]) => Number(((median(costs.map(c => c.cpu)) / events.length) * 1000).toFixed(1))
  const ratio = (bare: readonly Cost[]) => Number((rate(ours) / rate(bare)).toFixed(3))
  const figures = {
    events: events.length,
    batch: BATCH,
    rounds: ROUNDS,
    acknowledgedPerSecond: rate(ours),
    bareUsualIndexesPerSecond: rate(same),
    bareNoIndexPerSecond: rate(plain),
    ratio: ratio(same),
    ratioToNoIndex: ratio(plain),
    cpuMicrosPerEvent: cpu(ours),
    bareCpuMicrosPerEvent: cpu(same),
  }
  console.log(
    `appends on ${name} (${base}), ${events.length} events with their texts, batches of ${BATCH}, median of ${ROUNDS}`,
  )
  console.table(figures)
  return figures
}

function inPlace(base: string, work: (dir: string) => Cost): Cost {
  const dir = mkdtempSync(join(base, "mettle-bench-"))
  try {
    return work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
async function inPlaceAsync(base: string, work: (dir: string) => Promise<Cost>): Promise<Cost> {
  const dir = mkdtempSync(join(base, "mettle-bench-"))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Texts to blobs, then the batch to the log, waiting for its acknowledgement: what `record` does after redaction. */
async function append(dir: string, events: readonly TextEvent[]): Promise<Cost> {
  const store = openStore({ dir, groupMs: 5 })
  const stop = stopwatch()
  for (let at = 0; at < events.length; at += BATCH)
    await store.log.append(cited(store.blobs, events.slice(at, at + BATCH)))
  const cost = stop()
  await store.close()
  return cost
}
function cited(blobs: { put(text: string): string }, events: readonly TextEvent[]): NewEvent[] {
  return events.map(({ event, texts }) => {
    const data: Record<string, unknown> = { ...event.data }
    for (const [name, text] of Object.entries(texts)) data[name] = blobs.put(text)
    return { ...event, data }
  })
}

/** The same bytes as rows of the usual kind: an event a row with its chain value, a text a row under its reference. */
async function storedRows(base: string, events: readonly TextEvent[]): Promise<Stored[][]> {
  const dir = mkdtempSync(join(base, "mettle-bench-"))
  const store = openStore({ dir, groupMs: 0 })
  const seen = new Set<string>()
  const rows: Stored[] = []
  let chain: Uint8Array = CHAIN_START
  for (const [i, { event, texts }] of events.entries()) {
    const data: Record<string, unknown> = { ...event.data }
    const blobs: [Uint8Array, Uint8Array][] = []
    for (const [name, text] of Object.entries(texts)) {
      const ref = (data[name] = store.blobs.hash(text))
      if (seen.has(ref)) continue
      seen.add(ref)
      blobs.push([referenced(ref)!, Buffer.from(text)])
    }
    const e = envelope({ ...event, data })
    chain = link(chain, i + 1, e)
    rows.push({
      event: [i + 1, small(e.id), e.type, e.v, e.ts, small(e.episode), small(e.scope), e.data, chain],
      blobs,
    })
  }
  await store.close()
  rmSync(dir, { recursive: true, force: true })
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, i) => rows.slice(i * BATCH, i * BATCH + BATCH))
}

function bare(dir: string, batches: readonly (readonly Stored[])[], indexes: boolean): Cost {
  const path = join(dir, "bare.db")
  const db = openDatabase({ path })
  const unique = indexes ? "UNIQUE" : ""
  db.exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY, id BLOB NOT NULL ${unique}, type TEXT, v INTEGER, ts INTEGER, episode ANY, scope ANY, data TEXT, chain BLOB) STRICT;
    CREATE TABLE blobs (n INTEGER PRIMARY KEY, ref BLOB NOT NULL ${unique}, body BLOB) STRICT`)
  if (indexes) db.exec("CREATE INDEX events_episode ON events (episode) WHERE episode IS NOT NULL")
  const event = db.sql("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
  const blob = db.sql("INSERT INTO blobs (ref, body) VALUES (?, ?)")
  const stop = stopwatch()
  for (const batch of batches)
    db.transaction("IMMEDIATE", () => {
      for (const row of batch) {
        for (const [ref, body] of row.blobs) blob.run(ref, body)
        event.run(...row.event)
      }
    })
  const cost = stop()
  db.close()
  return cost
}

async function spaceOf(events: readonly TextEvent[], transcriptBytes: number): Promise<Record<string, unknown>> {
  const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()
  const figures: Record<string, Record<string, number>> = {}
  for (const [name, short] of [
    ["every text kept to 8 Ki + 8 Ki", false],
    [`successful reads to ${SHORT.head} + ${SHORT.tail}`, true],
  ] as const) {
    const dir = mkdtempSync(join(base, "mettle-bench-"))
    mkdirSync(dir, { recursive: true })
    const store = openStore({ dir, groupMs: 0 })
    for (let at = 0; at < events.length; at += 1000)
      await store.log.append(
        cited(
          store.blobs,
          events.slice(at, at + 1000).map(e => kept(e, short)),
        ),
      )
    const hot = bytesIn(dir)
    const start = performance.now()
    store.compact()
    const compactMs = Math.round(performance.now() - start)
    const sealed = bytesIn(dir)
    const again = performance.now()
    let read = 0
    for (let from = 0; from < store.log.head(); ) {
      const page = store.log.read(from, 2000)
      read += page.length
      from = page.at(-1)!.seq
    }
    const readMs = performance.now() - again
    const cold = [...Array(200).keys()].map(i => {
      const { event, texts } = kept(events[(i * 7919) % events.length]!, short)
      const text = Object.values(texts)[0]
      if (text === undefined) return 0
      const ref = store.blobs.hash(text)
      const begun = performance.now()
      if (store.blobs.get(ref) === null) throw new Error(`a text of ${event.type} is gone`)
      return performance.now() - begun
    })
    const proof = store.verify()
    if (!proof.ok || read !== store.log.head()) throw new Error("the compacted store does not verify")
    await store.close()
    rmSync(dir, { recursive: true, force: true })
    figures[name] = {
      transcriptBytes,
      storedBytes: sealed,
      share: Number((sealed / transcriptBytes).toFixed(4)),
      beforeCompaction: Number((hot / transcriptBytes).toFixed(4)),
      compactMs,
      readEventsPerSecond: Math.round((read / readMs) * 1000),
      textGetP50ms: Number(median(cold).toFixed(2)),
      textGetP95ms: Number([...cold].sort((a, b) => a - b)[190]!.toFixed(2)),
    }
  }
  console.log("bytes stored (all files of the store) against transcript bytes; bar 0.25")
  console.table(figures)
  return figures
}
