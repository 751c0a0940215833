// Views on disk: Rows over files that may be deleted at any time (view-files.ts). Reads go through a cache, writes stay there
// until `flush(seq)` puts rows and folded sequence into the file together. Disposable, so a commit is not synced; a
// damaged file starts empty and says so.
import { existsSync, linkSync, renameSync } from "node:fs"
import type { Rows } from "../core/views/rows.ts"
import { onlyReadable, privateDirectory } from "./files.ts"
import { type ProcessLock, processLock } from "./process-lock.ts"
import { type Database, IN_MEMORY, isCorrupt, isUnwritable, openDatabase, storeError } from "./sqlite.ts"
import { truncateWal } from "./sqlite-blobs.ts"
import { asidePath, markOf, newest, removeViewFile, touch, viewFiles, viewPath } from "./view-files.ts"
import { cachedRows } from "./view-rows.ts"
import type { Owed, Rebuilt, Views } from "./views.ts"

export type { Rebuilt, Views } from "./views.ts"

interface ViewsOptions {
  readonly dir: string
  readonly fingerprint: string
  readonly busyMs?: number | undefined
  /** rows kept in memory after a flush */
  readonly keep?: number
  /** how rows are written: views of another fingerprint may stand in when theirs is the same */
  readonly shape?: string
  /** somebody waits: until there are views of this fingerprint, others stand in */
  readonly brief?: boolean
}

interface State {
  readonly fingerprint: string
  readonly shape: string
  readonly seq: number
  readonly generation: number
  readonly long: number
}
/** Where views lie that are folded beside the ones in use. */
interface Aside {
  readonly path: string
  readonly lock: ProcessLock | null
}

/** Pages (4 KB) that gather in the journal: the same rows are written by one tail after the other, and go into the file once. */
const GATHERS = 4000

/** How views that were folded aside give up their file. */
const finishing = new WeakMap<Views, () => string>()

export const openViews = (options: ViewsOptions): Views => {
  privateDirectory(options.dir, true)
  return viewsOver(options, null)
}

