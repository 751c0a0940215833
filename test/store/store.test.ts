import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { MIGRATIONS, type Migration } from "../../src/store/migrations.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { openStore, type Store, type StoreOptions } from "../../src/store/store.ts"
import { happening, idOf } from "../contracts/log.ts"
import { place } from "./place.ts"

let dir: string
let remove: () => void
const stores: Store[] = []
function start(options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ dir, groupMs: 0, pollMs: 0, ...options })
  stores.push(store)
  return store
}
beforeEach(() => {
  ;({ dir, remove } = place())
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  remove()
})

const words = (n: number): string => `the quick text number ${n} ${"with some more words ".repeat(n % 7)}`
async function fill(store: Store, from: number, to: number): Promise<string[]> {
  const refs: string[] = []
  for (let n = from; n <= to; n++) {
    const ref = store.blobs.put(words(n))
    refs.push(ref)
    await store.log.append([happening(n, { data: { n, text: ref } })])
  }
  return refs
}
const bytesAnywhere = (needle: string): string[] =>
  readdirSync(dir, { recursive: true })
    .map(String)
    .filter(name => statSync(join(dir, name)).isFile() && readFileSync(join(dir, name)).includes(needle))
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return "none"
  } catch (error) {
    return (error as { code: string }).code
  }
}

it("collects appends for a while and acknowledges them after one commit", async () => {
  const store = start({ groupMs: 2 })
  const ref = store.blobs.put("pending")
  const waiting = Promise.all([store.log.append([happening(1)]), store.log.append([happening(2)])])
  expect(store.log.head()).toBe(0)
  expect(store.blobs.get(ref)).toBe("pending")
  expect((await waiting).map(a => a.seqs)).toEqual([[1], [2]])
  expect(store.log.head()).toBe(2)
})

it("keys as earlier builds wrote them are found, and written anew by the first who appends", async () => {
  const [, ref] = await fill(start(), 1, 2)
  const db = openDatabase({ path: join(dir, "log.db") })
  const entries = db
    .sql("SELECT entries FROM recent ORDER BY n")
    .all()
    .map(row => Buffer.from(row.entries))
  const all = Buffer.concat(entries)
  const each = Array.from({ length: all.length / 12 }, (_, i) => all.subarray(i * 12, i * 12 + 12)).reverse()
  db.exec("DELETE FROM recent")
  db.sql("INSERT INTO recent (n, stamp, entries) VALUES (1, 1, ?)").run(Buffer.concat(each.slice(0, 2)))
  const keys = db.sql("INSERT INTO keys (h, at) VALUES (?, ?)")
  for (const entry of each.slice(2)) keys.run(entry.readUIntBE(0, 6), entry.readUIntBE(6, 6))
  const reading = start({ readOnly: true })
  expect([1, 2].map(n => reading.log.get(idOf(n))?.seq)).toEqual([1, 2])
  expect(reading.blobs.get(ref!)).toBe(words(2))
  expect(await start().log.append([happening(1), happening(3)])).toEqual({ seqs: [1, 3], added: 1 })
  expect(db.sql("SELECT count(*) AS n FROM keys").get()!.n).toBe(0)
  db.close()
  expect(start().verify().ok).toBe(true)
})

it("a text is durable with the next append, and at the latest on close", async () => {
  const store = start()
  const one = store.blobs.put("one")
  await store.log.append([happening(1)])
  const two = store.blobs.put("two")
  expect(start({ readOnly: true }).blobs.get(one)).toBe("one")
  expect(start({ readOnly: true }).blobs.get(two)).toBeNull()
  await store.close()
  expect(start({ readOnly: true }).blobs.get(two)).toBe("two")
})

it("meta keeps small settings, outside the chain", () => {
  const store = start()
  expect(store.meta.get("name")).toBeNull()
  store.meta.set("name", "ü")
  store.meta.set("name", "two")
  expect(start({ readOnly: true }).meta.get("name")).toBe("two")
})

