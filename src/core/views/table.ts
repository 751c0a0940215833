// Table<Row>: a table of the views, declared once with the shape of its rows and what its keys are made of. It is the only way
// to a row: rows come out typed because they went in typed. Row values are JSON, unless the table says how it is written.
import type { Rows } from "./rows.ts"

export interface ReadTable<Row> {
  readonly name: string
  /** what a key is made of, for people */
  readonly key: string
  get(rows: Rows, key: string): Row | undefined
  /** rows whose key starts with `prefix`, in key order */
  list(rows: Rows, prefix?: string): readonly (readonly [string, Row])[]
  /** the same without their keys */
  values(rows: Rows, prefix?: string): readonly Row[]
  /** rows with from ≤ key < to */
  range(rows: Rows, from: string, to: string): readonly (readonly [string, Row])[]
  first(rows: Rows, from: string, to: string): readonly [string, Row] | undefined
}
export interface Table<Row> extends ReadTable<Row> {
  set(rows: Rows, key: string, row: Row): void
  delete(rows: Rows, key: string): void
  clear(rows: Rows, prefix?: string): void
}

const LAST = "\x7f"

/** `read` brings back what JSON cannot hold; a row that was never written to a file comes as it went in. */
export function table<Row>(name: string, key: string, read?: (stored: unknown) => Row): Table<Row> {
  // The one place where a stored value is taken for a row: only `set` below wrote it.
  const row = (stored: unknown): Row => (read && stored !== undefined ? read(stored) : (stored as Row))
  const range = (rows: Rows, from: string, to: string): readonly (readonly [string, Row])[] =>
    read
      ? rows.range(name, from, to).map(([at, stored]) => [at, row(stored)] as const)
      : (rows.range(name, from, to) as readonly (readonly [string, Row])[])
  const list = (rows: Rows, prefix = ""): readonly (readonly [string, Row])[] => range(rows, prefix, prefix + LAST)
  return {
    name,
    key,
    get: (rows, at) => row(rows.get(name, at)) as Row | undefined,
    list,
    values: (rows, prefix) => list(rows, prefix).map(([, found]) => found),
    range,
    first(rows, from, to) {
      const found = rows.first(name, from, to)
      return found && [found[0], row(found[1])]
    },
    set: (rows, at, value) => rows.set(name, at, value),
    delete: (rows, at) => rows.delete(name, at),
    clear(rows, prefix) {
      for (const [at] of list(rows, prefix)) rows.delete(name, at)
    },
  }
}