function viewsOver(options: ViewsOptions, aside: Aside | null): Views {
  const { dir, fingerprint, shape = "" } = options
  const mark = markOf(fingerprint)
  let path = ""
  let n = 0
  let db: Database
  let state: State
  let rebuilt: Rebuilt = null
  let left = false
  let finished = false
  /** the file of this fingerprint, while another one stands in */
  let own: Database | null = null

  const told = <T>(doing: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw storeError(error, doing, path)
    }
  }
  const attach = (file: string): Database => {
    const opening = openDatabase({
      ...{ path: file, synchronous: "NORMAL", overwrites: false, gathers: GATHERS },
      busyMs: options.busyMs,
    })
    try {
      if (!opening.sql("SELECT 1 AS one FROM sqlite_schema WHERE name = 'state'").get())
        opening.transaction("IMMEDIATE", () =>
          opening.exec(`
          CREATE TABLE IF NOT EXISTS rows (tbl TEXT NOT NULL, key TEXT NOT NULL, val TEXT NOT NULL, PRIMARY KEY (tbl, key)) STRICT, WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY CHECK (one = 1), fingerprint TEXT NOT NULL, shape TEXT NOT NULL,
            seq INTEGER NOT NULL, generation INTEGER NOT NULL, long INTEGER NOT NULL) STRICT;
        `),
        )
      return opening
    } catch (error) {
      opening.close()
      throw error
    }
  }
  const stateIn = (from: Database): State | undefined => from.sql("SELECT * FROM state").get() as State | undefined
  /** On a disk without room for them the views stand in memory: reading and forgetting go on. */
  const open = (): void => {
    n = Math.max(1, aside ? 1 : newest(dir, mark))
    path = aside?.path ?? viewPath(dir, mark, n)
    try {
      db = attach(left || onlyReadable(dir) ? IN_MEMORY : path)
    } catch (error) {
      if (!isUnwritable(error)) throw error
      db = attach(IN_MEMORY)
    }
    const found = stateIn(db)
    if (found) state = found
    else {
      db.sql("INSERT INTO state VALUES (1, ?, ?, 0, 0, 0) ON CONFLICT DO NOTHING").run(fingerprint, shape)
      state = stateIn(db)!
    }
    if (state.fingerprint !== fingerprint) {
      db.close()
      removeViewFile(path)
      open()
      return
    }
    if (state.seq === 0) rebuilt ??= "new"
    if (!aside && db.path !== IN_MEMORY) touch(path, Date.now())
    if (options.brief && state.seq === 0 && db.path !== IN_MEMORY) standIn()
  }
  /** Until these are folded, the views that others left answer: what is known there was known a moment ago. */
  const standIn = (): void => {
    for (const file of viewFiles(dir)) {
      if (file.mark === mark) continue
      try {
        const other = attach(file.path)
        const there = stateIn(other)
        if (there && there.shape === shape && there.seq > state.seq) {
          if (own) db.close()
          own ??= db
          ;[db, state] = [other, there]
        } else other.close()
      } catch {
        // Damaged, or gone meanwhile.
      }
    }
  }
  const shut = (): void => {
    db?.close()
    own?.close()
    own = null
  }
  const start = (): void => {
    try {
      open()
    } catch (error) {
      if (!isCorrupt(error)) throw storeError(error, "open the views", path)
      rebuilt = "damaged"
      shut()
      removeViewFile(path)
      open()
    }
  }
  /** Has the file been replaced, or thrown away, or filled while another one stood in? */
  const superseded = (): boolean => {
    if (aside || left || db.path === IN_MEMORY) return false
    if (existsSync(viewPath(dir, mark, n + 1)) || !existsSync(path)) return true
    return own !== null && (stateIn(own)?.seq ?? 0) > 0
  }
  const cache = cachedRows(
    () => db,
    told,
    () => state.seq === 0,
  )
  const again = (): true => {
    cache.drop()
    shut()
    start()
    return true
  }
  const moved = (): boolean => {
    const now = stateIn(db)
    if (now && now.generation === state.generation) {
      state = now
      return false
    }
    cache.drop()
    if (!now) return again()
    state = now
    return true
  }

  start()
  const rows: Rows = cache.rows
  const self: Views = {
    ...rows,
    seq: () => state.seq,
    unflushed: cache.unflushed,
    owed: (): Owed => ({ long: state.long }),
    owe(long) {
      if (own) return
      told("write the views", () => db.sql("UPDATE state SET long = ? WHERE seq < ?").run(long, long))
      state = { ...state, long }
    },
    get path() {
      return db.path === IN_MEMORY ? undefined : path
    },
    get standsIn() {
      return own !== null
    },
    get rebuilt() {
      return rebuilt
    },
    get sql() {
      return db
    },
    flush: (to, also) =>
      told("write the views", () => {
        if (own || superseded()) {
          again()
          return false
        }
        const stored = db.transaction("IMMEDIATE", () => {
          if (moved()) return false
          cache.write(db)
          also?.(db)
          db.sql("UPDATE state SET seq = ?, generation = generation + 1").run(to)
          return true
        })
        if (!stored) return false
        cache.written()
        state = { ...state, seq: to, generation: state.generation + 1 }
        self.evict(options.keep ?? 20_000)
        return true
      }),
    refresh: () => told("read the views", () => (superseded() ? again() : moved())),
    drop: cache.drop,
    evict: (most = 0) => cache.evict(most),
    scrub: () =>
      told("write the views", () => {
        db.exec("VACUUM")
        truncateWal(db)
      }),
    reset() {
      const stored = db.path !== IN_MEMORY
      cache.drop()
      shut()
      if (stored) {
        const last = newest(dir, mark)
        removeViewFile(path)
        // The next number, so that whoever has this one open goes along.
        if (!left && !aside) attach(viewPath(dir, mark, last + 1)).close()
      }
      start()
    },
    aside(goesOn) {
      if (aside || left || db.path === IN_MEMORY) return null
      const lock = goesOn ? processLock(dir, "rebuild") : null
      const whose = lock === null ? `${process.pid}-${Date.now()}` : "next"
      const beside = { path: asidePath(dir, mark, whose), lock }
      try {
        return viewsOver({ ...options, brief: false }, beside)
      } catch (error) {
        lock?.release()
        throw error
      }
    },
    takePlace(other) {
      const from = finishing.get(other)!()
      let to = newest(dir, mark) + 1
      while (!isNamed(from, viewPath(dir, mark, to))) to++
      removeViewFile(from)
      again()
      for (const file of viewFiles(dir)) if (file.mark === mark && file.n < n) removeViewFile(file.path)
    },
    discard() {
      self.close()
      if (aside) removeViewFile(path)
    },
    leaveDisk() {
      if (left || db.path === IN_MEMORY) return false
      left = true
      self.reset()
      return true
    },
    close() {
      shut()
      // Nobody goes on with what has no lock.
      if (aside && !aside.lock && !finished) removeViewFile(path)
      aside?.lock?.release()
    },
  }
  if (aside)
    finishing.set(self, () => {
      truncateWal(db)
      finished = true
      self.close()
      return aside.path
    })
  return self
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
