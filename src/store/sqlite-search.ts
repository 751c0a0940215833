// Search beside the rows of the views file: FTS5 over our own terms with the scope as a token, document frequencies, and a vector
// per document with its model and size. Disposable like the rows; a document's number is never used twice, so what was
// read of it once stays true. Ground truth of ranking: core/recall.
import type { Semantics } from "../core/recall/corpus.ts"
import type { Embedder } from "../core/recall/embedder.ts"
import { nearestRows } from "../core/recall/nearest-vectors.ts"
import {
  type AskedWords,
  askedWords,
  type CollectionStats,
  keepUnits,
  type Prepared,
  prepared,
} from "../core/recall/prepared.ts"
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
const MOSTLY = 0.5

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
  const counted = new Map<Collection, Counted>()
  const forgetAll = (): void => {
    counted.clear()
    ready.clear()
    scans.clear()
  }
  // Our own writes do not move data_version.
  const changed = (): void => {
    scans.clear()
    counted.clear()
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

  const statsOf = (c: Collection, version: number): Counted => {
    const held = counted.get(c)
    if (held?.version === version) return held
    const now = state(c)
    const size = now?.docs ?? 0
    const df = db().sql(`SELECT df FROM ${c}_df WHERE term = ?`)
    const seen = new Map<string, number>()
    const stats: Counted = {
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
    counted.set(c, stats)
    return stats
  }

  /** Numbers of the documents that hold the query's rarest terms, best first. */
  function byWords(query: SearchQuery, words: AskedWords, stats: CollectionStats, share: number): readonly number[] {
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
    // Where most documents are in the scope anyway, leaving out the others afterwards is cheaper than walking its list.
    if (share < MOSTLY) {
      const where =
        scopes === null
          ? quoted(`${MARK}live`)
          : scopes.map(scope => quoted(token(liveOnly ? "live" : "any", scope))).join(" OR ")
      return db()
        .sql(`SELECT rowid AS n FROM ${c}_fts WHERE ${c}_fts MATCH ? ORDER BY rank LIMIT ?`)
        .all(`(${where}) AND (${any})`, limits.words)
        .map(row => row.n as number)
    }
    if (share === 1)
      return db()
        .sql(`SELECT rowid AS n FROM ${c}_fts WHERE ${c}_fts MATCH ? ORDER BY rank LIMIT ?`)
        .all(any, limits.words)
        .map(row => row.n as number)
    return db()
      .sql(
        `SELECT d.n AS n, d.scope AS scope, d.live AS live
         FROM (SELECT rowid AS n, rank AS r FROM ${c}_fts WHERE ${c}_fts MATCH ? ORDER BY rank LIMIT ?) f JOIN ${c}_docs d ON d.n = f.n ORDER BY f.r`,
      )
      .all(any, limits.words * 3)
      .filter(row => (!liveOnly || row.live === 1) && (scopes === null || scopes.includes(row.scope)))
      .slice(0, limits.words)
      .map(row => row.n as number)
  }

  /** The newest documents of the scopes with their vectors, kept until the file changes. */
  function scanOf({ collection: c, scopes, liveOnly }: SearchQuery, model: string, version: number): Scan {
    const sql = db()
    const key = [c, model, liveOnly, ...(scopes ?? ["*"])].join("\n")
    const old = scans.get(key)
    if (old?.version === version) return old
    const live = liveOnly ? "AND live = 1" : ""
    const where = scopes === null ? `1 = 1 ${live}` : `scope IN (${scopes.map(() => "?").join(", ")}) ${live}`
    const total = sql.sql(`SELECT count(*) AS n FROM ${c}_docs WHERE ${where}`).get(...(scopes ?? []))!.n as number
    const newest = sql
      .sql(`SELECT n FROM ${c}_docs WHERE ${where} ORDER BY at DESC, id LIMIT ?`)
      .all(...(scopes ?? []), limits.newest)
      .map(row => row.n as number)
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
    const scan = { version, total, newest, ns, vectors }
    if (scans.size >= SCANS) scans.clear()
    scans.set(key, scan)
    return scan
  }

  const numberOf = (c: Collection, id: string, { numbers }: Counted): number | undefined => {
    let n = numbers.get(id)
    if (n === undefined) {
      n = db().sql(`SELECT n FROM ${c}_docs WHERE id = ?`).get(id)?.n as number | undefined
      if (n !== undefined && numbers.size < CACHED) numbers.set(id, n)
    }
    return n
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
    signOf: (c, id) => db().sql(`SELECT sign FROM ${c}_docs WHERE id = ?`).get(id)?.sign as string | undefined,
    update(c, put, gone) {
      if (writeDocs(db(), c, embedder, put, gone)) changed()
    },
    find(query) {
      const c = query.collection
      const { table, embedder } = meaning()
      const model = query.asked?.model ?? embedder.id
      const words = askedWords(query.text)
      const asked = query.asked?.vector ?? embedder.embed([words.text])[0]!
      const version = db().sql("PRAGMA data_version").get()!.data_version as number
      const stats = statsOf(c, version)
      const scan = scanOf(query, model, version)
      const ns = new Set([
        ...(scan.total <= limits.whole
          ? scan.newest
          : [
              ...byWords(query, words, stats, scan.total / Math.max(1, stats.size)),
              ...nearestRows(asked, scan.vectors, scan.ns.length, limits.meaning).map(row => scan.ns[row]!),
            ]),
        ...(query.always ?? []).flatMap(id => numberOf(c, id, stats) ?? []),
      ])
      const found = [...ns].flatMap(n => preparedOf(c, n, model) ?? [])
      return rankFound(found, words, query, stats, { table, embedder }, asked)
    },
    must: idsWhere("must = 1 AND live = 1"),
    newest: idsWhere("live = 1"),
    keyed(c, scopes, keys) {
      const found = db().sql(
        `SELECT d.id AS id FROM ${c}_keys k JOIN ${c}_docs d ON d.n = k.n
         WHERE k.key IN (SELECT value FROM json_each(?)) AND d.live = 1 AND d.scope IN (SELECT value FROM json_each(?))`,
      )
      return [...new Set(found.all(JSON.stringify(keys), JSON.stringify(scopes)).map(row => row.id as string))]
    },
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
      changed()
    },
  }
}

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
  /** those of the newest that have a vector, and the vectors row after row */
  readonly ns: readonly number[]
  readonly vectors: Float32Array
}
