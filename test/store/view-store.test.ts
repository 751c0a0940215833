import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { buildSync } from "esbuild"
import { afterEach, beforeEach, expect, it } from "vitest"
import { dumpHash } from "../../src/core/views/dump.ts"
import { memoryRows } from "../../src/core/views/rows.ts"
import { markOf, viewPath } from "../../src/store/view-files.ts"
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
const file = (fingerprint = "f", n = 1) => viewPath(dir, markOf(fingerprint), n)
/** In a process of its own: handles that were closed may linger in this one. */
function elsewhere(work: string): void {
  const root = join(import.meta.dirname, "../..")
  const contents = `import { tidyViews } from "./src/store/view-files.ts"; import { openViews } from "./src/store/view-store.ts";
    const dir = ${JSON.stringify(dir)}; ${work}`
  const built = buildSync({
    ...{ stdin: { contents, resolveDir: root }, bundle: true, write: false, platform: "node", packages: "external" },
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "x.js")).href) },
  })
  execFileSync(process.execPath, ["-e", built.outputFiles[0]!.text], { cwd: root })
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

/** How often the file is asked. */
const asked = (views: Views, work: () => void): number => {
  const { sql } = views.sql
  let n = 0
  const counted = (text: string) => {
    n++
    return sql.call(views.sql, text)
  }
  Object.assign(views.sql, { sql: counted })
  work()
  Object.assign(views.sql, { sql })
  return n
}

it("[R2] of a table too large to be known the keys behind a prefix are asked for once, and followed", () => {
  const views = start()
  for (let i = 0; i < 5000; i++) views.set("turn", `e${i % 1000}/${i}`, i)
  views.flush(1)
  const walk = (episode: string): unknown => views.range("turn", `${episode}/`, `${episode}/\x7f`).map(([, i]) => i)
  expect(asked(views, () => expect(walk("e7")).toEqual([1007, 2007, 3007, 4007, 7]))).toBe(1)
  views.set("turn", "e7/5", 5)
  views.delete("turn", "e7/2007")
  const again = () => {
    expect(walk("e7")).toEqual([1007, 3007, 4007, 5, 7])
    expect(views.get("turn", "e7/8")).toBeUndefined()
  }
  expect(asked(views, again)).toBe(0)
})

it("[R2] what is not there is asked of the file no more once the keys of a table are known, and a table too large is asked always", () => {
  const key = (i: number): string => `k${String(i).padStart(5, "0")}`
  const look = (views: Views, table: string, times: number) => () => {
    for (let i = 0; i < times; i++) expect(views.get(table, `none-${i}`)).toBeUndefined()
  }
  const first = start()
  for (let i = 0; i < 300; i++) first.set("small", key(i), i)
  for (let i = 0; i < 5000; i++) first.set("large", key(i), i)
  first.flush(1)
  first.evict()
  expect(asked(first, look(first, "small", 200))).toBe(0)
  expect(asked(first, look(first, "large", 200))).toBeGreaterThan(199)
  first.close()

  const second = start()
  const model = memoryRows()
  for (let i = 0; i < 300; i++) model.set("small", key(i), i)
  second.delete("small", key(7))
  expect(asked(second, look(second, "small", 400))).toBeLessThan(100)
  model.delete("small", key(7))
  for (const rows of [second, model]) {
    rows.set("small", key(7), "again")
    rows.set("small", key(900), "new")
    rows.delete("small", key(0))
  }
  expect(asked(second, () => expect(second.range("small", "l", "m")).toEqual([]))).toBe(0)
  for (const [from, to] of [
    ["", "\x7f"],
    [key(5), key(9)],
    [key(299), "\x7f"],
    [key(900), key(901)],
  ] as const) {
    expect(second.range("small", from, to)).toEqual(model.range("small", from, to))
    expect(second.first("small", from, to)).toEqual(model.first("small", from, to))
  }
})

it("[L1] starts empty and says so when the file is damaged", () => {
  const first = start()
  first.set("t", "k", 1)
  first.flush(3)
  first.close()
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
  writeFileSync(file(), "not a database, ".repeat(600))
  const third = start()
  expect([third.rebuilt, third.seq()]).toEqual(["damaged", 0])
})

it("[R9] views of another fingerprint stand side by side: nobody takes anybody's away", () => {
  const [one, other] = [start("f"), start("g")]
  expect([other.rebuilt, other.seq()]).toEqual(["new", 0])
  for (const [n, views] of [one, other].entries()) {
    views.set("t", "k", n)
    views.flush(3 + n)
    views.close()
  }
  for (const [n, fingerprint] of ["f", "g", "f"].entries()) {
    const again = start(fingerprint)
    expect([again.rebuilt, again.seq(), again.get("t", "k")]).toEqual([null, 3 + (n % 2), n % 2])
    again.close()
  }
})

