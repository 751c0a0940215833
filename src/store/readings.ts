// What was read out of texts, kept: a disposable store beside the views and outside their fingerprint. A row holds what each reader
// made of the same texts; it goes when one of them is forgotten. Contract suite: test/contracts/readings.ts.
export interface ReadingRow {
  /** texts it rests on */
  readonly refs: readonly string[]
  /** by reader@version */
  readonly said: Readonly<Record<string, unknown>>
}

export interface Readings {
  /** A copy of one's own. undefined: nothing was kept, or it was let go for want of room. */
  get(key: string): Record<string, unknown> | undefined
  /**
   * Replaces these rows. Whatever stands in the way (no room, another writer) is no fault: nothing is kept then. `still` is asked
   * when nobody else can write or erase any more; false: nothing is written.
   */
  put(rows: ReadonlyMap<string, ReadingRow>, still?: () => boolean): void
  /** Leaves no byte of what rests on these texts. Returns how many rows went. */
  erase(refs: ReadonlySet<string>): number
  /** When nobody waits: readings beyond what may be kept go, any of them. */
  tidy(): void
  close(): void
}

/** Rows that a process keeps of what has no file. */
const MOST = 20_000

export function memoryReadings(most = MOST): Readings {
  const rows = new Map<string, ReadingRow>()
  return {
    get(key) {
      const row = rows.get(key)
      return row && { ...row.said }
    },
    put(more, still = () => true) {
      if (!still()) return
      for (const [key, row] of more) rows.set(key, row)
      this.tidy()
    },
    erase(refs) {
      const before = rows.size
      for (const [key, row] of rows) if (row.refs.some(ref => refs.has(ref))) rows.delete(key)
      return before - rows.size
    },
    tidy() {
      for (const key of rows.keys()) {
        if (rows.size <= most) return
        rows.delete(key)
      }
    },
    close: () => undefined,
  }
}
