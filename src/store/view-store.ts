// Views on disk: Rows over views.db, a second file that may be deleted at any time. Reads go through a cache, writes
// stay there until `flush(seq)` puts rows and folded sequence into the file together. Disposable, so a commit is not synced;
// a damaged file or a foreign fingerprint starts empty and says so.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { onlyReadable, privateDirectory } from "./files.ts"
import { place } from "./sorted-keys.ts"
import { type Database, IN_MEMORY, isCorrupt, isUnwritable, openDatabase, storeError } from "./sqlite.ts"
import { truncateWal } from "./sqlite-blobs.ts"
import type { Rebuilt, Views } from "./views.ts"

export type { Rebuilt, Views } from "./views.ts"

export const VIEWS_FILE = "views.db"
const GONE = Symbol("gone")
const TABLES = `
  CREATE TABLE IF NOT EXISTS rows (tbl TEXT NOT NULL, key TEXT NOT NULL, val TEXT NOT NULL, PRIMARY KEY (tbl, key)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY CHECK (one = 1), fingerprint TEXT NOT NULL, seq INTEGER NOT NULL, generation INTEGER NOT NULL) STRICT;
`

export interface ViewsOptions {
  readonly dir: string
  readonly fingerprint: string
  readonly busyMs?: number
  /** rows kept in memory after a flush */
  readonly keep?: number
}

