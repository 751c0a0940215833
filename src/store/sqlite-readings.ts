// Readings in a file of their own (readings.db). Opened at the first use; synced only where its pages are put in place: after a
// power loss the last of it is read again, and nothing of it is wrong. A damaged file starts empty. Rows lie in the order they were written, which is the order a rebuild asks for them; keys are hashes, so a share
// of the key space is a random share of the rows: that is how room is made.
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { onlyReadable } from "./files.ts"
import type { Readings } from "./readings.ts"
import { type Database, openDatabase } from "./sqlite.ts"
import { truncateWal } from "./sqlite-blobs.ts"
import { isCorrupt } from "./sqlite-error.ts"

interface ReadingsOptions {
  readonly dir: string
  readonly busyMs?: number | undefined
  /** pages the file may have; 4 KB each */
  readonly most?: number
}

export const READINGS_FILE = "readings.db"
/** 256 MB: some hundred thousand messages and results */
const MOST_PAGES = 65_536
/** How much of it stays when room is made. */
const FULL = 0.75
/** Somebody who reads waits no longer than this for somebody who writes. */
const BUSY_MS = 50
/** Rows taken along at once, and how near two rows lie that are asked for one after the other. */
const AHEAD = 256
const NEAR = 16
const SIDES = ["", "-wal", "-shm"] as const

export function sqliteReadings({ dir, busyMs = BUSY_MS, most = MOST_PAGES }: ReadingsOptions): Readings {
  const path = join(dir, READINGS_FILE)
  let db: Database | null = null
  let lost = false

  const open = (): Database => {
    const opened = openDatabase({ path, synchronous: "NORMAL", busyMs: Math.min(busyMs, BUSY_MS) })
    opened.exec(
      "CREATE TABLE IF NOT EXISTS kept (key TEXT NOT NULL UNIQUE, refs TEXT NOT NULL, said TEXT NOT NULL) STRICT; DROP TABLE IF EXISTS reading",
    )
    return opened
  }
  /** Nothing here is worth an error: without it texts are read again. */
  const tried = <T>(otherwise: T, work: (db: Database) => T): T => {
    if (lost) return otherwise
    try {
      db ??= open()
      return work(db)
    } catch (error) {
      if (isCorrupt(error)) {
        db?.close()
        db = null
        for (const side of SIDES) rmSync(path + side, { force: true })
      } else if (db === null) lost = true
      return otherwise
    }
  }
  const lostFrom = onlyReadable(dir)
  lost = lostFrom

  // A rebuild asks for rows in the order they lie in: after two neighbours the next ones are taken along, until somebody writes.
  const ahead = new Map<string, string>()
  let last = Number.NEGATIVE_INFINITY
  const find = (use: Database, key: string): string | undefined => {
    const known = ahead.get(key)
    if (known !== undefined) return known
    const row = use.sql("SELECT rowid AS n, said FROM kept WHERE key = ?").get(key)
    if (row === undefined) return undefined
    const near = row.n > last && row.n <= last + NEAR
    last = row.n
    if (near) {
      ahead.clear()
      for (const next of use
        .sql("SELECT rowid AS n, key, said FROM kept WHERE rowid > ? ORDER BY rowid LIMIT ?")
        .all(last, AHEAD)) {
        ahead.set(next.key, next.said)
        last = next.n
      }
    }
    return row.said as string
  }

  return {
    get: key =>
      tried(undefined, use => {
        const said = find(use, key)
        return said === undefined ? undefined : (JSON.parse(said) as Record<string, unknown>)
      }),
    put(rows, still = () => true) {
      if (rows.size === 0) return
      ahead.clear()
      tried(undefined, use =>
        use.transaction("IMMEDIATE", () => {
          if (!still()) return
          const put = use.sql(
            "INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET refs = excluded.refs, said = excluded.said",
          )
          for (const [key, { refs, said }] of rows) put.run(key, refs.join(" "), JSON.stringify(said))
        }),
      )
    },
    erase(refs) {
      ahead.clear()
      if (lostFrom || (db === null && !existsSync(path))) return 0
      db ??= open()
      const use = db
      let gone = 0
      use.transaction("IMMEDIATE", () => {
        for (const row of use.sql("SELECT key, refs FROM kept").iterate())
          if ((row.refs as string).split(" ").some(ref => refs.has(ref)))
            gone += Number(use.sql("DELETE FROM kept WHERE key = ?").run(row.key).changes)
      })
      truncateWal(use)
      return gone
    },
    tidy: () =>
      tried(undefined, use => {
        const pages = (name: string): number => Number(use.sql(`PRAGMA ${name}`).get()![name])
        if (pages("page_count") - pages("freelist_count") <= most) return
        for (const part of "0123456789abcdef") {
          use.sql("DELETE FROM kept WHERE key >= ? AND key < ?").run(part, `${part}g`)
          if (pages("page_count") - pages("freelist_count") <= most * FULL) return
        }
      }),
    close() {
      db?.close()
      db = null
      lost = true
    },
  }
}
