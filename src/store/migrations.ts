// The log file's schema as a short list of named steps; applied names are kept in a table. Views have no migrations.
// A name this program does not know means a newer mettle wrote the file: then it is read, never written.
import { randomBytes } from "node:crypto"
import { MettleError } from "../core/errors.ts"
import { sha256 } from "../core/ids.ts"
import type { Database } from "./sqlite.ts"

export interface Migration {
  readonly name: string
  readonly up: (db: Database) => void
}

// A segment is the events of one commit, a pack its texts; compaction joins and seals them (store/containers/compaction.ts).
const first: Migration = {
  name: "1-log-and-blobs",
  up(db) {
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE segments (
        first INTEGER PRIMARY KEY, last INTEGER NOT NULL, stamp INTEGER NOT NULL, sealed INTEGER NOT NULL,
        since INTEGER NOT NULL, until INTEGER NOT NULL, chain BLOB NOT NULL, chains BLOB, ids BLOB, body BLOB NOT NULL) STRICT;
      CREATE TABLE segment_episodes (episode ANY NOT NULL, first INTEGER NOT NULL, PRIMARY KEY (episode, first)) STRICT, WITHOUT ROWID;
      CREATE TABLE segment_types (type TEXT NOT NULL, first INTEGER NOT NULL, PRIMARY KEY (type, first)) STRICT, WITHOUT ROWID;
      CREATE TABLE packs (
        n INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, sealed INTEGER NOT NULL, bytes INTEGER NOT NULL,
        digest BLOB, refs BLOB, body BLOB NOT NULL) STRICT;
      CREATE TABLE recent (n INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, entries BLOB NOT NULL) STRICT;
      CREATE TABLE keys (h INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
      CREATE TABLE sealed_index (kind INTEGER NOT NULL, bucket INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY (kind, bucket)) STRICT, WITHOUT ROWID;
    `)
    writeKey(db, randomBytes(32))
  },
}

/** Two copies and a check: one changed bit must not cost every reference of the store. */
export function writeKey(db: Database, key: Uint8Array): void {
  const put = db.sql(
    "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  )
  put.run("key", key)
  put.run("key.copy", key)
  put.run("key.check", sha256(key))
}

export const MIGRATIONS: readonly Migration[] = [first]

interface SchemaState {
  readonly missing: readonly Migration[]
  /** names applied by a newer program */
  readonly unknown: readonly string[]
}

export function schemaState(db: Database, migrations: readonly Migration[] = MIGRATIONS): SchemaState {
  const table = db.sql("SELECT 1 AS yes FROM sqlite_schema WHERE name = 'migrations'").get()
  const applied = table
    ? db
        .sql("SELECT name FROM migrations ORDER BY n")
        .all()
        .map(row => String(row.name))
    : []
  return {
    missing: migrations.filter(m => !applied.includes(m.name)),
    unknown: applied.filter(name => !migrations.some(m => m.name === name)),
  }
}

/** Applies what is missing in one transaction. `backup` is called first when there is already something to lose. */
export function migrate(db: Database, backup: () => void, migrations: readonly Migration[] = MIGRATIONS): void {
  const before = schemaState(db, migrations)
  if (before.unknown.length > 0) throw newer(db.path, before.unknown)
  if (before.missing.length === 0) return
  if (before.missing.length < migrations.length) backup()
  db.transaction("IMMEDIATE", () => {
    // Another process may have migrated while this one waited for the lock.
    const state = schemaState(db, migrations)
    if (state.unknown.length > 0) throw newer(db.path, state.unknown)
    db.exec("CREATE TABLE IF NOT EXISTS migrations (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
    for (const step of state.missing) {
      step.up(db)
      db.sql("INSERT INTO migrations (name) VALUES (?)").run(step.name)
    }
  })
}

export const newer = (path: string, names: readonly string[]): MettleError =>
  new MettleError("E_NEWER", `${path} was written by a newer mettle (it has ${names.join(", ")})`, {
    still: "reading works; nothing was changed",
    hint: "upgrade mettle on this machine",
  })

/** The store's key, from whichever copy still fits its check. */
export function storeKey(db: Database): Buffer {
  const read = (key: string): Buffer | null => {
    const value = db.sql("SELECT value FROM meta WHERE key = ?").get(key)?.value
    return value instanceof Uint8Array ? Buffer.from(value) : null
  }
  const keys = [read("key"), read("key.copy")]
  const check = read("key.check")
  const good = keys.find(key => key?.byteLength === 32 && check !== null && sha256(key).equals(check))
  if (good) return good
  if (keys[0]?.byteLength === 32 && keys[1] && keys[0].equals(keys[1])) return keys[0]
  throw new MettleError("E_INTEGRITY", `${db.path}: the store's key is damaged`, {
    still: "events can be read; texts cannot be checked",
    hint: "restore a backup (mettle export backup)",
  })
}
