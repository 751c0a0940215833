// Search beside the rows of the views file: FTS5 over our own terms with the scope as a token, document frequencies, and a vector
// per document with its model and size. Disposable like the rows. What it reads is kept in search-reads.ts. Ground truth of ranking: core/recall.

import { askedWords, rankPrepared, type Semantics } from "../core/recall/prepared.ts"
import { type Embedder, nearestRows } from "../core/recall/word-table.ts"
import {
  COLLECTIONS,
  type Collection,
  type Meaning,
  SEARCH_LIMITS,
  SEARCH_VERSION,
  type Search,
  type SearchLimits,
} from "./search.ts"
import { byWords, searchReads, stateOf, versionOf } from "./search-reads.ts"
import { emptyTables, scrubIndex, writeDocs, writeVector } from "./search-tables.ts"
import { type Database, IN_MEMORY, openDatabase } from "./sqlite.ts"

/** The same for views that lie in no file. */
export function searchInMemory(built: Meaning): Search {
  let db: Database | null = null
  return sqliteSearch(() => (db ??= openDatabase({ path: IN_MEMORY })), built)
}

export function sqliteSearch(use: () => Database, built: Meaning, limits: SearchLimits = SEARCH_LIMITS): Search {
  let semantics: Semantics | null = null
  const meaning = (): Semantics => (semantics ??= built.load())
  const embedder: Pick<Embedder, "id" | "embed"> = {
    get id() {
      return built.id()
    },
    embed: texts => meaning().embedder.embed(texts),
  }
  const { db, forgetAll, changed, idsWhere, statsOf, scanOf, numberOf, preparedOf } = searchReads(use, limits)
  const state = (c: Collection) => stateOf(db(), c)

  return {
    signOf: (c, id) => db().sql(`SELECT sign FROM ${c}_docs WHERE id = ?`).get(id)?.sign as string | undefined,
    update(c, put, gone) {
      if (db().transaction("IMMEDIATE", () => writeDocs(db(), c, embedder, put, gone))) changed()
    },
    find(query) {
      const c = query.collection
      const { table, embedder } = meaning()
      const model = query.asked?.model ?? embedder.id
      const words = askedWords(query.text)
      const asked = query.asked?.vector ?? embedder.embed([words.text])[0]!
      const version = versionOf(db())
      const stats = statsOf(c, version)
      const scan = scanOf(query, model, version)
      const ns = new Set([
        ...(scan.total <= limits.whole
          ? scan.newest
          : [
              ...byWords(db(), query, words, stats, scan.total / Math.max(1, stats.size), limits),
              ...nearestRows(asked, scan.vectors, scan.ns.length, limits.meaning).map(row => scan.ns[row]!),
            ]),
        ...(query.always ?? []).flatMap(id => numberOf(c, id, stats) ?? []),
      ])
      const found = preparedOf(c, model, [...ns])
      const how = { at: query.at ?? null, files: query.files ?? [] }
      const always = new Set(query.always)
      return rankPrepared(found, words, how, stats, { table, embedder }, asked).filter(
        (doc, n) => n < query.most || always.has(doc.id),
      )
    },
    must: (...asked) => idsWhere("must = 1 AND live = 1", ...asked),
    newest: (...asked) => idsWhere("live = 1", ...asked),
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
    scrub: () => scrubIndex(db()),
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
