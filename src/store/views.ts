// What a store of views promises: rows, how far they are folded, what is owed to them, and that they can be thrown away.
import type { Rows } from "../core/views/rows.ts"
import type { Database } from "./sqlite.ts"

export type Rebuilt = "new" | "damaged" | null

/** Work that somebody who waits for nobody has to do. */
export interface Owed {
  /** folding the event of this sequence is long work; 0 when none is known */
  readonly long: number
}

export interface Views extends Rows {
  /** last event folded into the file */
  seq(): number
  /** keys of a table that were written or deleted since the last flush */
  unflushed(table: string): readonly string[]
  owed(): Owed
  /** Notes that folding this event is long work, so that nobody who is waited for tries it again. */
  owe(long: number): void
  /** rows of another fingerprint, read because there are none of this one yet; never written */
  readonly standsIn: boolean
  /** why the views started empty, or null when they were taken up as they were */
  readonly rebuilt: Rebuilt
  /**
   * Rows and sequence in one transaction; `also` runs inside it (search tables). False when another process has
   * written since: nothing is stored, the cache is dropped, `seq()` is the other's, and the caller folds on from there.
   */
  flush(seq: number, also?: (sql: Database) => void): boolean
  /** Takes up what another process wrote; drops unflushed rows only when it did. Returns whether it did. */
  refresh(): boolean
  /** Drops what was not flushed. */
  drop(): void
  /** Drops rows from memory that the file holds, when more than `most` are cached. */
  evict(most?: number): void
  readonly path?: string | undefined
  /** After forgetting: leaves no byte of deleted rows in the file or its journal. */
  scrub(): void
  /** Empties file and cache; the next fold starts at 0. */
  reset(): void
  /**
   * Views of the same fingerprint to be folded from the start beside these, until they take their place. `goesOn`: with what
   * somebody began and could not finish. Null where there is no file to stand beside.
   */
  aside(goesOn: boolean): Views | null
  /** Puts finished views of `aside` in the place of these, for every process. */
  takePlace(aside: Views): void
  /** Gives up views of `aside`, and their file. */
  discard(): void
  /** The disk is full: gives up the file and starts over in memory. False when it stands there already. */
  leaveDisk(): boolean
  /** The views file itself, for tables that live beside the rows (full text). */
  readonly sql: Database
  close(): void
}