it("[R9] the two fingerprints used last are kept; older ones go when idle, never while somebody has them open", () => {
  const views = start("f")
  views.set("t", "k", "in use")
  views.flush(1)
  elsewhere(`for (const fingerprint of ["g", "h", "i"]) openViews({ dir, fingerprint }).flush(1)`)
  for (const [n, fingerprint] of ["f", "g", "h", "i"].entries()) utimesSync(file(fingerprint), n + 1, n + 1)
  writeFileSync(join(dir, "views.db"), "from before", { mode: 0o600 })
  const there = () => ["f", "g", "h", "i"].filter(fingerprint => existsSync(file(fingerprint)))
  elsewhere("tidyViews(dir)")
  expect(there()).toEqual(["f", "h", "i"])
  expect(views.refresh()).toBe(false)
  expect(views.get("t", "k")).toBe("in use")
  expect(existsSync(join(dir, "views.db"))).toBe(false)
})

it("what is folded aside takes the place of what stands, for every process, whole or not at all", () => {
  const [one, other] = [start(), start()]
  one.set("t", "k", "old")
  one.flush(9)
  const aside = one.aside(false)!
  aside.set("t", "k", "new")
  aside.flush(12)
  expect(other.refresh()).toBe(true)
  expect([other.seq(), other.get("t", "k")]).toEqual([9, "old"])
  one.takePlace(aside)
  expect([one.seq(), one.get("t", "k")]).toEqual([12, "new"])
  other.set("t", "k", "over the old one")
  expect(other.flush(10)).toBe(false)
  expect([other.seq(), other.get("t", "k")]).toEqual([12, "new"])
  expect(readdirSync(dir).filter(name => name.endsWith(".db") || name.endsWith(".new"))).toEqual([
    basename(file("f", 2)),
  ])
})

it("what was begun aside is gone on with, by one at a time", () => {
  const one = start()
  const begun = one.aside(true)!
  begun.set("t", "k", "half")
  begun.flush(5)
  const second = one.aside(true)!
  expect([second.seq(), second.get("t", "k")]).toEqual([0, undefined])
  second.close()
  begun.close()
  const fresh = one.aside(false)!
  expect([fresh.seq(), fresh.get("t", "k")]).toEqual([0, undefined])
  fresh.close()
  const goesOn = one.aside(true)!
  expect([goesOn.seq(), goesOn.get("t", "k")]).toEqual([5, "half"])
  goesOn.discard()
  expect(readdirSync(dir).filter(name => name.endsWith(".new"))).toEqual([])
})

it("[R9] where somebody waits, views of the same shape stand in until there are some of this fingerprint", () => {
  const old = openViews({ dir, fingerprint: "f", shape: "s" })
  const odd = openViews({ dir, fingerprint: "g", shape: "another" })
  open.push(old, odd)
  old.set("t", "k", "known")
  old.flush(8)
  odd.set("t", "k", "not to be read")
  odd.flush(20)
  const waited = openViews({ dir, fingerprint: "h", shape: "s", somebodyWaits: true })
  const idle = openViews({ dir, fingerprint: "h", shape: "s" })
  open.push(waited, idle)
  expect([waited.standsIn, waited.get("t", "k"), idle.standsIn, idle.get("t", "k")]).toEqual([
    ...[true, "known", false, undefined],
  ])
  waited.set("t", "k", "never written")
  expect(waited.flush(9)).toBe(false)
  expect(waited.get("t", "k")).toBe("known")
  idle.set("t", "k", "folded")
  idle.flush(3)
  expect(waited.refresh()).toBe(true)
  expect([waited.standsIn, waited.get("t", "k")]).toEqual([false, "folded"])
  expect([old.refresh(), old.get("t", "k")]).toEqual([false, "known"])
})

it("remembers what is owed until the views are folded anew", () => {
  const one = start()
  one.flush(6)
  one.owe(7)
  one.close()
  const other = start()
  expect(other.owed()).toEqual({ long: 7 })
  const aside = other.aside(false)!
  aside.flush(8)
  other.takePlace(aside)
  expect(other.owed()).toEqual({ long: 0 })
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
  expect(existsSync(file())).toBe(true)
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
  expect([views.seq(), views.get("t", "k"), existsSync(file())]).toEqual([0, undefined, false])
  views.set("t", "k", 2)
  expect(views.flush(3)).toBe(true)
  views.scrub()
  expect([views.seq(), views.get("t", "k"), views.leaveDisk(), readdirSync(dir)]).toEqual([3, 2, false, []])
})
