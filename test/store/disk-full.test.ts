import { execFileSync } from "node:child_process"
import { appendFileSync, existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { BALLAST_FILE } from "../../src/store/ballast.ts"
import { openStore } from "../../src/store/store.ts"
import { happening, idOf } from "../contracts/log.ts"
import { place } from "./place.ts"

const room = place()
const mounted = (() => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs", room.dir], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()
afterAll(() => {
  if (mounted) execFileSync("umount", ["-l", room.dir])
  room.remove()
})

// Only root may mount a small disk, and no other way fills one for certain: elsewhere this runs in CI only.
describe.skipIf(!mounted)("a full disk (tmpfs of 6 MB)", () => {
  it("[security T-5] refuses clearly, keeps reading, loses nothing acknowledged and recovers by itself", async () => {
    const dir = join(room.dir, "store")
    const ballast = join(room.dir, "ballast")
    const store = openStore({ dir, groupMs: 0, pollMs: 0 })
    const acknowledged: number[] = []
    let n = 0
    const append = async (): Promise<unknown> => {
      const ref = store.blobs.put(`${n} ${"words ".repeat(300)}`)
      const event = happening(n, { data: { n, ref } })
      try {
        await store.log.append([event])
        acknowledged.push(n)
        return null
      } catch (error) {
        return error
      } finally {
        n++
      }
    }
    for (let round = 0; round < 3; round++) {
      writeFileSync(ballast, Buffer.alloc(2 << 20))
      // Reopening may free some room, so the disk is full only when it stays so.
      for (let failures = 0; failures < 3; ) {
        const error = await append()
        failures = error === null ? 0 : failures + 1
        if (error === null) continue
        expect(isCode(error, "E_DISK")).toBe(true)
        expect(error).toMatchObject({
          still: expect.stringContaining("reading works"),
          hint: expect.stringContaining("space"),
        })
      }
      const reader = openStore({ dir, readOnly: true, pollMs: 0 })
      for (const s of [store, reader]) {
        expect(s.log.head()).toBe(acknowledged.length)
        expect(s.log.get(idOf(acknowledged.at(-1)!))?.data.n).toBe(acknowledged.at(-1))
      }
      await reader.close()
      rmSync(ballast)
      expect(await append()).toBeNull()
      store.compact({ least: 0 })
    }
    expect(store.verify()).toMatchObject({ ok: true, events: acknowledged.length })
    expect(store.log.read(0, 1_000_000).map(e => e.data.n)).toEqual(acknowledged)
    await store.close()
  })

  it("[security T-5] appends wait, but forgetting works: that is what the ballast is for", async () => {
    const dir = join(room.dir, "second")
    const filler = join(room.dir, "filler")
    const store = openStore({ dir, groupMs: 0, pollMs: 0 })
    const ref = store.blobs.put("words that must go")
    await store.log.append([happening(1, { data: { ref } })])
    // A ballast of its own size would not fit this disk; any file of that name is given up.
    writeFileSync(join(dir, BALLAST_FILE), Buffer.alloc(1 << 20, 1), { mode: 0o600 })
    for (let bytes = 4 << 20; bytes >= 1; bytes >>= 1)
      try {
        appendFileSync(filler, Buffer.alloc(bytes, 1))
      } catch {
        // What fits is in; the halves fill the rest.
      }
    const long = () => store.blobs.put(`${"more words ".repeat(3_000)}`)
    const refusal = await store.log.append([happening(2, { data: { ref: long() } })]).catch(error => error)
    expect(isCode(refusal, "E_DISK")).toBe(true)
    expect(existsSync(join(dir, BALLAST_FILE))).toBe(true)
    const said = happening(3, { type: "text.forgotten", data: { by: "user", refs: [ref], episodes: [], kept: [] } })
    expect((await store.log.append([said])).added).toBe(1)
    expect(store.blobs.erase([ref])).toBe(1)
    expect([store.blobs.get(ref), existsSync(join(dir, BALLAST_FILE))]).toEqual([null, false])
    rmSync(filler)
    // What was refused left no text behind.
    await store.log.append([happening(4)])
    expect([store.verify().ok, store.verify().texts]).toEqual([true, 0])
    await store.close()
  })
})