describe("two at once", () => {
  it("[security P1] writers of one file take turns, and a reader sees both", async () => {
    const a = start()
    const b = start()
    const reader = start({ readOnly: true })
    for (let n = 1; n <= 20; n += 2) {
      await a.log.append([happening(n)])
      await b.log.append([happening(n + 1), happening(n)])
    }
    expect(reader.log.read(0, 100).map(e => e.id)).toEqual(Array.from({ length: 20 }, (_, i) => idOf(i + 1)))
    expect(reader.verify().ok).toBe(true)
  })

  it("a held lock is E_LOCKED, nothing is stored, and it works afterwards", async () => {
    const store = start({ busyMs: 0 })
    await store.log.append([happening(1)])
    const other = openDatabase({ path: join(dir, "log.db") })
    other.exec("BEGIN IMMEDIATE")
    const ref = store.blobs.put("kept for the next try")
    await expect(store.log.append([happening(2)])).rejects.toSatisfy(e => isCode(e, "E_LOCKED"))
    expect(store.log.head()).toBe(1)
    other.exec("ROLLBACK")
    other.close()
    await store.log.append([happening(2)])
    expect(start({ readOnly: true }).blobs.get(ref)).toBe("kept for the next try")
  })

  it("a mark that nobody waits for is seen at once, and whatever comes after it waits for the disk again", async () => {
    const one = start()
    const two = start({ busyMs: 0 })
    one.meta.set("at", "1", false)
    expect(two.meta.get("at")).toBe("1")
    expect(one.settings().synchronous).toBe("FULL")
    const held = openDatabase({ path: join(dir, "log.db") })
    held.transaction("IMMEDIATE", () => expect(() => two.meta.set("at", "2", false)).toThrow(/another process/))
    held.close()
    expect(two.settings().synchronous).toBe("FULL")
    expect(one.meta.get("at")).toBe("1")
  })
  it("compaction by one is not noticed by the other", async () => {
    const a = start()
    const b = start()
    const refs = await fill(a, 1, 30)
    expect(b.log.get(idOf(3))?.seq).toBe(3)
    a.compact({ least: 0 })
    expect(b.log.read(0, 100)).toEqual(a.log.read(0, 100))
    expect(b.blobs.get(refs[7]!)).toBe(words(8))
    expect((await b.log.append([happening(5), happening(31)])).seqs).toEqual([5, 31])
    b.compact({ least: 0 })
    expect(a.log.read(28, 10).map(e => e.seq)).toEqual([29, 30, 31])
    expect(a.verify()).toMatchObject({ ok: true, events: 31, texts: 30 })
  })

  it("a read-only store refuses to write", async () => {
    await fill(start(), 1, 2)
    const store = start({ readOnly: true })
    await expect(store.log.append([happening(9)])).rejects.toSatisfy(e => isCode(e, "E_LOCKED"))
    expect(codeOf(() => store.blobs.erase([]))).toBe("E_LOCKED")
  })
})

describe("erasing", () => {
  it("[security 19] leaves no byte of the text in any file, hot or sealed", async () => {
    const store = start()
    const secret = "purple elephants prefer tabs over spaces"
    const refs: string[] = []
    for (let n = 0; n < 120; n++) {
      refs.push(store.blobs.put(`${n} ${secret} ${"filler ".repeat(n % 50)}`))
      store.blobs.put(words(n))
      await store.log.append([happening(n)])
    }
    expect(bytesAnywhere(secret)).not.toEqual([])
    expect(store.blobs.erase(refs.slice(0, 60))).toBe(60)
    expect(bytesAnywhere(` 5 ${secret}`)).toEqual([])
    store.compact({ least: 0 })
    expect(store.blobs.get(refs[61]!)).toContain(secret)
    expect(store.blobs.erase(refs)).toBe(60)
    expect(bytesAnywhere(secret)).toEqual([])
    expect(refs.map(ref => store.blobs.get(ref)).every(text => text === null)).toBe(true)
    expect(store.blobs.get(store.blobs.hash(words(3)))).toBe(words(3))
    expect(store.verify()).toMatchObject({ ok: true, events: 120 })
  })

  it("[security 23] gives the bytes of erased texts back", async () => {
    const store = start()
    const refs = Array.from({ length: 300 }, (_, n) => store.blobs.put(`${n} ${words(n)} ${"abc".repeat(1_000)}${n}`))
    store.flush()
    const used = store.usedBytes()
    store.blobs.erase(refs)
    store.compact({ least: 0 })
    expect(store.usedBytes()).toBeLessThan(used)
  })

  it("leaves nothing of one text among many after pages were split and merged", async () => {
    const store = start()
    const secret = "only this one sentence must go away"
    for (let n = 0; n < 400; n++) store.blobs.put(words(n))
    const ref = store.blobs.put(secret)
    for (let n = 400; n < 800; n++) store.blobs.put(words(n))
    store.flush()
    expect(store.blobs.erase([ref])).toBe(1)
    expect(bytesAnywhere(secret)).toEqual([])
  })

  it("says E_LOCKED when a reader keeps the journal, and clears it when asked again", async () => {
    const store = start({ busyMs: 0 })
    const ref = store.blobs.put("a sentence that a reader holds on to")
    await store.log.append([happening(1)])
    const reader = openDatabase({ path: join(dir, "log.db"), readOnly: true })
    reader.exec("BEGIN")
    reader.sql("SELECT count(*) AS n FROM packs").get()
    expect(codeOf(() => store.blobs.erase([ref]))).toBe("E_LOCKED")
    expect(store.blobs.get(ref)).toBeNull()
    reader.exec("COMMIT")
    reader.close()
    expect(store.blobs.erase([ref])).toBe(0)
    expect(bytesAnywhere("a reader holds on to")).toEqual([])
  })
})

