// What a search reads of the tables beside the rows, kept until the file changes: how often terms occur, the newest documents of
// some scopes with their vectors, documents taken apart. A document's number is never used twice, so what was read of it stays true.

import { type AskedWords, type CollectionStats, type Prepared, prepared } from "../core/recall/prepared.ts"
import { PRUNE_PARAMS, rareTerms } from "../core/recall/tokenise.ts"
import { unpackVector } from "../core/recall/word-table.ts"
import type { Collection, SearchLimits, SearchQuery } from "./search.ts"
import { createTables, MARK, quoted, termsOf, token } from "./search-tables.ts"
import type { Database, Row } from "./sqlite.ts"

const CACHED = 8_192
const SCANS = 8
const MOSTLY = 0.5

/** What holds until the file changes. */
interface Counted extends CollectionStats {
  readonly version: number
  readonly numbers: Map<string, number>
}
interface Scan {
  readonly version: number
  /** live documents in these scopes, and the newest of them */
  readonly total: number
  readonly newest: readonly number[]
  /** those of the newest that have a vector, and the vectors row after row; none where all documents are ranked anyway */
  readonly ns: readonly number[]
  readonly vectors: Float32Array
}

export const stateOf = (sql: Database, c: Collection): Row | undefined =>
  sql.sql("SELECT version, model, docs, length FROM search_state WHERE collection = ?").get(c)

/** Moves when another connection has written. */
export const versionOf = (sql: Database): number => sql.sql("PRAGMA data_version").get()!.data_version as number

export function searchReads(use: () => Database, limits: SearchLimits) {
  let known: Database | null = null
  /** by collection and model, then by number */
  const ready = new Map<string, Map<number, Prepared>>()
  const scans = new Map<string, Scan>()
  const lists = new Map<string, { readonly version: number; readonly ids: readonly string[] }>()
  const counted = new Map<Collection, Counted>()
  const forgetAll = (): void => {
    counted.clear()
    ready.clear()
    scans.clear()
    lists.clear()
  }
  /** The open views file, its search tables made. */
  const db = (): Database => {
    const sql = use()
    if (sql === known) return sql
    const there = sql.sql("SELECT 1 AS one FROM sqlite_schema WHERE name = 'search_state'").get()
    if (!there) sql.transaction("IMMEDIATE", () => createTables(sql))
    forgetAll()
    known = sql
    return sql
  }
  return {
    db,
    forgetAll,
    /** Our own writes do not move data_version. */
    changed(): void {
      scans.clear()
      lists.clear()
      counted.clear()
    },
    /** Ids of the documents of some scopes that fit, newest first. */
    idsWhere(where: string, c: Collection, scopes: readonly string[], most: number): readonly string[] {
      const version = versionOf(db())
      const key = [where, c, most, ...scopes].join("\n")
      const old = lists.get(key)
      if (old?.version === version) return old.ids
      const ids = idsIn(db(), where, c, scopes, most)
      if (lists.size >= SCANS) lists.clear()
      lists.set(key, { version, ids })
      return ids
    },
    statsOf(c: Collection, version: number): Counted {
      const held = counted.get(c)
      if (held?.version === version) return held
      const stats = countsIn(db(), c, version)
      counted.set(c, stats)
      return stats
    },
    scanOf(query: SearchQuery, model: string, version: number): Scan {
      const key = [query.collection, model, query.liveOnly, ...(query.scopes ?? ["*"])].join("\n")
      const old = scans.get(key)
      if (old?.version === version) return old
      const scan = scanIn(db(), query, model, version, limits)
      if (scans.size >= SCANS) scans.clear()
      scans.set(key, scan)
      return scan
    },
    numberOf(c: Collection, id: string, { numbers }: Counted): number | undefined {
      const held = numbers.get(id)
      if (held !== undefined) return held
      const n = db().sql(`SELECT n FROM ${c}_docs WHERE id = ?`).get(id)?.n as number | undefined
      if (n !== undefined && numbers.size < CACHED) numbers.set(id, n)
      return n
    },
    preparedOf(c: Collection, model: string, ns: readonly number[]): readonly Prepared[] {
      const key = `${c}/${model}`
      const held = ready.get(key) ?? new Map<number, Prepared>()
      ready.set(key, held)
      const missing = ns.filter(n => !held.has(n))
      const fresh = preparedIn(db(), c, model, missing)
      const found = ns.flatMap(n => held.get(n) ?? fresh.get(n) ?? [])
      if (held.size + fresh.size > CACHED) held.clear()
      // A document without a vector may get one later.
      for (const [n, one] of fresh) if (one.vector) held.set(n, one)
      return found
    },
  }
}

function idsIn(
  sql: Database,
  where: string,
  c: Collection,
  scopes: readonly string[],
  most: number,
): readonly string[] {
  const select = `SELECT id, at FROM ${c}_docs WHERE scope = ? AND ${where} ORDER BY at DESC, id LIMIT ?`
  return scopes
    .flatMap(scope => sql.sql(select).all(scope, most))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(row => row.id as string)
}

