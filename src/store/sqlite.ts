// The only import of a SQLite driver: node:sqlite when its SQLite is new enough, else @photostructure/sqlite (same
// API). Handle and statements live in one object: a driver may collect a handle of which
// only statements are kept. Nothing here knows a table.
import { statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { MettleError } from "../core/errors.ts"
import { onlyReadable, privateDatabase } from "./files.ts"
import { isCorrupt, isUnwritable, storeError } from "./sqlite-error.ts"

export type Value = null | number | bigint | string | Uint8Array
export type Row = Record<string, any>
interface Statement {
  run(...values: Value[]): { changes: number | bigint }
  get(...values: Value[]): Row | undefined
  all(...values: Value[]): Row[]
  iterate(...values: Value[]): IterableIterator<Row>
}
interface Handle {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}
interface Driver {
  DatabaseSync: new (path: string | URL, options?: { readOnly?: boolean }) => Handle
}

export interface Database {
  readonly path: string
  readonly readOnly: boolean
  /** The prepared statement for this text, prepared once. Do not keep it longer than the database. */
  sql(text: string): Statement
  exec(text: string): void
  /** Runs `work` in one transaction; rolls back when it throws. Inside another transaction it just runs. */
  transaction<T>(kind: "IMMEDIATE" | "DEFERRED", work: () => T): T
  readonly inTransaction: boolean
  /** counts transactions begun: what was read in an earlier one may have changed */
  readonly epoch: number
  /** Ends the connection. @photostructure/sqlite keeps it half alive until its statements are collected: the WAL file stays. */
  close(): void
}

/** Before it, two connections could corrupt a WAL file at a checkpoint (fixed in 3.51.3). */
export const OLDEST_SQLITE = "3.51.3"

const numbers = (version: string) => version.split(".").map(Number)
export function atLeast(version: string, oldest: string): boolean {
  const a = numbers(version)
  const b = numbers(oldest)
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) > (b[i] ?? 0)
  return true
}

function builtin(): Driver | null {
  const load = (process as { getBuiltinModule?: (name: string) => unknown }).getBuiltinModule
  if (!load) return null
  // Node 22 warns at load that SQLite is experimental; that one sentence is dropped, every other warning passes.
  const emit = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const text = typeof warning === "string" ? warning : warning.message
    if (!text.startsWith("SQLite is an experimental feature")) Reflect.apply(emit, process, [warning, ...rest])
  }) as typeof process.emitWarning
  try {
    return (load("node:sqlite") as Driver | undefined) ?? null
  } finally {
    process.emitWarning = emit
  }
}

/** Its native part, where an install has put it beside the bundle: finding it through the package takes a hook longer than a commit. */
const NATIVE = "sqlite.node"
function besides(): Driver | null {
  const module = { exports: {} }
  try {
    process.dlopen(module, fileURLToPath(new URL(NATIVE, import.meta.url)))
    return module.exports as Driver
  } catch {
    return null
  }
}

const once = (handle: Handle, sql: string): Row | undefined => handle.prepare(sql).get()

const askVersion = (handle: Handle): string => String(once(handle, "SELECT sqlite_version() AS version")!.version)
function versionOf(driver: Driver): string {
  const memory = new driver.DatabaseSync(":memory:")
  const version = askVersion(memory)
  memory.close()
  return version
}

let chosen: ReturnType<typeof sqliteDriver> | null = null
/** Which driver this process uses; loaded at the first open, so commands without a store never pay for it. */
export function sqliteDriver(): { readonly driver: Driver; readonly name: string; readonly version: string } {
  if (chosen) return chosen
  const own = builtin()
  const ownVersion = own ? versionOf(own) : null
  if (own && ownVersion && atLeast(ownVersion, OLDEST_SQLITE))
    return (chosen = { driver: own, name: "node:sqlite", version: ownVersion })
  const name = "@photostructure/sqlite"
  let driver: Driver
  try {
    driver = besides() ?? (createRequire(import.meta.url)(name) as Driver)
  } catch (cause) {
    throw new MettleError(
      "E_SQLITE",
      `no usable SQLite: ${ownVersion ? `this Node has ${ownVersion}` : "this Node has none"} and ${name} does not load`,
      { still: "commands that need no store work", hint: `install mettle again, or use Node 24 or later`, cause },
    )
  }
  // A connection to ask costs a hook a third of a millisecond.
  return (chosen = {
    driver,
    name,
    get version() {
      return versionOf(driver)
    },
  })
}

let proven = false
/** Asks the first connection before it is written to. */
function proveVersion(handle: Handle): void {
  if (proven) return
  const version = askVersion(handle)
  if (!atLeast(version, OLDEST_SQLITE))
    throw new MettleError("E_SQLITE", `SQLite ${version} is older than ${OLDEST_SQLITE}, which can corrupt a store`, {
      still: "commands that need no store work",
      hint: "install mettle again, or use Node 24 or later",
    })
  proven = true
}

/** A path that stands for no file. */
export const IN_MEMORY = ":memory:"

