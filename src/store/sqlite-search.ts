// Search beside the rows of views.db: FTS5 over our own terms with the scope as a token, document frequencies, and a vector
// per document with its model and size. Disposable like the rows; a document's number is never used twice, so what was
// read of it once stays true. Ground truth of ranking: core/recall.
import type { Semantics } from "../core/recall/corpus.ts"
import { dot, type Embedder } from "../core/recall/embedder.ts"
import { type CollectionStats, keepUnits, type Prepared, prepared } from "../core/recall/prepared.ts"
import { PRUNE_PARAMS, rareTerms } from "../core/recall/query-terms.ts"
import { unpackVector } from "../core/recall/stored-vector.ts"
import {
  COLLECTIONS,
  type Collection,
  type Meaning,
  rankFound,
  SEARCH_LIMITS,
  SEARCH_VERSION,
  type Search,
  type SearchLimits,
  type SearchQuery,
} from "./search.ts"
import { createTables, emptyTables, MARK, quoted, termsOf, token, writeDocs, writeVector } from "./search-tables.ts"
import type { Database, Row } from "./sqlite.ts"

const CACHED = 8_192
const SCANS = 8

export function sqliteSearch(use: () => Database, built: Meaning, limits: SearchLimits = SEARCH_LIMITS): Search {
  let semantics: Semantics | null = null
  const meaning = (): Semantics => {
    if (!semantics) {
      const loaded = built.load()
      semantics = { ...loaded, table: keepUnits(loaded.table) }
    }
    return semantics
  }
  const embedder: Pick<Embedder, "id" | "embed"> = {
    get id() {
      return built.id()
    },
    embed: texts => meaning().embedder.embed(texts),
  }
  let known: Database | null = null
  const ready = new Map<string, Prepared>()
  const scans = new Map<string, Scan>()
  const forgetAll = (): void => {
    ready.clear()
    scans.clear()
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
  const state = (c: Collection): Row | undefined =>
    db().sql("SELECT version, model, docs, length FROM search_state WHERE collection = ?").get(c)

  const statsOf = (c: Collection): CollectionStats => {
    const counted = state(c)
    const size = counted?.docs ?? 0
    const df = db().sql(`SELECT df FROM ${c}_df WHERE term = ?`)
    const seen = new Map<string, number>()
    return {
      size,
      meanLength: size > 0 ? counted!.length / size || 1 : 1,
      df(term) {
        let n = seen.get(term)
        if (n === undefined) seen.set(term, (n = (df.get(term)?.df as number | undefined) ?? 0))
        return n
      },
    }
  }

  /** Numbers of the documents that hold the query's rarest terms, best first. */
  function byWords(query: SearchQuery, stats: CollectionStats): readonly number[] {
    const { collection: c, scopes, liveOnly } = query
    const rare = rareTerms(query.text, stats.size, stats.df, PRUNE_PARAMS)
    if (rare.length === 0) return []
    const any = rare.map(quoted).join(" OR ")
    const frequency = rare.reduce((sum, term) => sum + stats.df(term), 0)
    const where =
      scopes === null
        ? liveOnly
          ? quoted(`${MARK}live`)
          : null
        : scopes.map(scope => quoted(token(liveOnly ? "live" : "any", scope))).join(" OR ")
    if (where === null || frequency > limits.scan)
      return db()
        .sql(`SELECT rowid AS n FROM ${c}_fts WHERE ${c}_fts MATCH ? ORDER BY rank LIMIT ?`)
        .all(where === null ? any : `(${where}) AND (${any})`, limits.words)
        .map(row => row.n as number)
    // Few documents hold these terms: looking at their scopes is cheaper than walking through the scope's whole list.
    return db()
      .sql(
        `SELECT d.n AS n, d.scope AS scope, d.live AS live FROM ${c}_fts JOIN ${c}_docs d ON d.n = ${c}_fts.rowid WHERE ${c}_fts MATCH ? ORDER BY ${c}_fts.rank`,
      )
      .all(any)
      .filter(row => (!liveOnly || row.live === 1) && (scopes === null || scopes.includes(row.scope)))
      .slice(0, limits.words)
      .map(row => row.n as number)
  }

  /** Numbers of the newest documents of the scopes that lie nearest to the query. */
  function byMeaning(query: SearchQuery, model: string, asked: Float32Array): readonly number[] {
    const { ns, vectors, dims } = scanOf(query, model)
    const scores = new Float64Array(ns.length)
    for (let i = 0; i < ns.length; i++) scores[i] = dot(asked, vectors.subarray(i * dims, (i + 1) * dims))
    return [...ns.keys()]
      .sort((a, b) => scores[b]! - scores[a]! || ns[b]! - ns[a]!)
      .slice(0, limits.meaning)
      .map(i => ns[i]!)
  }
  function scanOf({ collection: c, scopes, liveOnly }: SearchQuery, model: string): Scan {
    const sql = db()
    const version = sql.sql("PRAGMA data_version").get()!.data_version as number
    const key = [c, model, liveOnly, ...(scopes ?? ["*"])].join("\n")
    const old = scans.get(key)
    if (old?.version === version) return old
    const rows = (scopes ?? [null]).flatMap(scope =>
      sql
        .sql(
          `SELECT d.n AS n, d.at AS at, d.id AS id, v.dims AS dims, v.vector AS vector FROM ${c}_docs d JOIN ${c}_vectors v ON v.model = ? AND v.n = d.n
           WHERE ${scope === null ? "?1 IS NOT NULL" : "d.scope = ?3"} ${liveOnly ? "AND d.live = 1" : ""} ORDER BY d.at DESC, d.id LIMIT ?2`,
        )
        .all(model, limits.newest, ...(scope === null ? [] : [scope])),
    )
    const newest = rows.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)).slice(0, limits.newest)
    const dims = (newest[0]?.dims as number | undefined) ?? 0
    const vectors = new Float32Array(newest.length * dims)
    newest.forEach((row, i) => {
      if (row.dims === dims) vectors.set(unpackVector(row.vector as Uint8Array), i * dims)
    })
    const scan = { version, ns: newest.map(row => row.n as number), vectors, dims }
    if (scans.size >= SCANS) scans.clear()
    scans.set(key, scan)
    return scan
  }

  function preparedOf(c: Collection, n: number, model: string): Prepared | null {
    const key = `${c}/${model}/${n}`
    const held = ready.get(key)
    if (held) return held
    const row = db()
      .sql(
        `SELECT d.id AS id, d.scope AS scope, d.at AS at, d.terms AS terms, d.words AS words, d.files AS files, v.vector AS vector
         FROM ${c}_docs d LEFT JOIN ${c}_vectors v ON v.model = ? AND v.n = d.n WHERE d.n = ?`,
      )
      .get(model, n)
    if (!row) return null
    const one = prepared(
      { id: row.id, text: "", at: row.at, files: JSON.parse(row.files) as string[] },
      { terms: termsOf(row.terms), words: row.words === "" ? [] : row.words.split(" ") },
      row.vector ? unpackVector(row.vector as Uint8Array) : null,
    )
    // A document without a vector may get one later.
    if (row.vector) {
      if (ready.size >= CACHED) ready.clear()
      ready.set(key, one)
    }
    return one
  }

  const idsWhere =
    (where: string) =>
    (c: Collection, scopes: readonly string[], most: number): readonly string[] =>
      scopes
        .flatMap(scope =>
          db()
            .sql(`SELECT id, at FROM ${c}_docs WHERE scope = ? AND ${where} ORDER BY at DESC, id LIMIT ?`)
            .all(scope, most),
        )
        .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
        .slice(0, most)
        .map(row => row.id as string)

  return {
    update(c, put, gone) {
      if (writeDocs(db(), c, embedder, put, gone)) scans.clear()
    },
    find(query) {
      const c = query.collection
      const { table, embedder } = meaning()
      const model = query.asked?.model ?? embedder.id
      const asked = query.asked?.vector ?? embedder.embed([query.text])[0]!
      const stats = statsOf(c)
      const numberOf = db().sql(`SELECT n FROM ${c}_docs WHERE id = ?`)
      const ns = new Set([
        ...byWords(query, stats),
        ...byMeaning(query, model, asked),
        ...(query.always ?? []).flatMap(id => (numberOf.get(id)?.n as number | undefined) ?? []),
      ])
      const found = [...ns].flatMap(n => preparedOf(c, n, model) ?? [])
      return rankFound(found, query, stats, { table, embedder }, asked)
    },
    must: idsWhere("must = 1 AND live = 1"),
    newest: idsWhere("live = 1"),
    size: c => (state(c)?.docs as number | undefined) ?? 0,
    stale: () => {
      const now = built.id()
      return COLLECTIONS.some(c => {
        const counted = state(c)
        return counted?.version !== SEARCH_VERSION || counted.model !== now
      })
    },
    clear() {
      emptyTables(db())
      forgetAll()
    },
    withoutVector: (c, model, most) =>
      db()
        .sql(
          `SELECT id FROM ${c}_docs d WHERE live = 1 AND NOT EXISTS (SELECT 1 FROM ${c}_vectors v WHERE v.model = ? AND v.n = d.n) ORDER BY at DESC, id LIMIT ?`,
        )
        .all(model, most)
        .map(row => row.id as string),
    putVectors(c, model, vectors) {
      const sql = db()
      sql.transaction("IMMEDIATE", () => {
        sql.sql(`DELETE FROM ${c}_vectors WHERE model NOT IN (?, ?)`).run(model, built.id())
        for (const [id, vector] of vectors) {
          const n = sql.sql(`SELECT n FROM ${c}_docs WHERE id = ?`).get(id)?.n as number | undefined
          if (n !== undefined) writeVector(sql, c, model, n, vector)
        }
      })
      scans.clear()
    },
  }
}

interface Scan {
  readonly version: number
  readonly ns: readonly number[]
  readonly vectors: Float32Array
  readonly dims: number
}
