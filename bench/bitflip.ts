// 300 single-bit flips in a closed store with hot and sealed parts (security.md T-8): every event and text that reads
// differently afterwards must be named by `verify`, by id, reference or sequence range. First argument: flips.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { NewEvent } from "../src/core/events/define.ts"
import { hashId } from "../src/core/ids.ts"
import { openStore, type Store } from "../src/store/store.ts"
import { type Verification, verifyStore } from "../src/store/verify.ts"
import { idAt, textAt } from "./crash-plan.ts"

export interface FlipReport {
  readonly flips: number
  /** flips after which some event or text read differently */
  readonly harmful: number
  readonly changedEvents: number
  readonly changedTexts: number
  readonly unnamedEvents: number
  readonly unnamedTexts: number
  /** harmless flips that the proof noticed all the same (chain values, indexes, SQLite's own structure) */
  readonly noticed: number
  readonly unopenable: number
  readonly slowestMs: number
}

const COUNT = 1500
const RUN = "flips"

/** A store of about 1 MB: two thirds sealed, one third hot, one commit a row or many. */
export async function fillStore(dir: string): Promise<void> {
  const store = openStore({ dir, groupMs: 0, pollMs: 0 })
  const event = (n: number): NewEvent => ({
    id: idAt(RUN, n),
    type: n % 3 ? "bench.written" : "bench.read",
    v: 1,
    ts: 1_700_000_000_000 + n,
    episode: hashId(RUN, n % 11),
    scope: null,
    data: { n, text: store.blobs.put(textAt(RUN, n)) },
  })
  for (let n = 0; n < COUNT; ) {
    const size = n % 7 === 0 ? 1 : 50
    const batch: NewEvent[] = []
    for (let i = 0; i < size && n < COUNT; i++) batch.push(event(n++))
    await store.log.append(batch)
    if (n > COUNT * 0.6 && n < COUNT * 0.66) store.compact({ least: 0 })
  }
  store.compact({ least: 2 })
  await store.close()
}

type Readings = ReadonlyMap<string, string>
const attempt = (work: () => unknown): string => {
  try {
    return JSON.stringify(work()) ?? "undefined"
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
}
function readAll(store: Store, refs: readonly string[]): { readonly events: Readings; readonly texts: Readings } {
  const events = new Map<string, string>()
  for (let n = 0; n < COUNT; n++)
    events.set(
      idAt(RUN, n),
      attempt(() => store.log.get(idAt(RUN, n))),
    )
  return { events, texts: new Map(refs.map(ref => [ref, attempt(() => store.blobs.get(ref))])) }
}
const differing = (before: Readings, after: Readings | null): string[] =>
  [...before].filter(([key, value]) => after?.get(key) !== value).map(([key]) => key)

export async function flips(count: number, seed: number, base: string = tmpdir()): Promise<FlipReport> {
  const home = mkdtempSync(join(base, "mettle-flip-"))
  const good = join(home, "good")
  const bad = join(home, "bad")
  try {
    await fillStore(good)
    mkdirSync(bad, { mode: 0o700 })
    const whole = openStore({ dir: good, groupMs: 0, pollMs: 0 })
    const refs = Array.from({ length: COUNT }, (_, n) => whole.blobs.hash(textAt(RUN, n)))
    const before = readAll(whole, refs)
    const seqs = new Map([...before.events].map(([id, json]) => [id, (JSON.parse(json) as { seq: number }).seq]))
    // One file holds everything: a backup has no journal beside it.
    whole.backup(join(home, "whole.db"))
    await whole.close()
    const bytes = readFileSync(join(home, "whole.db"))
    const report = {
      flips: count,
      harmful: 0,
      changedEvents: 0,
      changedTexts: 0,
      unnamedEvents: 0,
      unnamedTexts: 0,
      noticed: 0,
      unopenable: 0,
      slowestMs: 0,
    }
    let state = seed >>> 0
    for (let i = 0; i < count; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const at = Math.floor((state / 2 ** 32) * bytes.byteLength)
      const flipped = Buffer.from(bytes)
      flipped[at] = flipped[at]! ^ (1 << (i % 8))
      for (const side of ["", "-wal", "-shm"]) rmSync(join(bad, `log.db${side}`), { force: true })
      writeFileSync(join(bad, "log.db"), flipped, { mode: 0o600 })
      const started = performance.now()
      const proof = verifyStore(bad)
      report.slowestMs = Math.max(report.slowestMs, Math.round(performance.now() - started))
      let after: ReturnType<typeof readAll> | null = null
      try {
        const store = openStore({ dir: bad, readOnly: true, pollMs: 0 })
        after = readAll(store, refs)
        await store.close()
      } catch {
        report.unopenable++
      }
      const events = differing(before.events, after?.events ?? null)
      const texts = differing(before.texts, after?.texts ?? null)
      if (events.length + texts.length > 0) report.harmful++
      else if (!proof.ok) report.noticed++
      report.changedEvents += events.length
      report.changedTexts += texts.length
      const unnamedEvents = events.filter(id => !namesEvent(proof, id, seqs.get(id)!))
      const unnamedTexts = texts.filter(ref => !namesText(proof, ref))
      if (unnamedEvents.length + unnamedTexts.length > 0 && process.env.FLIP_DEBUG) {
        console.log(
          `flip ${i} at byte ${at} (page ${Math.floor(at / 4096) + 1}): ${unnamedEvents.length} events, ${unnamedTexts.length} texts unnamed`,
          proof.structure.slice(0, 3),
        )
        copyFileSync(join(bad, "log.db"), join(base, `flip-${i}.db`))
      }
      report.unnamedEvents += unnamedEvents.length
      report.unnamedTexts += unnamedTexts.length
    }
    return report
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const within = (proof: Verification, seq: number): boolean =>
  proof.unreadable.some(({ from, to }) => from <= seq && (to === null || seq <= to))
const namesEvent = (proof: Verification, id: string, seq: number): boolean =>
  within(proof, seq) || proof.unindexed.includes(id) || proof.changedEvents.some(e => e.seq === seq || e.id === id)
const namesText = (proof: Verification, ref: string): boolean =>
  proof.changedTexts.includes(ref) || proof.unindexed.includes(ref) || proof.unreadable.some(({ to }) => to === null)

export async function run({
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const report = await flips(Number(args[0] ?? 300), Number(args[1] ?? 20261115), args[2] ?? "/dev/shm")
  console.log("single-bit flips; unnamedEvents and unnamedTexts must be 0")
  console.table(report)
  return { ...report }
}