describe("proof", () => {
  const tamper = (sql: string, ...values: (string | number | Uint8Array)[]) => {
    const db = openDatabase({ path: join(dir, "log.db") })
    db.sql(sql).run(...values)
    db.close()
  }

  const rewrite = (first: number, from: string, to: string) => {
    const db = openDatabase({ path: join(dir, "log.db") })
    const body = Buffer.from(
      db.sql("SELECT body FROM segments WHERE first = ?").get(first)!.body as Uint8Array,
    ).toString()
    expect(body).toContain(from)
    db.sql("UPDATE segments SET body = ? WHERE first = ?").run(Buffer.from(body.replace(from, to)), first)
    db.close()
  }

  it("[security T-8] names a changed event, and tells it from a changed chain value", async () => {
    const store = start()
    await fill(store, 1, 9)
    expect(store.verify()).toMatchObject({ ok: true, events: 9, texts: 9 })
    rewrite(4, '"n":4', '"n":5')
    tamper("UPDATE segments SET chains = zeroblob(32) WHERE first = 7")
    expect(store.verify()).toMatchObject({
      ok: false,
      changedEvents: [{ seq: 4, id: idOf(4) }],
      changedChains: [{ seq: 7, id: idOf(7) }],
      unreadable: [],
    })
  })

  it("names missing sequences as a range and a changed text by its reference", async () => {
    const store = start()
    const refs = await fill(store, 1, 9)
    tamper("DELETE FROM segments WHERE first IN (3, 4, 5)")
    tamper("UPDATE packs SET body = CAST(replace(CAST(body AS TEXT), 'quick', 'QUICK') AS BLOB) WHERE n = 2")
    const proof = store.verify()
    expect(proof.unreadable).toEqual([{ from: 3, to: 5 }])
    expect(proof.changedTexts).toContain(refs[1])
    expect(codeOf(() => start({ readOnly: true }).blobs.get(refs[1]!))).toBe("E_INTEGRITY")
  })

  it("names the range of a sealed segment and the cited texts of a sealed pack", async () => {
    const store = start()
    const refs = await fill(store, 1, 40)
    store.compact({ least: 0 })
    await fill(store, 41, 44)
    expect(store.verify().ok).toBe(true)
    tamper("UPDATE segments SET body = zeroblob(20) WHERE sealed = 1")
    tamper("UPDATE packs SET body = zeroblob(20) WHERE sealed = 1")
    const proof = store.verify()
    expect(proof.unreadable).toEqual([{ from: 1, to: 40 }])
    expect(proof.structure).toContain("pack 1 of texts cannot be read")
    const reader = start({ readOnly: true })
    expect(codeOf(() => reader.log.read(0, 5))).toBe("E_INTEGRITY")
    expect(codeOf(() => reader.blobs.get(refs[0]!))).toBe("E_INTEGRITY")
    expect(reader.log.read(40, 10)).toHaveLength(4)
  })

  it("does not append behind damage after it had to reopen, and does not compact damage", async () => {
    const store = start()
    await fill(store, 1, 5)
    rewrite(4, '"n":4', '"n":5')
    expect(codeOf(() => store.compact({ least: 0 }))).toBe("E_INTEGRITY")
    expect(store.log.head()).toBe(5)
  })

  it("one changed copy of the store's key is noticed and survived", async () => {
    const store = start()
    const [ref] = await fill(store, 1, 1)
    await store.close()
    tamper("UPDATE meta SET value = zeroblob(32) WHERE key = 'key'")
    const again = start()
    expect(again.blobs.get(ref!)).toBe(words(1))
    expect(again.verify().structure).toEqual(["one copy of the store's key changed"])
    await again.close()
    tamper("UPDATE meta SET value = zeroblob(31) WHERE key = 'key.copy'")
    expect(codeOf(() => start())).toBe("E_INTEGRITY")
  })
})

