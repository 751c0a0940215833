// Views on disk: Rows over files that may be deleted at any time (view-place.ts says which). Reads go through a cache, writes stay
// there until `flush(seq)` puts rows and folded sequence into the file together. Disposable, so a commit is not synced.
import { linkSync, renameSync } from "node:fs"
import type { Rows } from "../core/views/rows.ts"
import { privateDirectory } from "./files.ts"
import { type ProcessLock, processLock } from "./process-lock.ts"
import type { Database } from "./sqlite.ts"
import { truncateWal } from "./sqlite-blobs.ts"
import { storeError } from "./sqlite-error.ts"
import { asidePath, newest, removeViewFile, viewFiles, viewPath } from "./view-files.ts"
import { type PlaceOptions, ViewPlace } from "./view-place.ts"
import { type CachedRows, cachedRows } from "./view-rows.ts"
import type { Owed, Rebuilt, Views } from "./views.ts"

export type { Rebuilt, Views } from "./views.ts"

/** Rows that stay in memory after a flush. */
const KEPT_ROWS = 20_000

/** Where views lie that are folded beside the ones in use; whoever has no lock is not gone on with. */
interface Aside {
  readonly path: string
  readonly lock: ProcessLock | null
}

export const openViews = (options: PlaceOptions): Views => {
  privateDirectory(options.dir, true)
  return new StoredViews(options, null)
}

class StoredViews implements Views {
  // Rows are asked for many times an event: straight from the cache.
  readonly get: Rows["get"]
  readonly set: Rows["set"]
  readonly delete: Rows["delete"]
  readonly range: Rows["range"]
  readonly first: Rows["first"]
  readonly tables: Rows["tables"]
  readonly unflushed: Views["unflushed"]
  readonly drop: Views["drop"]
  private readonly place: ViewPlace
  private readonly cache: CachedRows
  private readonly besides: Aside | null
  private finished = false

  constructor(options: PlaceOptions, besides: Aside | null) {
    this.besides = besides
    this.place = new ViewPlace(options, besides?.path ?? null)
    this.cache = cachedRows(
      () => this.place.db,
      (doing, work) => this.told(doing, work),
      () => this.place.state.seq === 0,
    )
    const { get, set, delete: remove, range, first, tables } = this.cache.rows
    this.get = get
    this.set = set
    this.delete = remove
    this.range = range
    this.first = first
    this.tables = tables
    this.unflushed = this.cache.unflushed
    this.drop = this.cache.drop
  }

  seq(): number {
    return this.place.state.seq
  }
  owed(): Owed {
    return { long: this.place.state.long }
  }
  get path(): string | undefined {
    return this.place.isFile ? this.place.path : undefined
  }
  get standsIn(): boolean {
    return this.place.standsIn
  }
  get rebuilt(): Rebuilt {
    return this.place.rebuilt
  }
  get sql(): Database {
    return this.place.db
  }

  owe(long: number): void {
    const { place } = this
    if (place.standsIn) return
    this.told("write the views", () => place.db.sql("UPDATE state SET long = ? WHERE seq < ?").run(long, long))
    place.state = { ...place.state, long }
  }
  flush(to: number, also?: (sql: Database) => void): boolean {
    return this.told("write the views", () => {
      const { place, cache } = this
      if (place.standsIn || place.isSuperseded()) {
        this.reopen()
        return false
      }
      const { db } = place
      const stored = db.transaction("IMMEDIATE", () => {
        if (this.hasMoved()) return false
        cache.write(db)
        also?.(db)
        db.sql("UPDATE state SET seq = ?, generation = generation + 1").run(to)
        return true
      })
      if (!stored) return false
      cache.written()
      place.state = { ...place.state, seq: to, generation: place.state.generation + 1 }
      cache.evict(KEPT_ROWS)
      return true
    })
  }
  refresh(): boolean {
    return this.told("read the views", () => (this.place.isSuperseded() ? this.reopen() : this.hasMoved()))
  }
  evict(most = 0): void {
    this.cache.evict(most)
  }
  scrub(): void {
    this.told("write the views", () => {
      this.place.db.exec("VACUUM")
      truncateWal(this.place.db)
    })
  }
  reset(): void {
    this.cache.drop()
    this.place.empty()
  }
  leaveDisk(): boolean {
    if (!this.place.isFile) return false
    this.cache.drop()
    this.place.leaveDisk()
    return true
  }

  aside(goesOn: boolean): Views | null {
    const { place } = this
    if (!place.isReplaceable) return null
    const { options, mark } = place
    const lock = goesOn ? processLock(options.dir, "rebuild") : null
    const whose = lock === null ? `${process.pid}-${Date.now()}` : "next"
    try {
      return new StoredViews({ ...options, somebodyWaits: false }, { path: asidePath(options.dir, mark, whose), lock })
    } catch (error) {
      lock?.release()
      throw error
    }
  }
  takePlace(other: Views): void {
    const { mark, options } = this.place
    const from = (other as StoredViews).finish()
    let to = newest(options.dir, mark) + 1
    while (!isNamed(from, viewPath(options.dir, mark, to))) to++
    removeViewFile(from)
    this.reopen()
    for (const file of viewFiles(options.dir))
      if (file.mark === mark && file.n < this.place.n) removeViewFile(file.path)
  }
  discard(): void {
    this.close()
    if (this.besides) removeViewFile(this.besides.path)
  }
  close(): void {
    this.place.close()
    if (this.besides && !this.besides.lock && !this.finished) removeViewFile(this.besides.path)
    this.besides?.lock?.release()
  }

  /** Gives up the file, whole. */
  private finish(): string {
    truncateWal(this.place.db)
    this.finished = true
    this.close()
    return this.besides!.path
  }
  /** Whatever counts now, read anew. */
  private reopen(): true {
    this.cache.drop()
    this.place.reopen()
    return true
  }
  private hasMoved(): boolean {
    const moved = this.place.hasMoved()
    if (moved) this.cache.drop()
    return moved
  }
  private told<T>(doing: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storeError(error, doing, this.place.path)
    }
  }
}

/** Gives a finished file its name unless somebody has it. */
function isNamed(from: string, to: string): boolean {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    // No second names on this file system.
    renameSync(from, to)
  }
  return true
}
