// The store measured: durable acknowledged appends against a bare loop writing the same bytes in the same batches, and
// bytes stored against transcript bytes. Runs are interleaved; medians are compared (the disk's own speed wanders).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { NewEvent } from "../src/core/events/define.ts"
import { small } from "../src/store/envelope.ts"
import { openDatabase } from "../src/store/sqlite.ts"
import { openStore } from "../src/store/store.ts"
import { kept, readTranscripts, SHORT, type TextEvent } from "./transcripts.ts"

const BATCH = 100
const ROUNDS = 7

interface Stored {
  readonly event: (string | number | Uint8Array | null)[]
  readonly blobs: readonly (readonly [Uint8Array, Uint8Array])[]
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
  const transcripts = await readTranscripts(shared)
  const places = { disk: tmpdir(), ...(existsSync("/dev/shm") ? { tmpfs: "/dev/shm" } : {}) }
  const appends: Record<string, unknown> = {}
  for (const [name, base] of Object.entries(places))
    appends[name] = await appendsAt(name, base, transcripts.events.slice(0, count))
  const space = await spaceOf(transcripts.events, transcripts.bytes)
  return { appends, space }
}

async function appendsAt(name: string, base: string, events: readonly TextEvent[]): Promise<Record<string, number>> {
  const ours: number[] = []
  const same: number[] = []
  const plain: number[] = []
  const rows = await storedRows(base, events)
  for (let round = 0; round < ROUNDS; round++) {
    same.push(inPlace(base, dir => bare(dir, rows, true)))
    ours.push(await inPlaceAsync(base, dir => append(dir, events)))
    plain.push(inPlace(base, dir => bare(dir, rows, false)))
  }
  const rate = (ms: number) => Math.round((events.length / ms) * 1000)
  const figures = {
    events: events.length,
    batch: BATCH,
    rounds: ROUNDS,
    acknowledgedPerSecond: rate(median(ours)),
    bareSameTablesPerSecond: rate(median(same)),
    bareNoIndexPerSecond: rate(median(plain)),
    ratio: Number((median(same) / median(ours)).toFixed(3)),
    ratioToNoIndex: Number((median(plain) / median(ours)).toFixed(3)),
  }
  console.log(
    `appends on ${name} (${base}), ${events.length} events with their texts, batches of ${BATCH}, median of ${ROUNDS}`,
  )
  console.table(figures)
  return figures
}

function inPlace(base: string, work: (dir: string) => number): number {
  const dir = mkdtempSync(join(base, "mettle-bench-"))
  try {
    return work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
async function inPlaceAsync(base: string, work: (dir: string) => Promise<number>): Promise<number> {
  const dir = mkdtempSync(join(base, "mettle-bench-"))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Texts to blobs, then the batch to the log, waiting for its acknowledgement: what `record` does after redaction. */
async function append(dir: string, events: readonly TextEvent[]): Promise<number> {
  const store = openStore({ dir, groupMs: 5 })
  const start = performance.now()
  for (let at = 0; at < events.length; at += BATCH)
    await store.log.append(cited(store.blobs, events.slice(at, at + BATCH)))
  const ms = performance.now() - start
  await store.close()
  return ms
}
function cited(blobs: { put(text: string): string }, events: readonly TextEvent[]): NewEvent[] {
  return events.map(({ event, texts }) => {
    const data: Record<string, unknown> = { ...event.data }
    for (const [name, text] of Object.entries(texts)) data[name] = blobs.put(text)
    return { ...event, data }
  })
}

/** Exactly the columns the store wrote for these events, batch by batch. */
async function storedRows(base: string, events: readonly TextEvent[]): Promise<Stored[][]> {
  const dir = mkdtempSync(join(base, "mettle-bench-"))
  await append(dir, events)
  const db = openDatabase({ path: join(dir, "log.db"), readOnly: true })
  const blobs = db.sql("SELECT ref, body FROM blobs ORDER BY n").all()
  const stored = db.sql("SELECT * FROM events ORDER BY seq").all()
  db.close()
  rmSync(dir, { recursive: true, force: true })
  let next = 0
  const seen = new Set<string>()
  const rows = stored.map(row => {
    const own: (readonly [Uint8Array, Uint8Array])[] = []
    for (const ref of (row.data as string).match(/b:[\w-]{22}/g) ?? [])
      if (!seen.has(ref)) {
        seen.add(ref)
        const blob = blobs[next++]!
        own.push([blob.ref as Uint8Array, blob.body as Uint8Array])
      }
    return {
      event: [row.seq, row.id, row.type, row.v, row.ts, row.episode, row.scope, row.data, row.chain],
      blobs: own,
    }
  })
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, i) => rows.slice(i * BATCH, i * BATCH + BATCH))
}

function bare(dir: string, batches: readonly (readonly Stored[])[], indexes: boolean): number {
  const path = join(dir, "bare.db")
  const db = openDatabase({ path })
  const unique = indexes ? "UNIQUE" : ""
  db.exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY, id BLOB NOT NULL ${unique}, type TEXT, v INTEGER, ts INTEGER, episode ANY, scope ANY, data TEXT, chain BLOB) STRICT;
    CREATE TABLE blobs (n INTEGER PRIMARY KEY, ref BLOB NOT NULL ${unique}, body BLOB) STRICT`)
  if (indexes) db.exec("CREATE INDEX events_episode ON events (episode) WHERE episode IS NOT NULL")
  const event = db.sql("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
  const blob = db.sql("INSERT INTO blobs (ref, body) VALUES (?, ?)")
  const start = performance.now()
  for (const batch of batches)
    db.transaction("IMMEDIATE", () => {
      for (const row of batch) {
        for (const [ref, body] of row.blobs) blob.run(ref, body)
        event.run(...row.event)
      }
    })
  const ms = performance.now() - start
  db.close()
  return ms
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

// `small` is the column form of ids: imported here so that a change of the form breaks this bench at compile time.
export const columnOf = small
