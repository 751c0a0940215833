import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { quarantineStore } from "../../src/store/quarantine.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { openStore } from "../../src/store/store.ts"
import { happening, idOf } from "../contracts/log.ts"
import { place } from "./place.ts"

it("[security T-8] sets a damaged store aside and begins again with everything that can be proven", async () => {
  const { dir, remove } = place()
  const store = openStore({ dir, groupMs: 0 })
  for (let n = 1; n <= 60; n++)
    await store.log.append([happening(n, { data: { text: store.blobs.put(`text ${n} of sixty`) } })])
  store.compact({ least: 0 })
  for (let n = 61; n <= 70; n++)
    await store.log.append([happening(n, { data: { text: store.blobs.put(`text ${n} of sixty`) } })])
  await store.close()
  const db = openDatabase({ path: join(dir, "log.db") })
  db.sql("UPDATE segments SET body = zeroblob(9) WHERE first = 65").run()
  db.sql("UPDATE packs SET body = CAST(replace(CAST(body AS TEXT), '66', '67') AS BLOB) WHERE sealed = 0").run()
  db.close()
  const { path, events, texts } = await quarantineStore(dir)
  expect([path, events, texts]).toEqual([join(dir, "quarantine", "1"), 69, 69])
  const again = openStore({ dir, groupMs: 0 })
  expect(again.verify().ok).toBe(true)
  expect([again.log.get(idOf(65)), again.log.get(idOf(70))?.seq]).toEqual([null, 69])
  expect(again.blobs.get(String(again.log.get(idOf(3))!.data.text))).toBe("text 3 of sixty")
  expect(again.blobs.get(String(again.log.get(idOf(66))!.data.text))).toBeNull()
  await again.close()
  remove()
})

it("a file that cannot be opened at all is set aside, and an empty store begins", async () => {
  const { dir, remove } = place()
  writeFileSync(join(dir, "log.db"), "garbage ".repeat(1000), { mode: 0o600 })
  const { path, events } = await quarantineStore(dir)
  expect([events, existsSync(join(path, "log.db")), existsSync(join(dir, "log.db"))]).toEqual([0, true, true])
  const again = openStore({ dir, groupMs: 0 })
  expect((await again.log.append([happening(1)])).seqs).toEqual([1])
  await again.close()
  remove()
})

it("[security T-2] an interrupted quarantine is finished by whoever opens the store next", async () => {
  const { dir, remove } = place()
  const store = openStore({ dir, groupMs: 0 })
  for (let n = 1; n <= 5; n++) await store.log.append([happening(n)])
  await store.close()
  const { path } = await quarantineStore(dir)
  // As if the power had gone between the two moves.
  renameSync(join(dir, "log.db"), join(path, "salvaged.db"))
  const again = openStore({ dir, groupMs: 0 })
  expect([again.log.head(), again.verify().ok]).toEqual([5, true])
  await again.close()
  remove()
})

/** A store of many pages, most of them sealed. */
async function large() {
  const { dir, remove } = place()
  const store = openStore({ dir, groupMs: 0 })
  let noise = 7
  const word = () => {
    noise = (noise * 1103515245 + 12345) % 2147483648
    return noise.toString(36)
  }
  for (let n = 1; n <= 90; n++) {
    const text = `text ${n}: ${Array.from({ length: 120 }, word).join(" ")}`
    await store.log.append([happening(n, { data: { text: store.blobs.put(text) } })])
  }
  await store.close()
  const file = join(dir, "log.db")
  openDatabase({ path: file }).close()
  return { dir, remove, file, bytes: readFileSync(file) }
}

it("keeps what lies on the other pages: a cut end, a hurt header, two bad pages [security T-8]", async () => {
  const { dir, remove, file, bytes } = await large()
  const pages = bytes.length / 4096
  expect(pages).toBeGreaterThan(40)
  const after = async (damaged: Buffer) => {
    for (const side of ["-wal", "-shm"]) rmSync(file + side, { force: true })
    writeFileSync(file, damaged)
    const { events, texts } = await quarantineStore(dir)
    const again = openStore({ dir, groupMs: 0 })
    expect(again.verify().ok).toBe(true)
    await again.close()
    return { events, texts }
  }
  const changed = (at: number, with_: string) => {
    const copy = Buffer.from(bytes)
    copy.write(with_, at)
    return copy
  }
  expect(await after(changed(0, "garbage"))).toEqual({ events: 90, texts: 90 })
  expect(await after(changed(0, "g".repeat(100)))).toEqual({ events: 90, texts: 90 })
  for (const cut of [1, 3]) {
    const { events, texts } = await after(bytes.subarray(0, bytes.length - cut * 4096))
    expect(events + texts, `cut by ${cut}`).toBeGreaterThan(140)
  }
  const two = changed(Math.floor(pages * 0.4) * 4096, "X".repeat(64))
  two.write("X".repeat(64), Math.floor(pages * 0.7) * 4096)
  const { events, texts } = await after(two)
  expect(events + texts).toBeGreaterThan(130)
  remove()
})
