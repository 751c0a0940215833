// The search tables of the views file and how documents get into them: our own terms in FTS5 with marks for scope and stage,
// document frequencies, vectors with model and size, keys. Searching is sqlite-search.ts.
import { createHash } from "node:crypto"
import { split } from "../core/recall/prepared.ts"
import { type Embedder, packVector } from "../core/recall/word-table.ts"
import { COLLECTIONS, type Collection, SEARCH_VERSION, type SearchDoc } from "./search.ts"
import type { Database, Row } from "./sqlite.ts"

const schemaOf = (c: Collection): string => `
  CREATE TABLE IF NOT EXISTS ${c}_docs (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, scope TEXT NOT NULL,
    live INTEGER NOT NULL, must INTEGER NOT NULL, at INTEGER NOT NULL, sign TEXT NOT NULL, terms TEXT NOT NULL, words TEXT NOT NULL, files TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS ${c}_docs_scope ON ${c}_docs (scope, live, at);
  CREATE INDEX IF NOT EXISTS ${c}_docs_must ON ${c}_docs (scope, at) WHERE must = 1 AND live = 1;
  CREATE INDEX IF NOT EXISTS ${c}_docs_at ON ${c}_docs (at);
  CREATE TABLE IF NOT EXISTS ${c}_df (term TEXT PRIMARY KEY, df INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ${c}_keys (key TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, n)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ${c}_keys_n ON ${c}_keys (n);
  CREATE TABLE IF NOT EXISTS ${c}_vectors (model TEXT NOT NULL, n INTEGER NOT NULL, dims INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (n, model)) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE IF NOT EXISTS ${c}_fts USING fts5(terms, content='${c}_docs', content_rowid='n', tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'");`

const STATE = `CREATE TABLE IF NOT EXISTS search_state (collection TEXT PRIMARY KEY, version INTEGER NOT NULL, model TEXT NOT NULL, docs INTEGER NOT NULL, length INTEGER NOT NULL) STRICT;`

/** Words of a text never begin so: letters outside every alphabet would be split off by the tokenizer. */
export const MARK = "zqx"
export const token = (kind: "any" | "live", scope: string): string =>
  `${MARK}${kind}${createHash("sha256").update(scope).digest("hex").slice(0, 16)}`
const marks = (doc: SearchDoc): string[] => [
  token("any", doc.scope),
  ...(doc.live ? [token("live", doc.scope), `${MARK}live`] : []),
]

export const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`
/** Stored terms without the marks of scope and stage. */
export const termsOf = (stored: string): string[] =>
  stored.split(" ").filter(term => term !== "" && !term.startsWith(MARK))

export const createTables = (sql: Database): void => sql.exec(STATE + COLLECTIONS.map(schemaOf).join("\n"))

export function emptyTables(sql: Database): void {
  const drop = (c: Collection) =>
    `DROP TABLE ${c}_fts; DROP TABLE ${c}_docs; DROP TABLE ${c}_df; DROP TABLE IF EXISTS ${c}_keys; DROP TABLE ${c}_vectors;`
  sql.exec(`${COLLECTIONS.map(drop).join("")} DROP TABLE search_state;`)
  createTables(sql)
}

/** The index once more from the documents: whatever was taken out of it stands in it until it is merged. */
export function scrubIndex(sql: Database): void {
  sql.transaction("IMMEDIATE", () => {
    for (const c of COLLECTIONS) sql.exec(`INSERT INTO ${c}_fts (${c}_fts) VALUES ('rebuild')`)
  })
}

export function writeVector(sql: Database, c: Collection, model: string, n: number, vector: Float32Array): void {
  sql
    .sql(`INSERT OR REPLACE INTO ${c}_vectors (model, n, dims, vector) VALUES (?, ?, ?, ?)`)
    .run(model, n, vector.length, packVector(vector))
}

/** Puts and removes documents, with their frequencies and vectors. Returns whether anything changed. */
export function writeDocs(
  sql: Database,
  c: Collection,
  embedder: Pick<Embedder, "id" | "embed">,
  put: readonly SearchDoc[],
  gone: readonly string[],
): boolean {
  const old = sql.sql(`SELECT n, sign, terms FROM ${c}_docs WHERE id = ?`)
  const deltas = new Map<string, number>()
  let docs = 0
  let length = 0
  let changed = false
  const count = (terms: readonly string[], by: 1 | -1): void => {
    changed = true
    docs += by
    length += by * terms.length
    for (const term of new Set(terms)) deltas.set(term, (deltas.get(term) ?? 0) + by)
  }
  const remove = (row: Row): void => {
    sql.sql(`INSERT INTO ${c}_fts (${c}_fts, rowid, terms) VALUES ('delete', ?, ?)`).run(row.n, row.terms)
    sql.sql(`DELETE FROM ${c}_docs WHERE n = ?`).run(row.n)
    sql.sql(`DELETE FROM ${c}_vectors WHERE n = ?`).run(row.n)
    sql.sql(`DELETE FROM ${c}_keys WHERE n = ?`).run(row.n)
    count(termsOf(row.terms), -1)
  }
  for (const id of gone) {
    const row = old.get(id)
    if (row) remove(row)
  }
  for (const doc of put) {
    const row = old.get(doc.id)
    if (row?.sign === doc.sign) continue
    if (row) remove(row)
    const parts = split(doc.text, doc.files)
    const own = parts.terms.filter(term => !term.startsWith(MARK))
    const terms = [...marks(doc), ...own].join(" ")
    sql
      .sql(
        `INSERT INTO ${c}_docs (id, scope, live, must, at, sign, terms, words, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        doc.id,
        doc.scope,
        Number(doc.live),
        Number(doc.must),
        Math.trunc(doc.at),
        doc.sign,
        terms,
        parts.words.join(" "),
        JSON.stringify(doc.files),
      )
    const n = old.get(doc.id)!.n as number
    sql.sql(`INSERT INTO ${c}_fts (rowid, terms) VALUES (?, ?)`).run(n, terms)
    writeVector(sql, c, embedder.id, n, embedder.embed([doc.text])[0]!)
    for (const key of new Set(doc.keys)) sql.sql(`INSERT INTO ${c}_keys (key, n) VALUES (?, ?)`).run(key, n)
    count(own, 1)
  }
  const add = sql.sql(`INSERT INTO ${c}_df (term, df) VALUES (?, ?) ON CONFLICT DO UPDATE SET df = df + excluded.df`)
  const empty = sql.sql(`DELETE FROM ${c}_df WHERE term = ? AND df <= 0`)
  for (const [term, by] of deltas) {
    if (by === 0) continue
    add.run(term, by)
    if (by < 0) empty.run(term)
  }
  sql
    .sql(
      "INSERT INTO search_state (collection, version, model, docs, length) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET docs = docs + excluded.docs, length = length + excluded.length",
    )
    .run(c, SEARCH_VERSION, embedder.id, docs, length)
  return changed
}
