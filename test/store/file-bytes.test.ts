// Looking for bytes in the file of an open database: found wherever they stand, and our locks on the file stay.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { fileHolds } from "../../src/store/file-bytes.ts"
import { openStore } from "../../src/store/store.ts"

const dir = mkdtempSync(join(tmpdir(), "mettle-bytes-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const bytes = (text: string) => Buffer.from(text)

it("finds bytes at the start, at the end and across two chunks; says yes when it cannot look", () => {
  const file = join(dir, "big")
  const big = Buffer.alloc(9 * 1024 * 1024, "x")
  big.write("FIRST", 0)
  big.write("BETWEEN", 4 * 1024 * 1024 - 3)
  big.write("LAST", big.length - 4)
  writeFileSync(file, big)
  for (const word of ["FIRST", "BETWEEN", "LAST"]) expect(fileHolds(file, [bytes(word)]), word).toBe(true)
  expect(fileHolds(file, [bytes("nowhere"), bytes("BETWEEN")])).toBe(true)
  expect(fileHolds(file, [bytes("nowhere")])).toBe(false)
  expect(fileHolds(join(dir, "none"), [bytes("x")])).toBe(true)
})

/** The kernel's list of locks on one file held by this process. */
function locksOn(path: string): readonly string[] {
  const inode = String(statSync(path).ino)
  const lines = readFileSync("/proc/locks", "utf8").split("\n")
  return lines.filter(line => line.includes(` ${process.pid} `) && line.includes(`:${inode} `))
}

// Elsewhere the kernel has no such list, and the first test shows that nothing is opened here.
it.runIf(process.platform === "linux")(
  "[P1] erasing a text keeps this process's lock on the file, so that nobody takes its journal away",
  async () => {
    const at = join(dir, "store")
    const store = openStore({ dir: at, groupMs: 0 })
    const ref = store.blobs.put("something to be forgotten, long enough to be looked for in the file")
    store.blobs.put("something that stays where it is")
    store.flush()
    const before = locksOn(join(at, "log.db"))
    expect(before).not.toEqual([])
    expect(store.blobs.erase([ref])).toBe(1)
    expect(locksOn(join(at, "log.db"))).toHaveLength(before.length)
    await store.close()
  },
)