export function openViews(options: ViewsOptions): Views {
  const { dir, fingerprint } = options
  const path = join(dir, VIEWS_FILE)
  let db: Database
  let rebuilt: Rebuilt = null
  let seq = 0
  let generation = 0
  let left = false

  /** On a disk without room for them the views stand in memory: reading and forgetting go on. */
  const attach = (): Database => {
    try {
      return attachTo(left || onlyReadable(dir) ? IN_MEMORY : path)
    } catch (error) {
      if (!isUnwritable(error)) throw error
      return attachTo(IN_MEMORY)
    }
  }
  const attachTo = (file: string): Database => {
    const opening = openDatabase({ path: file, synchronous: "NORMAL", busyMs: options.busyMs })
    try {
      opening.transaction("IMMEDIATE", () => opening.exec(TABLES))
      return opening
    } catch (error) {
      opening.close()
      throw error
    }
  }
  const start = (): void => {
    db = attach()
    db.sql("INSERT INTO state (one, fingerprint, seq, generation) VALUES (1, ?, 0, 0) ON CONFLICT DO NOTHING").run(
      fingerprint,
    )
    const state = db.sql("SELECT fingerprint, seq, generation FROM state").get()!
    if (state.fingerprint !== fingerprint) {
      rebuilt = "fingerprint"
      discard()
      start()
      return
    }
    seq = state.seq
    generation = state.generation
    if (seq === 0) rebuilt ??= "new"
  }
  /** In place: whoever else has the file open would go on reading one that was only unlinked, and keep its words. */
  const empty = (): void => {
    db.transaction("IMMEDIATE", () => {
      db.exec("DROP TABLE rows")
      db.sql("UPDATE state SET fingerprint = ?, seq = 0, generation = generation + 1").run(fingerprint)
      db.exec(TABLES)
    })
    seq = 0
    generation = db.sql("SELECT generation FROM state").get()!.generation
    rebuilt ??= "new"
  }
  const discard = (): void => {
    db?.close()
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  }

  privateDirectory(dir, true)
  try {
    start()
  } catch (error) {
    if (!isCorrupt(error)) throw storeError(error, "open the views", path)
    rebuilt = "damaged"
    discard()
    start()
  }
  return views()

  function views(): Views {
    const cache = new Map<string, Map<string, unknown>>()
    // Keys not yet in the file, sorted, so that a range can merge them.
    const dirty = new Map<string, string[]>()
    let cached = 0

    const tableOf = (table: string): Map<string, unknown> => {
      let rows = cache.get(table)
      if (!rows) cache.set(table, (rows = new Map()))
      return rows
    }
    const remember = (table: string, key: string, value: unknown): void => {
      const rows = tableOf(table)
      if (!rows.has(key)) cached++
      rows.set(key, value)
    }
    const mark = (table: string, key: string): void => {
      let keys = dirty.get(table)
      if (!keys) dirty.set(table, (keys = []))
      const at = place(keys, key)
      if (keys[at] !== key) keys.splice(at, 0, key)
    }
    const forgetAll = (): void => {
      cache.clear()
      dirty.clear()
      cached = 0
    }
    const moved = (): boolean => {
      const state = db.sql("SELECT fingerprint, seq, generation FROM state").get()
      if (state && state.fingerprint === fingerprint && state.generation === generation) return false
      forgetAll()
      if (!state || state.fingerprint !== fingerprint)
        throw new MettleError("E_LOCKED", "the views were rebuilt by a mettle with other rules", {
          hint: "start again",
        })
      seq = state.seq
      generation = state.generation
      return true
    }
    const told = <T>(doing: string, work: () => T): T => {
      try {
        return work()
      } catch (error) {
        throw storeError(error, doing, path)
      }
    }

    const self: Views = {
      seq: () => seq,
      get path() {
        return db.path === IN_MEMORY ? undefined : path
      },
      get rebuilt() {
        return rebuilt
      },
      get sql() {
        return db
      },
      get<T>(table: string, key: string): T | undefined {
        const held = cache.get(table)?.get(key)
        if (held !== undefined) return held === GONE ? undefined : (held as T)
        const row = told("read the views", () =>
          db.sql("SELECT val FROM rows WHERE tbl = ? AND key = ?").get(table, key),
        )
        const value = row ? (JSON.parse(row.val) as T) : undefined
        remember(table, key, row ? value : GONE)
        return value
      },
      set(table, key, value) {
        if (value === undefined) throw new MettleError("E_BUG", `${table}: a row cannot be undefined`)
        remember(table, key, value)
        mark(table, key)
      },
      delete(table, key) {
        remember(table, key, GONE)
        mark(table, key)
      },
      range<T>(table: string, from: string, to: string) {
        const rows = told("read the views", () =>
          db.sql("SELECT key, val FROM rows WHERE tbl = ? AND key >= ? AND key < ? ORDER BY key").all(table, from, to),
        )
        const held = cache.get(table)
        const keys = dirty.get(table) ?? []
        const out: [string, T][] = []
        let next = place(keys, from)
        const take = (key: string, value: unknown): void => {
          if (value !== GONE) out.push([key, value as T])
        }
        for (const row of rows) {
          const key = row.key as string
          for (; next < keys.length && keys[next]! < key; next++) take(keys[next]!, held!.get(keys[next]!))
          if (keys[next] === key) next++
          const value = held?.get(key)
          // Not cached here: a walk over a large table must not fill the memory.
          take(key, value === undefined ? JSON.parse(row.val) : value)
        }
        for (; next < keys.length && keys[next]! < to; next++) take(keys[next]!, held!.get(keys[next]!))
        return out
      },
      first<T>(table: string, from: string, to: string) {
        // The file's first row may be deleted in memory: walk on until one stands.
        const next = db.sql("SELECT key, val FROM rows WHERE tbl = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1")
        const held = cache.get(table)
        let stored: [string, T] | undefined
        for (let at = from; ; ) {
          const row = told("read the views", () => next.get(table, at, to))
          if (!row) break
          const value = held?.get(row.key)
          if (value !== GONE) {
            stored = [row.key, (value === undefined ? JSON.parse(row.val) : value) as T]
            break
          }
          // Keys are printable ASCII, so nothing lies between; a NUL would end the bound text.
          at = `${row.key}\x01`
        }
        const keys = dirty.get(table) ?? []
        for (let i = place(keys, from); i < keys.length && keys[i]! < to; i++) {
          const key = keys[i]!
          if (stored && stored[0] <= key) break
          if (held!.get(key) !== GONE) return [key, held!.get(key) as T] as const
        }
        return stored
      },
      tables() {
        const names = new Set<string>()
        const after = db.sql("SELECT min(tbl) AS tbl FROM rows WHERE tbl > ?")
        for (let name = after.get("")?.tbl; name != null; name = after.get(name)?.tbl) names.add(name)
        for (const name of dirty.keys()) names.add(name)
        return [...names].filter(name => self.range(name, "", "\x7f").length > 0).sort()
      },
      flush: (to, also) =>
        told("write the views", () => {
          const stored = db.transaction("IMMEDIATE", () => {
            if (moved()) return false
            const put = db.sql(
              "INSERT INTO rows (tbl, key, val) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET val = excluded.val",
            )
            const remove = db.sql("DELETE FROM rows WHERE tbl = ? AND key = ?")
            for (const [table, keys] of dirty)
              for (const key of keys) {
                const value = cache.get(table)!.get(key)
                if (value === GONE) remove.run(table, key)
                else put.run(table, key, JSON.stringify(value))
              }
            also?.(db)
            db.sql("UPDATE state SET seq = ?, generation = generation + 1").run(to)
            return true
          })
          if (!stored) return false
          dirty.clear()
          seq = to
          generation++
          self.evict(options.keep ?? 20_000)
          return true
        }),
      refresh: () => told("read the views", moved),
      evict(most = 0) {
        if (cached <= most) return
        for (const [table, rows] of cache) {
          const keys = dirty.get(table)
          if (!keys?.length) {
            cached -= rows.size
            cache.delete(table)
            continue
          }
          for (const key of rows.keys()) {
            if (keys[place(keys, key)] === key) continue
            rows.delete(key)
            cached--
          }
        }
      },
      scrub: () =>
        told("write the views", () => {
          db.exec("VACUUM")
          truncateWal(db)
        }),
      reset() {
        forgetAll()
        try {
          empty()
        } catch {
          // No room to empty it, or no table to empty: then the file goes.
          discard()
          start()
        }
      },
      leaveDisk() {
        if (left || db.path === IN_MEMORY) return false
        left = true
        self.reset()
        return true
      },
      close() {
        db.close()
      },
    }
    return self
  }
}
