// What a store of views promises: rows, how far they are folded, and that they can be thrown away at any time.
import type { Rows } from "../core/views/rows.ts"
import type { Database } from "./sqlite.ts"

export type Rebuilt = "new" | "fingerprint" | "damaged" | null
export interface Views extends Rows {
  /** last event folded into the file */
  seq(): number
  /** why the views started empty, or null when they were taken up as they were */
  readonly rebuilt: Rebuilt
  /**
   * Rows and sequence in one transaction; `also` runs inside it (search tables). False when another process has
   * written since: nothing is stored, the cache is dropped, `seq()` is the other's, and the caller folds on from there.
   */
  flush(seq: number, also?: (sql: Database) => void): boolean
  /** Takes up what another process wrote; drops unflushed rows only when it did. Returns whether it did. */
  refresh(): boolean
  /** Drops rows from memory that the file holds, when more than `most` are cached. */
  evict(most?: number): void
  readonly path?: string | undefined
  /** After forgetting: leaves no byte of deleted rows in the file or its journal. */
  scrub(): void
  /** Empties file and cache; the next fold starts at 0. */
  reset(): void
  /** The disk is full: gives up the file and starts over in memory. False when it stands there already. */
  leaveDisk(): boolean
  /** The views file itself, for tables that live beside the rows (full text). */
  readonly sql: Database
  close(): void
}
