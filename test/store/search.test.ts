// Search: the FTS5 tables. Incremental updates equal a fresh fill; scope and stage are never crossed.
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { builtInMeaning } from "../../src/meaning/word-table.ts"
import { SEARCH_LIMITS, type Search, type SearchDoc, type SearchLimits } from "../../src/store/search.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { searchInMemory, sqliteSearch } from "../../src/store/sqlite-search.ts"
import { place } from "./place.ts"

const here = place()
afterAll(here.remove)
let files = 0

const open = (limits: SearchLimits = SEARCH_LIMITS): { search: Search; sql: ReturnType<typeof openDatabase> } => {
  const sql = openDatabase({ path: `${here.dir}/views-${files++}.db`, synchronous: "OFF" })
  return { search: sqliteSearch(() => sql, builtInMeaning, limits), sql }
}
const SUBJECTS = [
  "pnpm",
  "redis",
  "getUserId",
  "src/auth/login.ts",
  "deploy",
  "the tests",
  "E1234",
  "日本語",
  "naïve",
  "1.2.3",
]
const VERBS = ["use", "never run", "install", "always check", "restart", "do not touch"]
const doc = fc
  .record({
    id: fc.integer({ min: 0, max: 11 }).map(n => `c${n}`),
    scope: fc.constantFrom("repo:a", "repo:b", "domain:go", "global:me"),
    live: fc.boolean(),
    must: fc.boolean(),
    at: fc.integer({ min: 0, max: 5 }),
    words: fc.array(fc.oneof(fc.constantFrom(...SUBJECTS, ...VERBS), fc.string({ unit: "grapheme", maxLength: 12 })), {
      minLength: 1,
      maxLength: 6,
    }),
    files: fc.array(fc.constantFrom("src/a.ts", "README.md"), { maxLength: 2 }),
    keys: fc.array(fc.constantFrom("run:npm", "run:git", "cmd:pnpm test", "err:é"), { maxLength: 3 }),
  })
  .map(({ words, ...rest }): SearchDoc => {
    const text = words.join(" ")
    return { ...rest, text, sign: JSON.stringify([rest, text]) }
  })
const step = fc.oneof(
  { weight: 4, arbitrary: doc },
  fc.integer({ min: 0, max: 11 }).map(n => `c${n}`),
)
const QUERIES = [
  "how do I install with pnpm",
  "redis restart",
  "login",
  "getUserId in src/auth",
  "日本",
  "E1234 1.2.3",
  "",
]
const SCOPES = [null, ["repo:a"], ["repo:b", "global:me"]] as const

const asked = (search: Search) =>
  QUERIES.flatMap(text =>
    SCOPES.flatMap(scopes =>
      [true, false].map(liveOnly => search.find({ collection: "card", text, scopes, liveOnly, most: 50 })),
    ),
  )
const play = (search: Search, steps: readonly (SearchDoc | string)[]): Map<string, SearchDoc> => {
  const kept = new Map<string, SearchDoc>()
  search.update("card", [], [])
  for (const one of steps) {
    if (typeof one === "string") {
      search.update("card", [], [one])
      kept.delete(one)
    } else {
      search.update("card", [one], [])
      kept.set(one.id, one)
    }
  }
  return kept
}

