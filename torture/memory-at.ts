// A memory on a folder with the shipped settings, and the judge of one: is everything there that was acknowledged, unchanged,
// once and in order; does the log prove whole; are rebuilt views equal to live ones (P1, P4).
import { existsSync } from "node:fs"
import { join } from "node:path"
import { loadConfig } from "../src/config.ts"
import { checkRebuild } from "../src/memory/rebuild.ts"
import { type Opened, openMemoryAt } from "../src/open.ts"
import type { Store } from "../src/store/store.ts"
import { draftAt, episodeAt, START, textField, wordsAt } from "./workload.ts"

export interface Clock {
  readonly now?: () => number
  readonly random?: (bytes: number) => Uint8Array
  readonly groupMs?: number
  readonly busyMs?: number
}
let drawn = 0
/** Fresh bytes without chance: what is drawn must only differ. */
const counted = (bytes: number): Uint8Array => {
  const out = new Uint8Array(Math.max(16, bytes))
  new DataView(out.buffer).setUint32(4, ++drawn)
  new DataView(out.buffer).setUint32(8, process.pid)
  return out.subarray(0, bytes)
}

export function memoryAt(dir: string, clock: Clock = {}): Opened {
  return openMemoryAt({
    dir,
    config: loadConfig({ userDir: join(dir, "no-settings"), projectDir: null, env: {} }),
    now: clock.now ?? (() => START + 90 * 86_400_000),
    random: clock.random ?? counted,
    groupMs: clock.groupMs ?? 0,
    ...(clock.busyMs === undefined ? {} : { busyMs: clock.busyMs }),
  })
}

export interface Acknowledged {
  readonly run: string
  readonly n: number
  readonly seq: number
}
export interface Judgement {
  lost: number
  changed: number
  outOfOrder: number
  corrupt: number
}
export const spotless = (): Judgement => ({ lost: 0, changed: 0, outOfOrder: 0, corrupt: 0 })

/** `forgotten`: episodes whose texts may be gone. */
export function judge(
  store: Store,
  acknowledged: readonly Acknowledged[],
  forgotten: ReadonlySet<string> = new Set(),
  into: Judgement = spotless(),
): Judgement {
  const before = new Map<string, number>()
  for (const { run, n, seq } of acknowledged) {
    if (seq <= (before.get(run) ?? 0)) into.outOfOrder++
    before.set(run, seq)
    const event = store.log.get(draftAt(run, n).id)
    if (!event) into.lost++
    else if (event.seq !== seq || event.episode !== episodeAt(run, n)) into.changed++
    else {
      const field = textField(event.type)
      if (field === null || forgotten.has(event.episode)) continue
      const text = store.blobs.get(String((event.data as Record<string, unknown>)[field]))
      if (!text?.includes(wordsAt(run, n).trimEnd())) into.changed++
    }
  }
  if (!store.verify().ok) into.corrupt++
  return into
}

export const sound = (judgement: Judgement): boolean => Object.values(judgement).every(n => n === 0)

/** T-16 on one folder: drop nothing, fold the whole log anew beside the live views, compare. */
export async function rebuildEquals(dir: string): Promise<{ readonly equal: boolean; readonly events: number }> {
  if (!existsSync(join(dir, "log.db"))) return { equal: true, events: 0 }
  const { memory, store } = memoryAt(dir)
  try {
    const { equal, events } = checkRebuild(memory)
    return { equal, events }
  } finally {
    await memory.close()
    await store.close()
  }
}
