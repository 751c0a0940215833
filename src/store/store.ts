// The store: one directory, one file log.db holding log, blobs and meta, and the ports over it. How the file is opened, written
// and opened again: log-file.ts.
import type { NewEvent } from "../core/events/define.ts"
import { keepBallast } from "./ballast.ts"
import { type Compacted, type CompactOptions, compact } from "./containers/compaction.ts"
import { containers } from "./containers/containers.ts"
import { backup, LogFile } from "./log-file.ts"
import type { Migration } from "./migrations.ts"
import type { Blobs, Log } from "./ports.ts"
import type { Database } from "./sqlite.ts"
import { sqliteBlobs } from "./sqlite-blobs.ts"
import { sqliteLog } from "./sqlite-log.ts"
import { type Verification, verifyStore } from "./verify.ts"

export interface StoreOptions {
  readonly dir: string
  /** a whole copy of a store in that folder instead of the store itself; never migrated */
  readonly copy?: string
  readonly readOnly?: boolean
  /** how long to collect before a commit; 0 commits at once */
  readonly groupMs?: number
  /** how often a subscriber looks for appends of other processes; 0 never */
  readonly pollMs?: number
  /** how long to wait for another writer */
  readonly busyMs?: number
  /** throws E_EVENT for an event that does not fit its schema */
  readonly validate?: (event: NewEvent) => void
  readonly migrations?: readonly Migration[]
}
export interface Store {
  readonly log: Log
  readonly blobs: Blobs
  /** small settings of this store, outside the chain; `synced` false: may be lost with the power, and nobody waits for the disk */
  readonly meta: { get(key: string): string | null; set(key: string, value: string, synced?: boolean): void }
  /** Commits what waits (events and texts) now. */
  flush(): void
  verify(): Verification
  /** A whole, consistent copy in one new file; works while others write. */
  backup(to: string): void
  compact(options?: CompactOptions): Compacted
  /** Bytes of the file that hold something. */
  usedBytes(): number
  /** How durable it is, as the open connection says. */
  settings(): { readonly journal: string; readonly synchronous: string; readonly secureDelete: boolean }
  /** Keeps room for forgetting and compacting on a full disk (ballast.ts). False where there is too little to spare. */
  reserve(): boolean
  close(): Promise<void>
}

export { LOG_FILE } from "./log-file.ts"

export function openStore(options: StoreOptions): Store {
  const file = new LogFile(options)
  const use = () => file.use()
  const key = () => file.key
  const write: LogFile["write"] = (doing, work, synced) => file.write(doing, work, synced)
  const kept = containers(use, key)
  const blobs = sqliteBlobs(use, key, kept)
  const log = sqliteLog(use, blobs, kept, {
    groupMs: options.groupMs ?? 5,
    pollMs: options.pollMs ?? 250,
    validate: options.validate,
    write,
    note: file.versions.note,
  })
  return {
    log: {
      ...log,
      read: file.guarded("read", log.read),
      readEpisode: file.guarded("read", log.readEpisode),
      readRange: file.guarded("read", log.readRange),
      readTypes: file.guarded("read", log.readTypes),
      get: file.guarded("read", log.get),
      head: file.guarded("read", log.head),
    },
    blobs: {
      put: blobs.put,
      hash: blobs.hash,
      get: file.guarded("read", blobs.get),
      erase: refs => file.rewrite("erase", () => blobs.erase(refs)),
    },
    meta: metaOf(file),
    flush: log.flush,
    verify: () => verifyStore(options.dir),
    backup: file.guarded("backup", (to: string) => backup(use(), to, false)),
    compact: file.guarded("compact", (how?: CompactOptions) => {
      log.flush()
      return compact(use, write, kept, key, how)
    }),
    usedBytes: file.guarded("read", () => {
      const ask = (name: string): number => Number(pragma(use(), name))
      return (ask("page_count") - ask("freelist_count")) * ask("page_size")
    }),
    settings: file.guarded("read", () => settingsOf(use())),
    reserve: () => keepBallast(options.dir),
    async close() {
      try {
        await log.close()
      } finally {
        file.close()
      }
    },
  }
}

const metaOf = (file: LogFile): Store["meta"] => ({
  get: file.guarded("read", (name: string) => {
    const row = file.use().sql("SELECT value FROM meta WHERE key = ?").get(`of.${name}`)
    return row ? String(row.value) : null
  }),
  set(name, value, synced) {
    const put = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    file.write("set", db => void db.sql(put).run(`of.${name}`, value), synced)
  },
})

const pragma = (db: Database, name: string): unknown => Object.values(db.sql(`PRAGMA ${name}`).get() ?? {})[0]

const LEVELS = ["OFF", "NORMAL", "FULL", "EXTRA"]
const settingsOf = (db: Database): ReturnType<Store["settings"]> => ({
  journal: String(pragma(db, "journal_mode")),
  synchronous: LEVELS[Number(pragma(db, "synchronous"))] ?? "unknown",
  secureDelete: Number(pragma(db, "secure_delete")) === 1,
})