describe("a file that is not as expected", () => {
  it("[security P5] a newer schema is refused for writing and works for reading", async () => {
    const later: Migration = { name: "2-later", up: db => db.exec("CREATE TABLE later (a)") }
    await fill(start(), 1, 3)
    const newer = start({ migrations: [...MIGRATIONS, later] })
    expect(existsSync(join(dir, "log.db.before-migration"))).toBe(true)
    await newer.close()
    expect(codeOf(() => start())).toBe("E_NEWER")
    const reader = start({ readOnly: true })
    expect(reader.log.head()).toBe(3)
    expect(reader.blobs.get(reader.blobs.hash(words(2)))).toBe(words(2))
  })

  it("[R9] a build that knows less of the events refuses at opening, changes nothing, and reading works", async () => {
    const event = (n: number, type: string, v: number) => ({ ...happening(n), type, v })
    const store = start()
    await store.log.append([event(1, "prompt.submitted", 1), event(2, "no.such.event", 4)])
    await store.close()
    // What this build knows, or nobody knows, keeps nobody out.
    const again = start()
    await again.log.append([event(3, "turn.ended", 1)])
    await again.close()
    const mark = (): string => {
      const db = openDatabase({ path: join(dir, "log.db") })
      const { value } = db.sql("SELECT value FROM meta WHERE key = 'events'").get()!
      db.close()
      return String(value)
    }
    expect(JSON.parse(mark())).toEqual({ "prompt.submitted": 1, "turn.ended": 1 })
    const newer = (events: object): void => {
      const db = openDatabase({ path: join(dir, "log.db") })
      db.sql("UPDATE meta SET value = ? WHERE key = 'events'").run(JSON.stringify(events))
      db.close()
    }
    for (const held of [{ "prompt.submitted": 99 }, { "turn.ended": 1, "thought.read": 1 }]) {
      newer(held)
      const before = readFileSync(join(dir, "log.db"))
      try {
        start()
        expect.unreachable()
      } catch (error) {
        expect(isCode(error, "E_NEWER") && `${error.message} ${error.hint}`).toMatch(/newer mettle.*v\d.*upgrade/)
      }
      expect(readFileSync(join(dir, "log.db")).equals(before)).toBe(true)
      expect(start({ readOnly: true }).log.head()).toBe(3)
    }
  })
  it("a migration that fails leaves the old schema and the old events", async () => {
    await fill(start(), 1, 3)
    const broken: Migration = {
      name: "2-broken",
      up(db) {
        db.exec("CREATE TABLE half (a)")
        throw new Error("power cut")
      },
    }
    expect(() => start({ migrations: [...MIGRATIONS, broken] })).toThrow("power cut")
    const again = start()
    expect(again.log.head()).toBe(3)
    expect(again.verify().ok).toBe(true)
  })

  it("garbage is E_INTEGRITY, and the proof says that nothing can be read", () => {
    writeFileSync(join(dir, "log.db"), "garbage ".repeat(2000), { mode: 0o600 })
    expect(codeOf(() => start())).toBe("E_INTEGRITY")
    expect(codeOf(() => start({ readOnly: true }))).toBe("E_INTEGRITY")
  })

  it("[security T-8] whichever page is damaged, nothing that is asked of the store is called a bug", async () => {
    const store = start()
    const refs = await fill(store, 1, 40)
    store.compact({ least: 0 })
    await fill(store, 41, 60)
    await store.close()
    const whole = readFileSync(join(dir, "log.db"))
    const asked: Record<string, (store: Store) => unknown> = {
      read: s => s.log.read(0, 100),
      readTypes: s => s.log.readTypes([happening(1).type]),
      readEpisode: s => s.log.readEpisode(happening(1).episode ?? ""),
      get: s => s.log.get(idOf(50)),
      text: s => s.blobs.get(refs[3]!),
      meta: s => s.meta.get("forgotten"),
      set: s => s.meta.set("mark", "1"),
      append: s => s.log.append([happening(99)]),
      erase: s => s.blobs.erase([refs[5]!]),
      compact: s => s.compact({ least: 0 }),
      used: s => s.usedBytes(),
    }
    const told = new Set<string>()
    const tell = (page: number, name: string, error: unknown): void => {
      const { code, message } = error as { readonly code?: string; readonly message: string }
      told.add(
        isCode(error, "E_INTEGRITY") || isCode(error, "E_LOCKED") ? error.code : `${page} ${name} ${code} ${message}`,
      )
    }
    for (let page = 0; page < whole.length / 4096; page++)
      for (const readOnly of [true, false]) {
        const own = join(dir, `${page}-${readOnly}`)
        mkdirSync(own, { mode: 0o700 })
        writeFileSync(join(own, "log.db"), Buffer.from(whole).fill("Z", page * 4096, (page + 1) * 4096))
        try {
          const damaged = openStore({ dir: own, groupMs: 0, pollMs: 0, busyMs: 0, readOnly })
          for (const [name, ask] of Object.entries(asked))
            try {
              await ask(damaged)
            } catch (error) {
              tell(page, name, error)
            }
          await damaged.close().catch(error => tell(page, "close", error))
        } catch (error) {
          tell(page, "open", error)
        }
      }
    // Somebody who only reads is told that he cannot write.
    expect([...told].sort()).toEqual(["E_INTEGRITY", "E_LOCKED"])
  })

  it("the error says what still works and what to do next", () => {
    writeFileSync(join(dir, "log.db"), "garbage ".repeat(2000), { mode: 0o600 })
    try {
      start()
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: "E_INTEGRITY", still: expect.any(String), hint: expect.any(String) })
    }
  })
})

