// The store: one directory, one file log.db holding log, blobs and meta, one connection. Opens, migrates, hands out the
// ports, and after a failed commit never acknowledges on the same handle again: it reopens and proves the tail first.
import { closeSync, constants, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { isCode, MettleError } from "../core/errors.ts"
import type { NewEvent } from "../core/events/define.ts"
import { keepBallast, releaseBallast } from "./ballast.ts"
import { type Compacted, type CompactOptions, compact } from "./containers/compaction.ts"
import { containers, eventsOf } from "./containers/containers.ts"
import { CHAIN_START, link } from "./containers/envelope.ts"
import { eventVersions } from "./event-versions.ts"
import { privateDirectory, syncDirectory } from "./files.ts"
import { finishQuarantine } from "./interrupted-quarantine.ts"
import { MIGRATIONS, type Migration, migrate, newer, schemaState, storeKey } from "./migrations.ts"
import type { Blobs, Log } from "./ports.ts"
import { type Database, isFull, openDatabase, resultCode, storeError } from "./sqlite.ts"
import { sqliteBlobs } from "./sqlite-blobs.ts"
import { APPEND, sqliteLog } from "./sqlite-log.ts"
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

export const LOG_FILE = "log.db"

export function openStore(options: StoreOptions): Store {
  const { dir, readOnly = false, migrations = MIGRATIONS } = options
  const path = join(dir, options.copy ?? LOG_FILE)
  const told = (error: unknown, doing: string) => storeError(error, doing, path)
  let db: Database | null = null
  let closed = false
  let key: Buffer | null = null
  const versions = eventVersions()

  function open(writing: boolean): Database {
    let opening: Database | null = null
    try {
      privateDirectory(dir, writing)
      if (writing && options.copy === undefined) finishQuarantine(dir, LOG_FILE)
      opening = openDatabase({
        path,
        readOnly: !writing,
        busyMs: options.busyMs,
        whenNew: "PRAGMA auto_vacuum=INCREMENTAL",
      })
      if (writing && options.copy !== undefined) isCurrent(opening, migrations)
      else if (writing) migrate(opening, () => backup(opening!, `${path}.before-migration`, true), migrations)
      else readable(opening, migrations)
      if (writing) versions.prove(opening)
      key ??= storeKey(opening)
      return opening
    } catch (error) {
      opening?.close()
      throw told(error, "open")
    }
  }

  /** Any open connection, for reading. */
  function use(): Database {
    if (closed) throw new MettleError("E_BUG", "the store is closed")
    if (db) return db
    try {
      db = open(!readOnly)
      if (!readOnly) proveTail(db)
    } catch (error) {
      if (readOnly || !isCode(error, "E_DISK")) throw error
      db = open(false)
    }
    return db
  }

  function write<T>(doing: string, work: (database: Database) => T, synced = true): T {
    if (readOnly) throw new MettleError("E_LOCKED", `${doing}: the store was opened for reading only`)
    // A connection that fell back to reading (full disk) is tried again for writing.
    if (db?.readOnly) {
      db.close()
      db = null
    }
    const database = use()
    if (database.readOnly)
      throw new MettleError("E_DISK", `${doing}: ${path} cannot be written`, {
        still: "reading works; nothing acknowledged is lost, nothing of this request was stored",
        hint: "free some space on that disk, then try again",
      })
    // Inside somebody's reading it would be acknowledged before it is committed.
    if (database.inTransaction) throw new MettleError("E_BUG", `${doing}: while the file is being read`)
    try {
      const commit = () => database.transaction("IMMEDIATE", () => work(database))
      return synced ? commit() : unsynced(database, commit)
    } catch (error) {
      dropAfter(error, database)
      if (doing !== APPEND && isFull(error) && releaseBallast(dir)) return write(doing, work, synced)
      throw told(error, doing)
    }
  }

  /** After a failed commit the handle's idea of the file may be wrong (a failed fsync is not repeatable). */
  function dropAfter(error: unknown, database: Database): void {
    const code = resultCode(error)
    if (code === null || code === 5 || code === 6) return
    if (db === database) db = null
    database.close()
  }

  db = open(!readOnly)
  const keyOf = () => key!
  const sealed = containers(use, keyOf)
  const blobs = sqliteBlobs(use, keyOf, sealed)
  const log = sqliteLog(use, blobs, sealed, {
    groupMs: options.groupMs ?? 5,
    pollMs: options.pollMs ?? 250,
    validate: options.validate,
    write,
    note: versions.note,
  })
  const guarded =
    <A extends readonly unknown[], R>(doing: string, work: (...args: A) => R) =>
    (...args: A): R => {
      try {
        return work(...args)
      } catch (error) {
        throw told(error, doing)
      }
    }

  return {
    log: {
      ...log,
      read: guarded("read", log.read),
      readEpisode: guarded("read", log.readEpisode),
      readRange: guarded("read", log.readRange),
      readTypes: guarded("read", log.readTypes),
      get: guarded("read", log.get),
      head: guarded("read", log.head),
    },
    blobs: { put: blobs.put, hash: blobs.hash, get: guarded("read", blobs.get), erase: guarded("erase", erase) },
    meta: {
      get: guarded("read", (name: string) => {
        const row = use().sql("SELECT value FROM meta WHERE key = ?").get(`of.${name}`)
        return row ? String(row.value) : null
      }),
      set(name, value, synced = true) {
        const put = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        write("set", database => void database.sql(put).run(`of.${name}`, value), synced)
      },
    },
    flush: log.flush,
    verify: () => verifyStore(dir),
    backup: guarded("backup", (to: string) => backup(use(), to, false)),
    compact: guarded("compact", (how?: CompactOptions) => {
      log.flush()
      return compact(use, write, sealed, keyOf, how)
    }),
    usedBytes: guarded("read", () => {
      const ask = (name: string): number => Number(Object.values(use().sql(`PRAGMA ${name}`).get() ?? {})[0])
      return (ask("page_count") - ask("freelist_count")) * ask("page_size")
    }),
    settings: guarded("read", () => {
      const ask = (name: string): unknown => Object.values(use().sql(`PRAGMA ${name}`).get() ?? {})[0]
      const levels = ["OFF", "NORMAL", "FULL", "EXTRA"]
      return {
        journal: String(ask("journal_mode")),
        synchronous: levels[Number(ask("synchronous"))] ?? "unknown",
        secureDelete: Number(ask("secure_delete")) === 1,
      }
    }),
    reserve: () => keepBallast(dir),
    async close() {
      if (closed) return
      try {
        await log.close()
      } finally {
        closed = true
        db?.close()
        db = null
      }
    },
  }

  function erase(refs: readonly string[]): number {
    if (readOnly) throw new MettleError("E_LOCKED", "erase: the store was opened for reading only")
    const database = use()
    try {
      return blobs.erase(refs)
    } catch (error) {
      dropAfter(error, database)
      if (isFull(error) && releaseBallast(dir)) return erase(refs)
      throw error
    }
  }
}

/** Nobody waits for the disk: durable with the next commit that does. */
function unsynced<T>(db: Database, commit: () => T): T {
  db.exec("PRAGMA synchronous=NORMAL")
  try {
    return commit()
  } finally {
    db.exec("PRAGMA synchronous=FULL")
  }
}

/** A copy is worked on as it is: another release's is left alone. */
function isCurrent(db: Database, migrations: readonly Migration[]): void {
  const { missing, unknown } = schemaState(db, migrations)
  if (missing.length + unknown.length > 0) throw newer(db.path, [...unknown, ...missing.map(m => m.name)])
}

/** An older program may read a newer file as long as the tables it knows are there. */
function readable(db: Database, migrations: readonly Migration[]): void {
  const { missing, unknown } = schemaState(db, migrations)
  if (missing.length > 0 && unknown.length > 0) throw newer(db.path, unknown)
  if (missing.length === migrations.length)
    throw new MettleError("E_INIT", `${db.path} is empty`, { hint: "run mettle init" })
}

/** The last events must follow one another before anything is appended behind them. */
function proveTail(db: Database): void {
  const [last, before] = db.sql("SELECT * FROM segments ORDER BY first DESC LIMIT 2").all()
  if (!last) return
  const start: Uint8Array = before?.chain ?? CHAIN_START
  const chain = eventsOf(last).reduce<Uint8Array>((prev, e, i) => link(prev, last.first + i, e), start)
  if ((before?.last ?? 0) === last.first - 1 && Buffer.from(chain).equals(last.chain)) return
  throw new MettleError("E_INTEGRITY", `events ${last.first} to ${last.last} do not fit their chain`, {
    still: "reading works; nothing will be appended behind damage",
    hint: "mettle doctor names every damaged event and text",
  })
}

function backup(db: Database, to: string, replace: boolean): void {
  const part = `${to}.part`
  rmSync(part, { force: true })
  closeSync(openSync(part, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW, 0o600))
  try {
    db.sql("VACUUM INTO ?").run(part)
    const handle = openSync(part, "r+")
    fsyncSync(handle)
    closeSync(handle)
    // The name appears with the whole copy behind it, or not at all.
    if (replace || !named(part, to)) renameSync(part, to)
    syncDirectory(dirname(to))
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Gives a finished file its name unless somebody has it; false where the file system has no second names. */
function named(part: string, to: string): boolean {
  try {
    linkSync(part, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error
    closeSync(openSync(to, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600))
    return false
  }
  rmSync(part, { force: true })
  return true
}
