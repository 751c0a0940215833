import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { isCode } from "../../../src/core/errors.ts"
import { merged } from "../../../src/team/engines/arrivals.ts"
import { folderEngine } from "../../../src/team/engines/folder.ts"
import { lineOf } from "../../../src/team/engines/segments.ts"
import type { Entry, SharedLog } from "../../../src/team/shared-log.ts"
import { hostileMember } from "../../contracts/hostile-member.ts"
import { idOf } from "../../contracts/log.ts"
import { erasure, letter, letters, sharedLogContract } from "../../contracts/shared-log.ts"

const place = () => mkdtempSync(join(tmpdir(), "mettle-folder-"))
const remove = (path: string) => rmSync(path, { recursive: true, force: true })

const start = async () => {
  const root = place()
  const folder = join(root, "shared")
  mkdirSync(folder)
  let n = 100
  return {
    open: (machine = n++) =>
      folderEngine.open(`folder:${folder}`, {
        state: join(root, `state-${machine}`),
        machine: `m${machine}`,
      }),
    close: async () => remove(root),
  }
}
sharedLogContract("folder", start, { oneOrder: false, runs: 15 })
hostileMember("a folder", start)

describe("a folder carried by git or a file sync", () => {
  let roots: string[] = []
  let logs: SharedLog[] = []
  afterEach(async () => {
    for (const log of logs) await log.close()
    for (const root of roots) remove(root)
    roots = []
    logs = []
  })
  /** A machine with its own copy of the folder, as a clone is. */
  const machine = async (name: string, root = place()) => {
    if (!roots.includes(root)) roots.push(root)
    const folder = join(root, "shared")
    mkdirSync(folder, { recursive: true })
    const open = async () => {
      const log = await folderEngine.open(`folder:${folder}`, { state: join(root, "state"), machine: name })
      logs.push(log)
      return log
    }
    return { root, folder, log: await open(), open }
  }
  const carry = (from: string, to: string) => cpSync(join(from, "log"), join(to, "log"), { recursive: true })
  const ids = (entries: readonly Entry[]) => entries.map(({ envelope }) => envelope.id)
  const segment = (folder: string, name: string) => {
    const dir = join(folder, "log", name)
    return join(dir, readdirSync(dir).sort().at(-1)!)
  }

  it("[design 11] a segment that arrives late gets higher sequences, and they stay when opened again", async () => {
    const a = await machine("a")
    const b = await machine("b")
    await b.log.append(letters(100, 104, { ts: 1 }))
    await a.log.append(letters(1, 3, { ts: 50 }))
    const before = await a.log.read(0, 100)
    carry(b.folder, a.folder)
    const afterwards = await a.log.read(0, 100)
    expect(afterwards.slice(0, 3)).toEqual(before)
    expect(ids(afterwards.slice(3))).toEqual(letters(100, 104).map(e => e.id))
    const again = await (await a.open()).read(0, 100)
    expect(again).toEqual(afterwards)
    expect(ids(await a.log.read(3, 2))).toEqual([idOf(100), idOf(101)])
  })

  it("[design 11] machines that start from the same folder agree on one order; each machine's own order is kept", async () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ machine: fc.constantFrom("a", "b", "c"), ts: fc.nat(20) }), { maxLength: 40 }),
        fc.nat(),
        (given, turn) => {
          const all = given.map((one, i) => ({ ...one, id: idOf(i) }))
          const order = merged(all)
          for (const name of ["a", "b", "c"])
            expect(order.filter(e => e.machine === name)).toEqual(all.filter(e => e.machine === name))
          const lanes = ["a", "b", "c"].map(name => all.filter(e => e.machine === name))
          const other = [...lanes.slice(turn % 3), ...lanes.slice(0, turn % 3)].flat()
          expect(merged(other)).toEqual(order)
        },
      ),
    )
  })

  it("[issue 12] waits for a torn tail, and never writes behind its own", async () => {
    const a = await machine("a")
    await a.log.append(letters(1, 3))
    const file = segment(a.folder, "a")
    const whole = readFileSync(file)
    truncateSync(file, whole.length - 10)
    const reader = await machine("r")
    carry(a.folder, reader.folder)
    expect(ids(await reader.log.read(0, 10))).toEqual([idOf(1), idOf(2)])
    writeFileSync(segment(reader.folder, "a"), whole)
    expect(ids(await reader.log.read(0, 10))).toEqual([idOf(1), idOf(2), idOf(3)])
    await (await a.open()).append(letters(4, 4))
    expect(segment(a.folder, "a")).not.toBe(file)
    carry(a.folder, reader.folder)
    expect(ids(await reader.log.read(0, 10)).at(-1)).toBe(idOf(4))
  })

  it("[issue 12] reads through merge marks, conflict copies, rubbish and replaced files; follows no link", async () => {
    const a = await machine("a")
    await a.log.append(letters(1, 4))
    const file = segment(a.folder, "a")
    const lines = readFileSync(file, "utf8").trimEnd().split("\n")
    const ours = `${lines[0]}\n<<<<<<< HEAD\n${lines[1]}\n=======\n${lines[2]}\n>>>>>>> theirs\nnull\n[1]\n{"id":3}\n`
    const b = await machine("b")
    const dir = join(b.folder, "log", "a")
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, "00000001.jsonl"), ours)
    writeFileSync(join(dir, "00000001.sync-conflict-20260102-030405-ABCDEFG.jsonl"), `${lines[0]}\n${lines[3]}\n`)
    writeFileSync(join(dir, ".syncthing.00000001.jsonl.tmp"), lines.join("\n"))
    symlinkSync("/etc/passwd", join(dir, "00000009.jsonl"))
    const seen = await b.log.read(0, 100)
    expect(new Set(ids(seen))).toEqual(new Set([1, 2, 3, 4].map(idOf)))
    expect(seen.length).toBe(4)
    writeFileSync(join(dir, "fresh"), `${lines.join("\n")}\n`)
    renameSync(join(dir, "fresh"), join(dir, "00000001.jsonl"))
    expect(await b.log.read(0, 100)).toEqual(seen)
  })

  it("[L4] an erasure asked for elsewhere reaches the words where they were written", async () => {
    const a = await machine("a")
    const b = await machine("b")
    const secret = letter(1, { body: JSON.stringify({ words: "the secret of the house" }) })
    await a.log.append([secret, letter(2)])
    carry(a.folder, b.folder)
    expect((await b.log.read(0, 10)).length).toBe(2)
    expect(await b.log.erase([erasure(secret.id)])).toBe(1)
    expect((await b.log.read(0, 10)).map(({ envelope }) => envelope.body === "")).toEqual([true, false])
    carry(b.folder, a.folder)
    expect((await a.log.read(0, 10)).map(({ envelope }) => envelope.body === "")).toEqual([true, false])
    expect(readFileSync(segment(a.folder, "a"), "utf8")).not.toContain("secret of the house")
    carry(a.folder, b.folder)
    const again = await (await b.open()).read(0, 10)
    expect(again.map(({ envelope }) => envelope.body === "")).toEqual([true, false])
    expect(await b.log.append([secret])).toBe(0)
  })

  it("[security 20] marks and blank copies of somebody else erase nothing; a stale copy brings nothing back", async () => {
    const a = await machine("a")
    const b = await machine("b")
    await a.log.append(letters(1, 3))
    mkdirSync(join(b.folder, "log", "evil"), { recursive: true })
    const blank = lineOf(letter(1, { body: "", signature: "" }))
    const forged = [{ erase: idOf(1) }, { erase: idOf(2), token: "guess" }, { erase: idOf(2), token: letter(2).lock }]
    writeFileSync(
      join(b.folder, "log", "evil", "00000001.jsonl"),
      `${blank}${forged.map(line => `${JSON.stringify(line)}\n`).join("")}`,
    )
    expect(await b.log.read(0, 10)).toMatchObject([{ envelope: { id: idOf(1), body: "" } }])
    carry(a.folder, b.folder)
    carry(b.folder, a.folder)
    for (const log of [a.log, b.log, await b.open()])
      expect((await log.read(0, 10)).map(({ envelope }) => envelope)).toEqual(letters(1, 3))
    const stale = readFileSync(segment(a.folder, "a"), "utf8")
    expect(await a.log.erase([erasure(idOf(2))])).toBe(1)
    writeFileSync(join(a.folder, "log", "a", "00000001.sync-conflict.jsonl"), stale)
    const words = async (log: SharedLog) => (await log.read(0, 10)).map(({ envelope }) => envelope.body !== "")
    expect(await words(a.log)).toEqual([true, false, true])
    expect(await words(await a.open())).toEqual([true, false, true])
  })

  it("[L4] the page that an earlier release wrote of a card goes with its words", async () => {
    const a = await machine("a")
    const shared = letter(1, { body: JSON.stringify({ statement: "Open a pull request; never push to main" }) })
    await a.log.append([shared])
    expect(readFileSync(segment(a.folder, "a"), "utf8")).toContain(
      '"statement":"Open a pull request; never push to main"',
    )
    mkdirSync(join(a.folder, "cards"))
    writeFileSync(join(a.folder, "cards", "a.md"), `<!-- ${shared.id} -->\n> Open a pull request; never push to main\n`)
    writeFileSync(join(a.folder, "cards", "b.md"), `<!-- ${idOf("another")} -->\n> Another\n`)
    // Somebody else's link among the pages is neither followed nor removed.
    symlinkSync(a.folder, join(a.folder, "cards", "z.md"))
    await a.log.erase([erasure(shared.id)])
    expect(readdirSync(join(a.folder, "cards"))).toEqual(["b.md", "z.md"])
  })

  it("a line gives back its envelope's body byte for byte, readable or not", () => {
    for (const body of ['{"b":1,"a":2}', '{ "a": 1 }', '{"1":0,"a":1e3}', "not json", '"\\u0000"'])
      expect(lineOf(letter(1, { body })).includes('"event"')).toBe(body === '{"b":1,"a":2}' || body === '"\\u0000"')
  })

  it("two processes of one machine keep one order", async () => {
    const a = await machine("a")
    const other = await a.open()
    await Promise.all(
      [a.log, other].map(async (log, w) => {
        for (let i = 0; i < 10; i++) await log.append(letters(w * 100 + i, w * 100 + i))
      }),
    )
    expect(await other.read(0, 100)).toEqual(await a.log.read(0, 100))
    expect((await a.log.read(0, 100)).length).toBe(20)
  })

  it("[E_OFFLINE] says so when the folder is not there, and a damaged order is named", async () => {
    await expect(folderEngine.open("folder:/no/such/folder")).rejects.toSatisfy(e => isCode(e, "E_OFFLINE"))
    await expect(folderEngine.open("folder:relative")).rejects.toSatisfy(e => isCode(e, "E_CONFIG"))
    const a = await machine("a")
    await a.log.append(letters(1, 2))
    appendFileSync(join(a.root, "state", "order"), "torn")
    expect((await (await a.open()).read(0, 10)).length).toBe(2)
    appendFileSync(join(a.root, "state", "order"), `${"x".repeat(32)}\n`)
    await expect(a.open()).rejects.toSatisfy(e => isCode(e, "E_INTEGRITY"))
    expect(existsSync(join(a.folder, ".gitattributes"))).toBe(true)
  })
})