function countsIn(sql: Database, c: Collection, version: number): Counted {
  const now = stateOf(sql, c)
  const size = now?.docs ?? 0
  const df = sql.sql(`SELECT df FROM ${c}_df WHERE term = ?`)
  const seen = new Map<string, number>()
  return {
    version,
    numbers: new Map(),
    size,
    meanLength: size > 0 ? now!.length / size || 1 : 1,
    df(term: string) {
      let n = seen.get(term)
      if (n !== undefined) return n
      n = (df.get(term)?.df as number | undefined) ?? 0
      if (seen.size < CACHED) seen.set(term, n)
      return n
    },
  }
}

/** The newest documents of the scopes with their vectors. */
function scanIn(
  sql: Database,
  { collection: c, scopes, liveOnly }: SearchQuery,
  model: string,
  version: number,
  { newest: most, whole }: SearchLimits,
): Scan {
  const live = liveOnly ? "AND live = 1" : ""
  const where = scopes === null ? `1 = 1 ${live}` : `scope IN (${scopes.map(() => "?").join(", ")}) ${live}`
  const total = sql.sql(`SELECT count(*) AS n FROM ${c}_docs WHERE ${where}`).get(...(scopes ?? []))!.n as number
  const newest = sql
    .sql(`SELECT n FROM ${c}_docs WHERE ${where} ORDER BY at DESC, id LIMIT ?`)
    .all(...(scopes ?? []), most)
    .map(row => row.n as number)
  if (total <= whole) return { version, total, newest, ns: [], vectors: new Float32Array(0) }
  const vector = sql.sql(`SELECT dims, vector FROM ${c}_vectors WHERE n = ? AND model = ?`)
  const ns: number[] = []
  const found: Float32Array[] = []
  for (const n of newest) {
    const row = vector.get(n, model)
    if (!row) continue
    ns.push(n)
    found.push(unpackVector(row.vector as Uint8Array))
  }
  const dims = found[0]?.length ?? 0
  const vectors = new Float32Array(ns.length * dims)
  found.forEach((one, i) => {
    if (one.length === dims) vectors.set(one, i * dims)
  })
  return { version, total, newest, ns, vectors }
}

function preparedIn(sql: Database, c: Collection, model: string, ns: readonly number[]): ReadonlyMap<number, Prepared> {
  if (ns.length === 0) return new Map()
  const rows = sql
    .sql(
      `SELECT d.n AS n, d.id AS id, d.at AS at, d.terms AS terms, d.words AS words, d.files AS files, v.vector AS vector
       FROM ${c}_docs d LEFT JOIN ${c}_vectors v ON v.model = ? AND v.n = d.n WHERE d.n IN (SELECT value FROM json_each(?))`,
    )
    .all(model, JSON.stringify(ns))
  const one = (row: Row): Prepared =>
    prepared(
      { id: row.id, at: row.at, files: JSON.parse(row.files) as string[] },
      { terms: termsOf(row.terms), words: row.words === "" ? [] : row.words.split(" ") },
      row.vector ? unpackVector(row.vector as Uint8Array) : null,
    )
  return new Map(rows.map(row => [row.n as number, one(row)]))
}

/** Numbers of the documents that hold the query's rarest terms, best first. */
export function byWords(
  sql: Database,
  query: SearchQuery,
  words: AskedWords,
  stats: CollectionStats,
  share: number,
  limits: SearchLimits,
): readonly number[] {
  const { collection: c, scopes, liveOnly } = query
  const rare: string[] = []
  let hits = 0
  for (const term of rareTerms(words.terms, stats.size, stats.df, PRUNE_PARAMS)) {
    hits += stats.df(term) * share
    if (rare.length > 1 && hits > limits.hits) break
    rare.push(term)
  }
  if (rare.length === 0) return []
  const any = rare.map(quoted).join(" OR ")
  const where =
    scopes === null
      ? quoted(`${MARK}live`)
      : scopes.map(scope => quoted(token(liveOnly ? "live" : "any", scope))).join(" OR ")
  // Where most documents are in the scope anyway, leaving out the others afterwards is cheaper than walking its list.
  if (share < MOSTLY || share === 1)
    return sql
      .sql(`SELECT rowid AS n FROM ${c}_fts WHERE ${c}_fts MATCH ? ORDER BY rank LIMIT ?`)
      .all(share === 1 ? any : `(${where}) AND (${any})`, limits.words)
      .map(row => row.n as number)
  return sql
    .sql(
      `SELECT d.n AS n, d.scope AS scope, d.live AS live
       FROM (SELECT rowid AS n, rank AS r FROM ${c}_fts WHERE ${c}_fts MATCH ? ORDER BY rank LIMIT ?) f JOIN ${c}_docs d ON d.n = f.n ORDER BY f.r`,
    )
    .all(any, limits.words * 3)
    .filter(row => (!liveOnly || row.live === 1) && (scopes === null || scopes.includes(row.scope)))
    .slice(0, limits.words)
    .map(row => row.n as number)
}
