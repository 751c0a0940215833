// Which views answer: the file of this fingerprint with the highest number; others that stand in until it is folded; memory, where
// no file can be written. What counts changes while it is open: somebody else folds on, replaces the file, or throws it away.
import { existsSync } from "node:fs"
import { onlyReadable } from "./files.ts"
import { type Database, IN_MEMORY, openDatabase } from "./sqlite.ts"
import { isCorrupt, isUnwritable, storeError } from "./sqlite-error.ts"
import { markOf, newest, removeViewFile, touch, viewFiles, viewPath } from "./view-files.ts"
import type { Rebuilt } from "./views.ts"

export interface PlaceOptions {
  readonly dir: string
  readonly fingerprint: string
  readonly busyMs?: number | undefined
  /** how rows are written: views of another fingerprint may stand in when theirs is the same */
  readonly shape?: string
  /** somebody waits: until there are views of this fingerprint, others stand in */
  readonly somebodyWaits?: boolean
}
interface State {
  readonly fingerprint: string
  readonly shape: string
  readonly seq: number
  readonly generation: number
  readonly long: number
}

/** Pages of the journal that are put in place together: what every tail changes lies in few of them, and is put there once, not four times. */
const JOURNAL_PAGES = 4000

/** Rows lie in the order they came, and only their keys are sorted: what belongs to one episode is written together, however long its rows. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS rows (tbl TEXT NOT NULL, key TEXT NOT NULL, val TEXT NOT NULL, UNIQUE (tbl, key)) STRICT;
  CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY CHECK (one = 1), fingerprint TEXT NOT NULL, shape TEXT NOT NULL,
    seq INTEGER NOT NULL, generation INTEGER NOT NULL, long INTEGER NOT NULL) STRICT;`

function attach(path: string, busyMs: number | undefined): Database {
  const db = openDatabase({ path, busyMs, synchronous: "NORMAL", overwrites: false })
  try {
    db.exec(`PRAGMA wal_autocheckpoint=${JOURNAL_PAGES}`)
    if (!db.sql("SELECT 1 AS one FROM sqlite_schema WHERE name = 'state'").get())
      db.transaction("IMMEDIATE", () => db.exec(TABLES))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
const stateIn = (db: Database): State | undefined => db.sql("SELECT * FROM state").get() as State | undefined

export class ViewPlace {
  readonly options: PlaceOptions
  readonly mark: string
  db!: Database
  state!: State
  path = ""
  /** the number of the file */
  n = 0
  /** why it started empty */
  rebuilt: Rebuilt = null
  /** where views lie that are folded beside the ones in use */
  private readonly aside: string | null
  /** the file of this fingerprint, while another one stands in */
  private own: Database | null = null
  private left = false

  constructor(options: PlaceOptions, aside: string | null) {
    this.options = options
    this.mark = markOf(options.fingerprint)
    this.aside = aside
    this.start()
  }

  get isFile(): boolean {
    return this.db.path !== IN_MEMORY
  }
  /** Can other views lie beside these, or take their place? */
  get isReplaceable(): boolean {
    return this.aside === null && !this.left && this.isFile
  }
  get standsIn(): boolean {
    return this.own !== null
  }

  /** Has the file been replaced, or thrown away, or filled while another one stood in? */
  isSuperseded(): boolean {
    if (!this.isReplaceable) return false
    if (existsSync(viewPath(this.options.dir, this.mark, this.n + 1)) || !existsSync(this.path)) return true
    return this.own !== null && (stateIn(this.own)?.seq ?? 0) > 0
  }
  /** Takes up what another process wrote. Did one? */
  hasMoved(): boolean {
    const now = stateIn(this.db)
    const same = now?.generation === this.state.generation
    if (now) this.state = now
    else this.reopen()
    return !same
  }
  /** Closes what was open and opens what counts now. */
  reopen(): void {
    this.close()
    this.start()
  }
  /** An empty file in the place of this one; whoever has it open goes along to the next number. */
  empty(): void {
    const { dir, busyMs } = this.options
    const wasFile = this.isFile
    this.close()
    if (wasFile) {
      const last = newest(dir, this.mark)
      removeViewFile(this.path)
      if (!this.left && this.aside === null) attach(viewPath(dir, this.mark, last + 1), busyMs).close()
    }
    this.start()
  }
  /** In memory from now on. */
  leaveDisk(): void {
    this.left = true
    this.empty()
  }
  close(): void {
    this.db?.close()
    this.own?.close()
    this.own = null
  }

  /** A damaged file is thrown away: all of it follows from the log. */
  private start(): void {
    try {
      this.open()
    } catch (error) {
      if (!isCorrupt(error)) throw storeError(error, "open the views", this.path)
      this.rebuilt = "damaged"
      this.close()
      removeViewFile(this.path)
      this.open()
    }
  }
  private open(): void {
    const { dir, fingerprint, somebodyWaits } = this.options
    this.n = Math.max(1, this.aside === null ? newest(dir, this.mark) : 1)
    this.path = this.aside ?? viewPath(dir, this.mark, this.n)
    this.db = this.fileOrMemory()
    this.state = this.stateOrNew()
    if (this.state.fingerprint !== fingerprint) {
      this.db.close()
      removeViewFile(this.path)
      this.open()
      return
    }
    if (this.state.seq === 0) this.rebuilt ??= "new"
    if (this.aside === null && this.isFile) touch(this.path, Date.now())
    if (somebodyWaits && this.state.seq === 0 && this.isFile) this.standIn()
  }
  /** On a disk without room for them the views stand in memory: reading and forgetting go on. */
  private fileOrMemory(): Database {
    const { dir, busyMs } = this.options
    try {
      return attach(this.left || onlyReadable(dir) ? IN_MEMORY : this.path, busyMs)
    } catch (error) {
      if (!isUnwritable(error)) throw error
      return attach(IN_MEMORY, busyMs)
    }
  }
  private stateOrNew(): State {
    const found = stateIn(this.db)
    if (found) return found
    const { fingerprint, shape = "" } = this.options
    this.db.sql("INSERT INTO state VALUES (1, ?, ?, 0, 0, 0) ON CONFLICT DO NOTHING").run(fingerprint, shape)
    return stateIn(this.db)!
  }
  /** Until these are folded, the views that others left answer: what is known there was known a moment ago. */
  private standIn(): void {
    const { dir, shape = "", busyMs } = this.options
    for (const file of viewFiles(dir)) {
      if (file.mark === this.mark) continue
      try {
        const other = attach(file.path, busyMs)
        const there = stateIn(other)
        if (there && there.shape === shape && there.seq > this.state.seq) {
          if (this.own) this.db.close()
          this.own ??= this.db
          this.db = other
          this.state = there
        } else other.close()
      } catch {
        // Damaged, or gone meanwhile.
      }
    }
  }
}
