// Texts of one time lie in one pack: whoever opens them one after the other in a transaction asks for the pack once.
import { expect, it } from "vitest"
import { placeOf, plainKeys } from "../../src/store/containers/container-index.ts"
import { containers, writePack } from "../../src/store/containers/containers.ts"
import { addKeys } from "../../src/store/containers/plain-keys.ts"
import { MIGRATIONS, storeKey } from "../../src/store/migrations.ts"
import { referenceBytes } from "../../src/store/reference.ts"
import { IN_MEMORY, openDatabase } from "../../src/store/sqlite.ts"

function packed() {
  const db = openDatabase({ path: IN_MEMORY })
  for (const { up } of MIGRATIONS) up(db)
  const key = storeKey(db)
  const refs = Array.from({ length: 50 }, (_, i) => referenceBytes(key, Buffer.from(`text ${i}`)))
  const pack = (n: number, from: number, to: number): void => {
    const texts = refs.slice(from, to).map((ref, i) => ({ ref, bytes: Buffer.from(`text ${from + i}`) }))
    const places = texts.map(({ ref }) => placeOf(ref))
    addKeys(db, [plainKeys("text", places, n)])
    writePack(db, n, false, texts)
  }
  db.transaction("IMMEDIATE", () => {
    pack(1, 0, 25)
    pack(2, 25, 50)
  })
  let asked = 0
  const sql = (text: string) => {
    asked++
    return db.sql(text)
  }
  const counted = Object.create(db, { sql: { value: sql } }) as typeof db
  return {
    db,
    refs,
    pack,
    kept: containers(
      () => counted,
      () => key,
    ),
    asked: () => asked,
  }
}

it("[R2] texts of one pack cost one look for it within a transaction", () => {
  const { db, refs, kept, asked } = packed()
  const found = db.transaction("DEFERRED", () => refs.map(ref => kept.findText(ref)?.toString()))
  expect(found).toEqual(refs.map((_, i) => `text ${i}`))
  expect(asked()).toBeLessThan(16)
})

it("[R2] a pack that was written again is looked for again in the next transaction", () => {
  const { db, refs, kept, pack } = packed()
  const first = () => db.transaction("DEFERRED", () => kept.findText(refs[0]!)?.toString())
  expect(first()).toBe("text 0")
  db.transaction("IMMEDIATE", () => pack(1, 1, 25))
  expect(first()).toBeUndefined()
})
