import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { dumpHash } from "../../src/core/views/dump.ts"
import { memoryRows } from "../../src/core/views/rows.ts"
import { openViews, type Views } from "../../src/store/view-store.ts"
import { rowsContract } from "../contracts/rows.ts"
import { place } from "./place.ts"

rowsContract("memory", () => ({ rows: memoryRows(), close: () => {} }))
rowsContract("the views file", () => {
  const { dir, remove } = place()
  const start = () => openViews({ dir, fingerprint: "f" })
  let views = start()
  return {
    rows: views,
    upheavals: [
      at => {
        views.flush(at)
        return views
      },
      () => {
        views.evict()
        return views
      },
      at => {
        views.flush(at)
        views.close()
        return (views = start())
      },
    ],
    close() {
      views.close()
      remove()
    },
  }
})

let dir: string
let remove: () => void
const open: Views[] = []
const start = (fingerprint = "f") => {
  const views = openViews({ dir, fingerprint })
  open.push(views)
  return views
}
beforeEach(() => {
  ;({ dir, remove } = place())
})
afterEach(() => {
  for (const views of open.splice(0)) views.close()
  remove()
})

it("keeps rows and folded sequence together", () => {
  const first = start()
  expect([first.rebuilt, first.seq()]).toEqual(["new", 0])
  first.set("t", "k", { a: 1 })
  expect(first.flush(7)).toBe(true)
  first.set("t", "k", { a: 2 })
  first.close()
  const second = start()
  expect([second.rebuilt, second.seq(), second.get("t", "k")]).toEqual([null, 7, { a: 1 }])
})

it("[L1] starts empty and says so when the rules changed or the file is damaged", () => {
  const first = start()
  first.set("t", "k", 1)
  first.flush(3)
  first.close()
  const other = start("g")
  expect([other.rebuilt, other.seq(), other.get("t", "k")]).toEqual(["fingerprint", 0, undefined])
  other.close()
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
  writeFileSync(join(dir, "views.db"), "not a database, ".repeat(600))
  const third = start("g")
  expect([third.rebuilt, third.seq()]).toEqual(["damaged", 0])
})

it("stores nothing over what another process folded meanwhile", () => {
  const a = start()
  const b = start()
  a.set("t", "k", "from a")
  expect(a.flush(5)).toBe(true)
  b.set("t", "k", "from b")
  expect(b.flush(4)).toBe(false)
  expect([b.seq(), b.get("t", "k")]).toEqual([5, "from a"])
  b.set("t", "k", "from b, later")
  expect(b.flush(6)).toBe(true)
  expect(a.refresh()).toBe(true)
  expect([a.seq(), a.get("t", "k"), a.refresh()]).toEqual([6, "from b, later", false])
})

it("reset empties the file", () => {
  const views = start()
  views.set("t", "k", 1)
  views.flush(3)
  views.reset()
  expect([views.seq(), views.get("t", "k"), views.tables()]).toEqual([0, undefined, []])
})

it("other tables live in the same file and the same transaction", () => {
  const views = start()
  views.sql.exec("CREATE VIRTUAL TABLE words USING fts5(text)")
  views.flush(1, sql => sql.sql("INSERT INTO words (text) VALUES (?)").run("prefer pnpm"))
  expect(() =>
    views.flush(2, sql => {
      sql.sql("INSERT INTO words (text) VALUES (?)").run("lost words")
      throw new Error("no")
    }),
  ).toThrow("no")
  expect(views.seq()).toBe(1)
  expect(
    views.sql
      .sql("SELECT text FROM words WHERE words MATCH ?")
      .all('"pnpm"')
      .map(r => r.text),
  ).toEqual(["prefer pnpm"])
  expect(views.sql.sql("SELECT count(*) AS n FROM words WHERE words MATCH 'lost'").get()!.n).toBe(0)
})

it("the dump of the file equals the dump of memory", () => {
  const views = start()
  const memory = memoryRows()
  for (const rows of [views, memory])
    for (let i = 0; i < 50; i++) rows.set(`t${i % 3}`, `k${i}`, { z: i / 7, a: [i, null, -0], b: undefined })
  const hash = dumpHash(memory)
  expect(dumpHash(views)).toBe(hash)
  views.flush(1)
  views.evict()
  expect(dumpHash(views)).toBe(hash)
})

it("[security 22] files are private", () => {
  const views = start()
  views.set("t", "k", 1)
  views.flush(1)
  for (const name of readdirSync(dir)) expect([name, statSync(join(dir, name)).mode & 0o777]).toEqual([name, 0o600])
  expect(existsSync(join(dir, "views.db"))).toBe(true)
})

it("a deleted row's text is not left in the file", () => {
  const views = start()
  const secret = "the words that were to be forgotten"
  for (let i = 0; i < 40; i++) views.set("t", `k${i}`, { text: `${secret} ${i} ${"x".repeat(i * 20)}` })
  views.flush(1)
  for (let i = 0; i < 40; i++) views.delete("t", `k${i}`)
  views.flush(2)
  views.scrub()
  for (const name of readdirSync(dir)) expect(readFileSync(join(dir, name)).includes(secret)).toBe(false)
})

it("[security T-5] on a full disk the file is given up and the views go on in memory", () => {
  const views = start()
  views.set("t", "k", 1)
  views.flush(7)
  expect(views.leaveDisk()).toBe(true)
  expect([views.seq(), views.get("t", "k"), existsSync(join(dir, "views.db"))]).toEqual([0, undefined, false])
  views.set("t", "k", 2)
  expect(views.flush(3)).toBe(true)
  views.scrub()
  expect([views.seq(), views.get("t", "k"), views.leaveDisk(), readdirSync(dir)]).toEqual([3, 2, false, []])
})
