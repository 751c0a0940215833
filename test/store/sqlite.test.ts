import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterEach, beforeEach, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { atLeast, type Database, OLDEST_SQLITE, openDatabase, sqliteDriver } from "../../src/store/sqlite.ts"
import { openStore } from "../../src/store/store.ts"
import { happening } from "../contracts/log.ts"
import { place } from "./place.ts"

let dir: string
let remove: () => void
beforeEach(() => {
  ;({ dir, remove } = place())
})
afterEach(() => remove())

it("[engines 1] uses a SQLite that is new enough, and knows which ones are not", () => {
  expect(atLeast(sqliteDriver().version, OLDEST_SQLITE)).toBe(true)
  expect(["3.51.2", "3.40.1", "2.99.99"].map(v => atLeast(v, OLDEST_SQLITE))).toEqual([false, false, false])
  expect(["3.51.3", "3.53.0", "4.0.0"].map(v => atLeast(v, OLDEST_SQLITE))).toEqual([true, true, true])
})

it("sets every pragma at every open", () => {
  const path = join(dir, "a.db")
  openDatabase({ path }).close()
  const db = openDatabase({ path, busyMs: 1234 })
  const of = (name: string) => Object.values(db.sql(`PRAGMA ${name}`).get()!)[0]
  expect(
    ["journal_mode", "synchronous", "busy_timeout", "secure_delete", "trusted_schema", "foreign_keys"].map(of),
  ).toEqual(["wal", 2, 1234, 1, 0, 1])
  db.close()
})

it("keeps the handle alive as long as its statements, through garbage collection", () => {
  setFlagsFromString("--expose-gc")
  const gc = runInNewContext("gc") as () => void
  const open = (i: number): Database => openDatabase({ path: join(dir, `${i}.db`) })
  const databases = Array.from({ length: 20 }, (_, i) => open(i))
  for (const db of databases) db.exec("CREATE TABLE t (a)")
  for (let i = 0; i < 5; i++) gc()
  const inserts = databases.map(({ sql }) => sql)
  for (const sql of inserts) expect(Number(sql("INSERT INTO t VALUES (7)").run().changes)).toBe(1)
  for (let i = 0; i < 5; i++) gc()
  for (const sql of inserts) expect(sql("SELECT a FROM t").get()!.a).toBe(7)
  for (const db of databases) db.close()
})

it("[security T-8] damage is told as damage to whoever meets it, by any way of asking", () => {
  const [whole, path] = [join(dir, "a.db"), join(dir, "b.db")]
  const made = openDatabase({ path: whole })
  made.exec("CREATE TABLE t (a TEXT)")
  for (let n = 0; n < 40; n++) made.sql("INSERT INTO t VALUES (?)").run("x".repeat(1000))
  made.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  made.close()
  writeFileSync(path, readFileSync(whole).fill("Z", 4096), { mode: 0o600 })
  const db = openDatabase({ path })
  const ways: readonly (() => unknown)[] = [
    () => db.sql("SELECT max(a) FROM t").get(),
    () => db.sql("SELECT * FROM t").all(),
    () => [...db.sql("SELECT * FROM t").iterate()],
    () => db.exec("SELECT max(a) FROM t"),
  ]
  for (const way of ways) expect(way).toThrow(expect.objectContaining({ code: "E_INTEGRITY" }))
  db.close()
})

it("[H5] the journal of processes that each write once and end does not grow with their number", () => {
  const processes = 60
  const opened: Database[] = []
  for (let n = 0; n < processes; n++) {
    const home = join(dir, String(n))
    mkdirSync(home)
    // What a process that ended without closing leaves behind.
    if (n > 0) for (const side of ["a.db", "a.db-wal"]) copyFileSync(join(dir, String(n - 1), side), join(home, side))
    const db = openDatabase({ path: join(home, "a.db") })
    db.exec("CREATE TABLE IF NOT EXISTS t (a TEXT)")
    db.transaction("IMMEDIATE", () => db.sql("INSERT INTO t VALUES (?)").run("x".repeat(100_000)))
    opened.push(db)
    expect(statSync(join(home, "a.db-wal")).size).toBeLessThan(1_400_000)
  }
  expect(opened.at(-1)!.sql("SELECT count(*) AS n FROM t").get()!.n).toBe(processes)
  for (const db of opened) db.close()
})

it("rolls back what throws, and a nested transaction belongs to the outer one", () => {
  const db = openDatabase({ path: join(dir, "a.db") })
  db.exec("CREATE TABLE t (a)")
  const insert = (a: number) => db.sql("INSERT INTO t VALUES (?)").run(a)
  expect(() =>
    db.transaction("IMMEDIATE", () => {
      insert(1)
      db.transaction("IMMEDIATE", () => insert(2))
      throw new Error("no")
    }),
  ).toThrow("no")
  db.transaction("IMMEDIATE", () => insert(3))
  expect(
    db
      .sql("SELECT a FROM t")
      .all()
      .map(r => r.a),
  ).toEqual([3])
  db.close()
})

it("[security 22] a directory of 0700, files of 0600, also when they were made wider", async () => {
  const wide = join(dir, "wide")
  mkdirSync(wide, { mode: 0o755 })
  writeFileSync(join(wide, "log.db"), "", { mode: 0o644 })
  chmodSync(join(wide, "log.db"), 0o644)
  const store = openStore({ dir: wide, groupMs: 0 })
  await store.log.append([happening(1)])
  expect(statSync(wide).mode & 0o777).toBe(0o700)
  expect(readdirSync(wide).sort()).toEqual(["log.db", "log.db-shm", "log.db-wal"])
  for (const name of readdirSync(wide)) expect([name, statSync(join(wide, name)).mode & 0o777]).toEqual([name, 0o600])
  await store.close()
})

it("[security 22] refuses planted links and leaves their target unchanged", () => {
  const target = join(dir, "target")
  writeFileSync(target, "precious")
  for (const name of ["log.db", "log.db-wal", "log.db-shm"]) {
    const home = join(dir, `home-${name}`)
    mkdirSync(home, { mode: 0o700 })
    symlinkSync(target, join(home, name))
    expect(() => openStore({ dir: home })).toThrowError(/symbolic link/)
  }
  mkdirSync(join(dir, "real"), { mode: 0o700 })
  symlinkSync(join(dir, "real"), join(dir, "link"))
  expect(() => openStore({ dir: join(dir, "link") })).toThrowError(/symbolic link/)
  expect(readFileSync(target, "utf8")).toBe("precious")
  expect(readdirSync(join(dir, "real"))).toEqual([])
})

it("says so when there is no store to read", () => {
  for (const where of [join(dir, "nowhere"), dir])
    try {
      openStore({ dir: where, readOnly: true })
      expect.unreachable()
    } catch (error) {
      expect(isCode(error, "E_INIT")).toBe(true)
    }
})