interface DatabaseOptions {
  readonly path: string
  readonly readOnly?: boolean
  readonly busyMs?: number
  /** FULL for what must survive power loss, OFF for what can be rebuilt */
  readonly synchronous?: "FULL" | "NORMAL" | "OFF"
  /** false: whoever deletes what must not stay vacuums the file */
  readonly overwrites?: boolean
  /** run on a new, empty file before the first table (auto_vacuum, page_size) */
  readonly whenNew?: string
}

export function openDatabase(options: DatabaseOptions): Database {
  const { path, readOnly = false } = options
  const { driver } = sqliteDriver()
  if (path !== IN_MEMORY) privateDatabase(path, !readOnly)
  const handle = readOnly ? openReadOnly(driver, path, options) : new driver.DatabaseSync(path)
  try {
    proveVersion(handle)
    if (!readOnly) {
      settings(handle, options)
      if (options.whenNew && once(handle, "PRAGMA page_count")!.page_count === 0) handle.exec(options.whenNew)
      handle.exec("PRAGMA journal_mode=WAL")
      if (path !== IN_MEMORY && walBytes(path) > LONG_WAL) emptyWal(handle, options)
    }
  } catch (error) {
    handle.close()
    throw error
  }
  return wrap(handle, path, readOnly)
}

/**
 * A journal begins anew only where one process writes twice. Hooks write once and end: each of them would read through all that the ones
 * before it left, and from 1,000 pages on put all of it into the file once more.
 */
const LONG_WAL = 1024 * 1024
const walBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
/** Not while somebody else reads or writes: whoever opens next tries again. */
function emptyWal(handle: Handle, options: DatabaseOptions): void {
  try {
    handle.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)")
  } catch {
    // What stands in the journal counts as it stood there.
  } finally {
    handle.exec(waiting(options))
  }
}

const waiting = ({ busyMs = 5000 }: DatabaseOptions): string => `PRAGMA busy_timeout=${Math.max(0, Math.trunc(busyMs))}`
function settings(handle: Handle, options: DatabaseOptions): void {
  handle.exec(
    `${waiting(options)}; PRAGMA synchronous=${options.synchronous ?? "FULL"}; PRAGMA secure_delete=${options.overwrites === false ? "OFF" : "ON"};
    PRAGMA trusted_schema=OFF; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY`,
  )
}

/** A reader beside a writer shares its -shm. Where that file cannot be made, a private wal-index is used (full disk), or the
 * file is read as one that nobody changes (read-only place, all of it written back). */
function openReadOnly(driver: Driver, path: string, options: DatabaseOptions): Handle {
  const attempt = (before: string, from: string | URL = path): Handle => {
    const handle = new driver.DatabaseSync(from, { readOnly: true })
    try {
      handle.exec(before)
      settings(handle, options)
      once(handle, "SELECT count(*) AS n FROM sqlite_schema")
      return handle
    } catch (error) {
      handle.close()
      throw error
    }
  }
  try {
    return attempt("")
  } catch (error) {
    if (!isUnwritable(error)) throw error
    if (onlyReadable(dirname(path)) && walBytes(path) === 0)
      return attempt("", new URL(`${pathToFileURL(path)}?immutable=1`))
    return attempt("PRAGMA locking_mode=EXCLUSIVE")
  }
}

/** The same work; whoever meets damage by it hears so in the house's form, however he came by the database. */
const tellsDamage =
  (path: string) =>
  <A extends readonly unknown[], R>(work: (...args: A) => R) =>
  (...args: A): R => {
    try {
      return work(...args)
    } catch (error) {
      throw damage(error, path)
    }
  }
const damage = (error: unknown, path: string): unknown => (isCorrupt(error) ? storeError(error, "read", path) : error)

function wrap(handle: Handle, path: string, readOnly: boolean): Database {
  const statements = new Map<string, Statement>()
  const told = tellsDamage(path)
  const exec = told((text: string) => handle.exec(text))
  const prepare = told((text: string): Statement => {
    const made = handle.prepare(text)
    return {
      run: told(made.run.bind(made)),
      get: told(made.get.bind(made)),
      all: told(made.all.bind(made)),
      *iterate(...values) {
        try {
          yield* made.iterate(...values)
        } catch (error) {
          throw damage(error, path)
        }
      },
    }
  })
  let depth = 0
  let epoch = 0
  let open = true
  return {
    path,
    readOnly,
    sql(text) {
      let statement = statements.get(text)
      if (!statement) statements.set(text, (statement = prepare(text)))
      return statement
    },
    exec,
    transaction(kind, work) {
      if (depth > 0) return work()
      exec(`BEGIN ${kind}`)
      depth++
      epoch++
      try {
        const result = work()
        exec("COMMIT")
        return result
      } catch (error) {
        try {
          handle.exec("ROLLBACK")
        } catch {
          // SQLite has already rolled back by itself (disk full, I/O error); the first error is the one to tell.
        }
        throw error
      } finally {
        depth--
      }
    },
    get inTransaction() {
      return depth > 0
    },
    get epoch() {
      return epoch
    },
    close() {
      if (!open) return
      open = false
      statements.clear()
      handle.close()
    },
  }
}
