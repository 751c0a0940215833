// One connection to log.db: opens, migrates, and after a failed commit never acknowledges on the same handle again: it reopens and
// proves the tail first. Where nothing can be written it reads.
import { closeSync, constants, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { isCode, MettleError } from "../core/errors.ts"
import { releaseBallast } from "./ballast.ts"
import { eventsOf } from "./containers/containers.ts"
import { CHAIN_START, linkEvents } from "./containers/envelope.ts"
import { type EventVersions, eventVersions } from "./event-versions.ts"
import { privateDirectory, syncDirectory } from "./files.ts"
import { finishQuarantine } from "./interrupted-quarantine.ts"
import { MIGRATIONS, type Migration, migrate, newer, schemaState, storeKey } from "./migrations.ts"
import { type Database, openDatabase } from "./sqlite.ts"
import { isBusy, isFull, resultCode, storeError } from "./sqlite-error.ts"

interface LogFileOptions {
  readonly dir: string
  readonly copy?: string
  readonly readOnly?: boolean
  readonly busyMs?: number
  readonly migrations?: readonly Migration[]
}

export const LOG_FILE = "log.db"
/** What a plain append is called: on a full disk it waits, while forgetting may use the reserve. */
export const APPEND = "append"

export class LogFile {
  readonly path: string
  readonly versions: EventVersions = eventVersions()
  private readonly options: LogFileOptions
  private readonly migrations: readonly Migration[]
  private db: Database | null = null
  private closed = false
  /** of the references of texts */
  private secret: Buffer | null = null

  constructor(options: LogFileOptions) {
    this.options = options
    this.migrations = options.migrations ?? MIGRATIONS
    this.path = join(options.dir, options.copy ?? LOG_FILE)
    this.db = this.open(!this.readOnly)
  }

  get readOnly(): boolean {
    return this.options.readOnly ?? false
  }
  get key(): Buffer {
    return this.secret!
  }

  /** Any open connection, for reading. */
  use(): Database {
    if (this.closed) throw new MettleError("E_BUG", "the store is closed")
    if (this.db) return this.db
    try {
      this.db = this.open(!this.readOnly)
      if (!this.readOnly) proveTail(this.db)
    } catch (error) {
      if (this.readOnly || !isCode(error, "E_DISK")) throw this.told(error, "open")
      this.db = this.open(false)
    }
    return this.db
  }

  /** Runs one writing transaction. `synced` false: it is durable with the next one that is. */
  write<T>(doing: string, work: (db: Database) => T, synced = true): T {
    const db = this.writable(doing)
    try {
      const commit = () => db.transaction("IMMEDIATE", () => work(db))
      return synced ? commit() : unsynced(db, commit)
    } catch (error) {
      this.dropAfter(error, db)
      if (doing !== APPEND && isFull(error) && releaseBallast(this.options.dir)) return this.write(doing, work, synced)
      throw this.told(error, doing)
    }
  }
  /** Work that has transactions of its own; on a full disk it may use the reserve. */
  rewrite<T>(doing: string, work: () => T): T {
    if (this.readOnly) throw readingOnly(doing)
    const db = this.use()
    try {
      return work()
    } catch (error) {
      this.dropAfter(error, db)
      if (isFull(error) && releaseBallast(this.options.dir)) return this.rewrite(doing, work)
      throw this.told(error, doing)
    }
  }
  /** The same work, whose errors come in the house's form. */
  guarded<A extends readonly unknown[], R>(doing: string, work: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      try {
        return work(...args)
      } catch (error) {
        throw this.told(error, doing)
      }
    }
  }
  close(): void {
    this.closed = true
    this.db?.close()
    this.db = null
  }

  private open(writing: boolean): Database {
    const { dir, copy, busyMs } = this.options
    let db: Database | null = null
    try {
      privateDirectory(dir, writing)
      if (writing && copy === undefined) finishQuarantine(dir, LOG_FILE)
      const whenNew = "PRAGMA auto_vacuum=INCREMENTAL"
      const opened = openDatabase({
        path: this.path,
        readOnly: !writing,
        whenNew,
        ...(busyMs === undefined ? {} : { busyMs }),
      })
      db = opened
      if (!writing) readable(db, this.migrations)
      else if (copy !== undefined) isCurrent(db, this.migrations)
      else migrate(db, () => backup(opened, `${this.path}.before-migration`, true), this.migrations)
      if (writing) this.versions.prove(db)
      this.secret ??= storeKey(db)
      return db
    } catch (error) {
      db?.close()
      throw this.told(error, "open")
    }
  }
  private writable(doing: string): Database {
    if (this.readOnly) throw readingOnly(doing)
    // A connection that fell back to reading (full disk) is tried again for writing.
    if (this.db?.readOnly) {
      this.db.close()
      this.db = null
    }
    const db = this.use()
    if (db.readOnly)
      throw new MettleError("E_DISK", `${doing}: ${this.path} cannot be written`, {
        still: "reading works; nothing acknowledged is lost, and this was not stored",
        hint: "free some space on that disk, then try again",
      })
    // Inside somebody's reading it would be acknowledged before it is committed.
    if (db.inTransaction) throw new MettleError("E_BUG", `${doing}: while the file is being read`)
    return db
  }
  /** After a failed commit the handle's idea of the file may be wrong (a failed fsync is not repeatable). */
  private dropAfter(error: unknown, db: Database): void {
    if (resultCode(error) === null || isBusy(error)) return
    if (this.db === db) this.db = null
    db.close()
  }
  private told(error: unknown, doing: string): unknown {
    return storeError(error, doing, this.path)
  }
}

const readingOnly = (doing: string): MettleError =>
  new MettleError("E_LOCKED", `${doing}: the store was opened for reading only`)

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
  const chain = linkEvents(before?.chain ?? CHAIN_START, last.first, eventsOf(last))
  if ((before?.last ?? 0) === last.first - 1 && chain.equals(last.chain)) return
  throw new MettleError("E_INTEGRITY", `events ${last.first} to ${last.last} do not fit their chain`, {
    still: "reading works; nothing will be appended behind damage",
    hint: "mettle doctor names every damaged event and text",
  })
}

/** A whole, consistent copy in one new file. */
export function backup(db: Database, to: string, replace: boolean): void {
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
