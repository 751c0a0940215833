// Readings of one memory: asked of the store once, read once when it has none, written together with what was folded from them.

import { lately } from "../core/once.ts"
import { type ReadBy, type Refs, readerId, readingKey } from "../core/readings/reader.ts"
import type { ReadingRow, Readings } from "../store/readings.ts"

export interface TextReadings {
  /** `text`: null for one that is out of sight; what was made without it is not kept. */
  readonly readBy: (text: (ref: string) => string | null, hidden: (ref: string) => boolean) => ReadBy
  /** Writes what was read since. `still`: nothing was forgotten meanwhile. */
  readonly flush: (still: () => boolean) => void
  /** Drops what was not written. */
  readonly letGo: () => void
}

interface Row extends ReadingRow {
  readonly said: Record<string, unknown>
}
interface ReadingOf {
  readonly of: Refs
  readonly facts: unknown
  /** null: one of the texts is out of sight */
  readonly key: string | null
  readonly row: Row | null
  texts: readonly (string | null)[] | null
}
const HELD = 4096

export function textReadings(store: Readings, engine: string): TextReadings {
  const held = lately<Row>(HELD)
  const unwritten = new Map<string, Row>()
  const rowOf = (key: string, refs: Refs): Row => {
    let row = held.get(key) ?? unwritten.get(key)
    if (row !== undefined) return row
    row = { refs: refs.filter(ref => ref !== null), said: store.get(key) ?? {} }
    held.set(key, row)
    return row
  }
  /** what was asked for last: all rules of detect ask about the same moment */
  let last: ReadingOf | null = null
  const asked = (refs: Refs, facts: unknown, hidden: (ref: string) => boolean): ReadingOf => {
    if (last?.of === refs && last.facts === facts) return last
    const key = refs.some(ref => ref !== null && hidden(ref)) ? null : readingKey(engine, refs, facts)
    last = { of: refs, facts, key, row: key === null ? null : rowOf(key, refs), texts: null }
    return last
  }
  return {
    readBy: (text, hidden) => (reader, refs, facts) => {
      const about = asked(refs, facts, hidden)
      const { key, row } = about
      const id = readerId(reader)
      const kept = row?.said[id]
      if (kept !== undefined) return kept as ReturnType<typeof reader.read>
      const texts = (about.texts ??= refs.map(ref => (ref === null ? null : text(ref))))
      const value = reader.read(texts, facts)
      if (key === null || row === null || texts.some((found, i) => found === null && refs[i] !== null)) return value
      for (const other of Object.keys(row.said)) if (other.startsWith(`${reader.name}@`)) delete row.said[other]
      row.said[id] = value
      unwritten.set(key, row)
      return value
    },
    flush(still) {
      store.put(unwritten, still)
      unwritten.clear()
    },
    letGo() {
      last = null
      held.clear()
      unwritten.clear()
    },
  }
}