describe("search", () => {
  it("[S4-52] after incremental updates it answers as after a rebuild, by scan and by FTS5 alone", () => {
    for (const limits of [
      SEARCH_LIMITS,
      { ...SEARCH_LIMITS, whole: 2 },
      { whole: 0, words: 500, meaning: 0, newest: 0, hits: 1e9 },
    ])
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), steps => {
          const live = open(limits)
          const fresh = open(limits)
          const kept = play(live.search, steps)
          fresh.search.update("card", [...kept.values()].reverse(), [])
          const frequencies = (s: typeof live) => s.sql.sql("SELECT term, df FROM card_df ORDER BY term").all()
          expect(frequencies(live)).toEqual(frequencies(fresh))
          expect(live.search.size("card")).toBe(kept.size)
          expect(asked(live.search)).toEqual(asked(fresh.search))
          live.sql.close()
          fresh.sql.close()
        }),
        { numRuns: 25 },
      )
  })
  it("[S4-51] answers in memory as it does from a file whose candidates are found one by one", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), steps => {
        const { search, sql } = open({ ...SEARCH_LIMITS, whole: 0, meaning: 1000 })
        const twin = searchInMemory(builtInMeaning)
        play(search, steps)
        play(twin, steps)
        const round = (all: ReturnType<typeof asked>) =>
          all.map(list => list.map(d => ({ id: d.id, score: Number(d.score.toFixed(6)) })))
        expect(round(asked(search))).toEqual(round(asked(twin)))
        for (const scopes of [["repo:a"], ["repo:b", "global:me"]]) {
          expect(search.must("card", scopes, 5)).toEqual(twin.must("card", scopes, 5))
          expect(search.newest("card", scopes, 5)).toEqual(twin.newest("card", scopes, 5))
        }
        sql.close()
      }),
      { numRuns: 30 },
    )
  })
  it("[S4-51] never answers from another scope, nor with what is not live when only that was asked for", () => {
    fc.assert(
      fc.property(fc.array(doc, { maxLength: 20 }), fc.string({ unit: "binary", maxLength: 60 }), (docs, text) => {
        const { search, sql } = open()
        const kept = play(search, docs)
        const found = search.find({
          collection: "card",
          text: `${text} pnpm`,
          scopes: ["repo:a"],
          liveOnly: true,
          most: 50,
        })
        for (const { id, score } of found) {
          expect(kept.get(id)).toMatchObject({ scope: "repo:a", live: true })
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
        sql.close()
      }),
      { numRuns: 30 },
    )
  })
  it("[S4-77] by keys it gives the live documents of the scopes that have one of them, on disk as in memory", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const { search, sql } = open()
        const twin = searchInMemory(builtInMeaning)
        const kept = play(search, steps)
        play(twin, steps)
        for (const scopes of [["repo:a"], ["repo:b", "global:me"], []])
          for (const keys of [["run:npm"], ["err:é", "cmd:pnpm test", "none"], []]) {
            const wanted = [...kept.values()]
              .filter(d => d.live && scopes.includes(d.scope) && d.keys.some(key => keys.includes(key)))
              .map(d => d.id)
              .sort()
            expect([...search.keyed("card", scopes, keys)].sort()).toEqual(wanted)
            expect([...twin.keyed("card", scopes, keys)].sort()).toEqual(wanted)
          }
        sql.close()
      }),
      { numRuns: 40 },
    )
  })
  it("[S4-52] finds by words alone, where nothing is looked at whole and nothing by meaning", () => {
    const { search, sql } = open({ whole: 0, words: 500, meaning: 0, newest: 0, hits: 1e9 })
    const texts = [
      "use pnpm to install packages",
      "getUserId returns null for guests",
      "start postgres before the tests",
    ]
    const docs = texts.map(
      (text, n): SearchDoc => ({
        ...{ id: `c${n}`, scope: "repo:a", live: true, must: false, at: 1, sign: text, text, files: [], keys: [] },
      }),
    )
    search.update("card", docs, [])
    const found = (text: string, scopes: readonly string[] | null) =>
      search.find({ collection: "card", text, scopes, liveOnly: true, most: 1 }).map(f => f.id)
    for (const scopes of [["repo:a"], null]) {
      expect(found("which packages does pnpm install", scopes)).toEqual(["c0"])
      expect(found("getUserId", scopes)).toEqual(["c1"])
      expect(found("start postgres", scopes)).toEqual(["c2"])
    }
    sql.close()
  })
  it("[S4-53] finds by words, by parts of a name and by meaning", () => {
    const { search, sql } = open()
    const texts = {
      pnpm: "use pnpm, not npm, to install packages",
      user: "getUserId returns null for guests",
      database: "start postgres before the integration tests",
      colour: "buttons are blue in this product",
    }
    search.update(
      "card",
      Object.entries(texts).map(([id, text]) => ({
        id,
        scope: "repo:a",
        live: true,
        must: false,
        at: 1,
        sign: text,
        text,
        files: [],
        keys: [],
      })),
      [],
    )
    const best = (text: string) =>
      search.find({ collection: "card", text, scopes: ["repo:a"], liveOnly: true, most: 1 })[0]!.id
    expect(best("which package manager installs packages")).toBe("pnpm")
    expect(best("user id of a guest")).toBe("user")
    expect(best("the database is not running")).toBe("database")
    sql.close()
  })
  it("[SEC] words of a removed document are in no table and no byte of the file after a scrub", () => {
    const { search, sql } = open()
    const one = (text: string): SearchDoc => ({
      id: "x",
      scope: "repo:a",
      live: true,
      must: true,
      at: 1,
      sign: text,
      text,
      files: ["src/secretplan.ts"],
      keys: ["cmd:zebrafish"],
    })
    search.update("card", [one("the zebrafish protocol is secret")], [])
    search.update("card", [one("nothing to see")], [])
    search.update("card", [], ["x"])
    search.scrub()
    sql.exec("VACUUM")
    sql.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    expect(sql.sql("SELECT count(*) AS n FROM card_df").get()!.n).toBe(0)
    expect(sql.sql("SELECT count(*) AS n FROM card_vectors").get()!.n).toBe(0)
    for (const table of ["card_docs", "card_keys", "card_fts_data", "card_fts_idx", "card_fts_docsize"])
      for (const row of sql.sql(`SELECT * FROM ${table}`).all())
        for (const value of Object.values(row))
          expect(Buffer.from(value instanceof Uint8Array ? value : String(value)).includes("zebrafish")).toBe(false)
    sql.close()
  })
  it("[S4-53] vectors carry model and size; another model's live beside ours, and go when the model changes", () => {
    for (const { search, sql } of [open(), { search: searchInMemory(builtInMeaning), sql: null }]) {
      const docs = ["one", "two"].map(
        (text): SearchDoc => ({
          id: text,
          scope: "repo:a",
          live: true,
          must: false,
          at: 1,
          sign: text,
          text,
          files: [],
          keys: [],
        }),
      )
      search.update("card", docs, [])
      expect(search.withoutVector("card", "http:m", 10)).toEqual(["one", "two"])
      search.putVectors(
        "card",
        "http:m",
        new Map([
          ["one", Float32Array.of(1, 0)],
          ["two", Float32Array.of(0, 1)],
        ]),
      )
      expect(search.withoutVector("card", "http:m", 10)).toEqual([])
      const found = search.find({
        collection: "card",
        text: "zwei",
        scopes: null,
        liveOnly: true,
        most: 2,
        asked: { model: "http:m", vector: Float32Array.of(0, 1) },
      })
      expect(found[0]!.id).toBe("two")
      search.putVectors("card", "http:n", new Map([["one", Float32Array.of(1, 0, 0)]]))
      expect(search.withoutVector("card", "http:m", 10)).toEqual(["one", "two"])
      expect(search.withoutVector("card", "http:n", 10)).toEqual(["two"])
      if (sql) {
        expect(sql.sql("SELECT DISTINCT model, dims FROM card_vectors ORDER BY model").all()).toEqual([
          { model: "http:n", dims: 3 },
          { model: builtInMeaning.id(), dims: builtInMeaning.load().embedder.dims },
        ])
        sql.close()
      }
    }
  })
  it("[S4-53] is stale until filled, and again when another embedder made the vectors", () => {
    const { search, sql } = open()
    expect(search.stale()).toBe(true)
    search.update("card", [], [])
    search.update("episode", [], [])
    expect(search.stale()).toBe(false)
    sql.sql("UPDATE search_state SET model = 'older'").run()
    expect(search.stale()).toBe(true)
    search.clear()
    search.update("card", [], [])
    search.update("episode", [], [])
    expect(search.stale()).toBe(false)
    sql.close()
  })
})