it("[security P5] backs up whole while it is written to, and never over an existing file", async () => {
  const store = start()
  await fill(store, 1, 20)
  store.compact({ least: 0 })
  const refs = await fill(store, 21, 25)
  const to = join(dir, "copy", "log.db")
  expect(codeOf(() => store.backup(to))).not.toBe("none")
  const { dir: other, remove: gone } = place()
  store.backup(join(other, "log.db"))
  expect(codeOf(() => store.backup(join(other, "log.db")))).toBe("EEXIST")
  const copy = openStore({ dir: other, readOnly: true })
  expect(copy.log.read(0, 100)).toEqual(store.log.read(0, 100))
  expect(copy.blobs.get(refs[0]!)).toBe(words(21))
  expect(copy.verify()).toMatchObject({ ok: true, events: 25 })
  expect(statSync(join(other, "log.db")).mode & 0o777).toBe(0o600)
  await copy.close()
  gone()
})

it("compaction gives back the space and keeps every byte", async () => {
  const store = start()
  for (let n = 1; n <= 3000; n += 100) {
    const batch = Array.from({ length: 100 }, (_, i) =>
      happening(n + i, { data: { text: store.blobs.put(words(n + i).repeat(4)) } }),
    )
    await store.log.append(batch)
  }
  const before = store.log.read(0, 5000)
  const done = store.compact({ least: 0 })
  expect(done).toMatchObject({ events: 3000, texts: 3000 })
  expect(done.bytesAfter).toBeLessThan(done.bytesBefore / 3)
  expect(store.log.read(0, 5000)).toEqual(before)
  expect(store.log.read(1020, 10).map(e => e.seq)).toEqual([1021, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029, 1030])
  expect(store.compact()).toMatchObject({ events: 0, texts: 0 })
  expect(store.verify()).toMatchObject({ ok: true, events: 3000, texts: 3000 })
})
