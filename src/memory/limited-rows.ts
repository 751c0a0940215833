// Rows that count what an event touches, and stop it when it turns out to be long work: a replay of all records, a sweep over
// all cards, many episodes that fall due at once. Whatever it is, it shows in the rows.
import type { Rows } from "../core/views/rows.ts"

interface LimitedRows extends Rows {
  /** another event begins */
  begin(): void
}

class LongWork extends Error {}
export const isLong = (error: unknown): boolean => error instanceof LongWork

export function limited(rows: Rows, most: number): LimitedRows {
  let touched = 0
  const touch = (n: number): void => {
    touched += n
    if (touched > most) throw new LongWork("folding this event is long work")
  }
  return {
    get(table, key) {
      touch(1)
      return rows.get(table, key)
    },
    set(table, key, value) {
      touch(1)
      rows.set(table, key, value)
    },
    delete(table, key) {
      touch(1)
      rows.delete(table, key)
    },
    range(table, from, to) {
      const found = rows.range(table, from, to)
      touch(found.length)
      return found
    },
    first(table, from, to) {
      touch(1)
      return rows.first(table, from, to)
    },
    tables: () => rows.tables(),
    begin() {
      touched = 0
    },
  }
}
