// The process under torture, bundled and started by the tests: writes as fast as it can (`write`), or performs one named act
// on a store (`act`), and says what was acknowledged: to a file ACK when its file operations are recorded, else to stdout.
import { closeSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { forget } from "../src/memory/forgetting/forget.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { drain, spool } from "../src/spool.ts"
import { MIGRATIONS } from "../src/store/migrations.ts"
import { quarantineStore } from "../src/store/quarantine.ts"
import { openDatabase } from "../src/store/sqlite.ts"
import { openStore } from "../src/store/store.ts"
import { dice } from "./dice.ts"
import { LATER } from "./later-migration.ts"
import { memoryAt } from "./memory-at.ts"
import { draftAt, episodeAt, STEPS } from "./workload.ts"

const [what, dir, ...rest] = process.argv.slice(2) as [string, string, ...string[]]
const root = process.env.TORTURE_DIR
const ack = root === undefined ? 1 : openSync(join(root, "ACK"), "a", 0o600)
const say = (line: string): void => void writeSync(ack, `${line}\n`)

async function write(run: string, seed: number, most: number, acts: boolean): Promise<void> {
  const chance = dice(seed)
  const opened = memoryAt(dir, { groupMs: 1 })
  say("ready")
  for (let n = 0; most === 0 || n < most; ) {
    const size = Math.min(1 + chance.below(12), most === 0 ? 12 : most - n)
    const drafts = Array.from({ length: size }, (_, i) => draftAt(run, n + i))
    try {
      const { seqs } = await opened.memory.record(drafts)
      say(seqs.map((seq, i) => `ack ${n + i} ${seq}`).join("\n"))
    } catch (error) {
      say(`refused ${n} ${(error as { code?: string }).code ?? (error as Error).message}`)
    }
    n += size
    if (!acts) continue
    try {
      if (chance.below(24) === 0) opened.store.compact({ least: 0 })
      if (chance.below(24) === 0) await settle(opened.memory)
      if (n > 3 * STEPS && chance.below(48) === 0) {
        const old = episodeAt(run, chance.below(n - 2 * STEPS))
        say(`forgets ${old}`)
        await forget(opened.memory, { episode: old })
        say(`forgot ${old}`)
      }
    } catch (error) {
      say(`failed ${(error as { code?: string }).code ?? (error as Error).message}`)
    }
  }
  await opened.memory.close()
  await opened.store.close()
}

/** One act each; ARM is opened right before what is to be interrupted. */
const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  start: async () => {
    arm()
    const { memory, store } = memoryAt(dir)
    memory.catchUp()
    await store.close()
  },
  append: async () => {
    const { memory, store } = memoryAt(dir)
    arm()
    for (let n = 0; n < 5; n++) {
      const { seqs } = await memory.record([draftAt("act", n)])
      say(`ack ${n} ${seqs[0]}`)
    }
    await store.close()
  },
  migration: async () => {
    arm()
    await openStore({ dir, migrations: [...MIGRATIONS, LATER] }).close()
  },
  compaction: async () => {
    const { store } = memoryAt(dir)
    arm()
    store.compact({ least: 0 })
    await store.close()
  },
  forget: async () => {
    const { memory, store } = memoryAt(dir)
    memory.catchUp()
    arm()
    await forget(memory, { episode: episodeAt("base", 0) })
    say("forgot")
    await store.close()
  },
  checkpoint: async () => {
    const { store } = memoryAt(dir)
    arm()
    const db = openDatabase({ path: join(dir, "log.db") })
    db.sql("PRAGMA wal_checkpoint(TRUNCATE)").get()
    db.close()
    await store.close()
  },
  settle: async () => {
    const { memory, store } = memoryAt(dir)
    arm()
    await settle(memory)
    await store.close()
  },
  rebuild: async () => {
    const { memory, store } = memoryAt(dir)
    arm()
    memory.rebuild()
    await store.close()
  },
  backup: async () => {
    const { store } = memoryAt(dir)
    arm()
    store.backup(join(dir, "copy.db"))
    say("copied")
    await store.close()
  },
  quarantine: async () => {
    arm()
    await quarantineStore(dir)
  },
  spool: async () => {
    arm()
    spool(join(dir, "state"), [draftAt("spooled", 1), draftAt("spooled", 2)], `000000000000001-${process.pid}`)
    say("spooled")
  },
  drain: async () => {
    const { store } = memoryAt(dir)
    arm()
    await drain(join(dir, "state"), store)
    await store.close()
  },
}
const arm = (): void => {
  if (root !== undefined) closeSync(openSync(join(root, "ARM"), "w", 0o600))
}

if (what === "write") await write(rest[0]!, Number(rest[1]), Number(rest[2] ?? 0), rest[3] !== "plain")
else if (what === "act") await ACTS[rest[0]!]!()
else throw new Error(`no such act: ${what}`)
