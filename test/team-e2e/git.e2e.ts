// Git as it is: remotes that rewrite, force-push and lose what they had, shallow clones, hostile settings, machines that knock,
// and what a stolen clone can tell. Real git on bare remotes of this disk.
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { gitEngine } from "../../src/team/engines/git.ts"
import { heapOf } from "../../src/team/engines/git-remote.ts"
import { readLine, readSeal } from "../../src/team/engines/git-seal.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { idOf } from "../contracts/log.ts"
import { erasure, letter, letters } from "../contracts/shared-log.ts"
import { type Bare, bare, run } from "./bare.ts"

const REF = "refs/mettle/memory"
let made: Bare[] = []
afterEach(async () => {
  for (const one of made) await one.close()
  made = []
})
const remote = (): Bare => {
  const one = bare()
  made.push(one)
  return one
}
const ids = async (log: SharedLog) => new Set((await log.read(0, 1000)).map(({ envelope }) => envelope.id))
const wanted = (from: number, to: number) => new Set(letters(from, to).map(e => e.id))
/** Every byte under a folder, git objects inflated. */
const bytesOf = (dir: string): string => {
  const packed = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(e => e.isFile())
  const plain = packed.map(e => readFileSync(join(e.parentPath, e.name)).toString("latin1")).join("\n")
  const objects = existsSync(join(dir, "objects"))
    ? execFileSync("sh", ["-c", "git cat-file --batch-all-objects --batch"], { cwd: dir, maxBuffer: 1 << 28 }).toString(
        "latin1",
      )
    : ""
  return plain + objects
}

describe("a remote that does what it likes", () => {
  it("force-pushed, rebased or replaced: noticed, nothing lost here, and put back", async () => {
    const there = remote()
    const [a, b] = [await there.machine("a"), await there.machine("b")]
    await a.append(letters(1, 3))
    const old = run(there.remote, "rev-parse", REF).trim()
    await b.append(letters(4, 6))
    expect(await ids(a)).toEqual(wanted(1, 6))
    // Back to an older state, then to a history of somebody's own.
    run(there.remote, "update-ref", REF, old)
    expect(await ids(a)).toEqual(wanted(1, 6))
    expect((await a.durability()).says).toMatch(/lost or rewritten 1 files/)
    await a.append(letters(7, 7))
    expect(await ids(await there.machine("c"))).toEqual(wanted(1, 7))
    expect(await ids(b)).toEqual(wanted(1, 7))
    const tree = run(there.remote, "hash-object", "-w", "-t", "tree", "/dev/null").trim()
    run(there.remote, "update-ref", REF, run(there.remote, "commit-tree", tree, "-m", "squashed").trim())
    expect(await ids(b)).toEqual(wanted(1, 7))
    await b.sweep()
    expect(await ids(await there.machine("d"))).toEqual(wanted(1, 7))
    expect(run(there.remote, "log", "--oneline", REF).trim().split("\n").length).toBe(2)
  })

  it("removed, or begun by somebody else: nothing is sent or shown as if it were this log", async () => {
    const there = remote()
    const a = await there.machine("a")
    await a.append(letters(1, 3))
    run(there.remote, "update-ref", "-d", REF)
    expect([await a.head(), await a.read(0, 10)]).toEqual([0, []])
    await expect(a.append(letters(4, 4))).rejects.toSatisfy(e => isCode(e, "E_INTEGRITY"))
    const other = await gitEngine.open(there.url, { state: there.state("other") })
    await other.append(letters(50, 51))
    expect(await a.head()).toBe(0)
    expect(await ids(other)).toEqual(wanted(50, 51))
    await other.close()
  })

  it("junk, changed segments and hostile names in its tree are passed over; a shallow copy of it is enough", async () => {
    const there = remote()
    const a = await there.machine("a")
    await a.append(letters(1, 3))
    const work = join(there.root, "work")
    run(there.root, "clone", "--quiet", "--depth=1", `file://${there.remote}`, "--no-checkout", work)
    run(work, "fetch", "--quiet", "--depth=1", "origin", REF)
    run(work, "checkout", "--quiet", "FETCH_HEAD")
    const machine = readdirSync(join(work, "log"))[0]!
    const [segment] = readdirSync(join(work, "log", machine))
    const file = join(work, "log", machine, segment!)
    writeFileSync(join(work, "log", machine, `00000009-${"0".repeat(32)}.jsonl`), readFileSync(file))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("own", "OWN"))
    mkdirSync(join(work, "log", "..evil"), { recursive: true })
    writeFileSync(join(work, "log", "..evil", "x"), "x")
    run(work, "add", "-A")
    run(work, "commit", "--quiet", "-m", "hm")
    run(work, "push", "--quiet", "origin", `HEAD:${REF}`)
    expect(await ids(a)).toEqual(wanted(1, 3))
    await a.append(letters(4, 4))
    const c = await there.machine("c")
    expect((await ids(c)).has(idOf(4))).toBe(true)
  })

  it("settings, hooks and the environment of a repository steer nothing; an address runs no program", async () => {
    const there = remote()
    const told = join(there.root, "told")
    const config = join(there.root, "config")
    const hooks = join(there.root, "hooks")
    mkdirSync(hooks)
    for (const name of ["pre-push", "reference-transaction", "post-checkout"]) {
      writeFileSync(join(hooks, name), `#!/bin/sh\necho ${name} >> ${told}\n`)
      chmodSync(join(hooks, name), 0o755)
    }
    writeFileSync(config, `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = touch ${told}\n[commit]\n\tgpgSign = true\n`)
    const before = { ...process.env }
    Object.assign(process.env, { GIT_CONFIG_GLOBAL: config, GIT_DIR: "/nowhere", GIT_SSH_COMMAND: `touch ${told}` })
    try {
      const a = await there.machine("a")
      await a.append(letters(1, 2))
      expect(await ids(a)).toEqual(wanted(1, 2))
    } finally {
      for (const name of ["GIT_CONFIG_GLOBAL", "GIT_DIR", "GIT_SSH_COMMAND"]) delete process.env[name]
      Object.assign(process.env, before)
    }
    expect(existsSync(told)).toBe(false)
    for (const url of [
      "git+ext::sh -c touch% x",
      "git+file://remote.git?ref=--upload-pack=x",
      "git+https://h/x?ref=refs/heads/../x",
    ])
      await expect(gitEngine.open(url, { state: there.state("x") })).rejects.toSatisfy(e => isCode(e, "E_CONFIG"))
  })

  it("that does not answer: said so, and what was written waits and is given once", async () => {
    const there = remote()
    const a = await there.machine("a", { retries: 0 })
    await a.append(letters(1, 2))
    const away = `${there.remote}.away`
    execFileSync("mv", [there.remote, away])
    await expect(a.append(letters(3, 4))).rejects.toSatisfy(e => isCode(e, "E_OFFLINE"))
    await a.close()
    execFileSync("mv", [away, there.remote])
    const again = await there.machine("a")
    expect(await again.append(letters(3, 4))).toBe(0)
    expect(await ids(await there.machine("b"))).toEqual(wanted(1, 4))
  })

  it("a spoilt repository of our own is made anew, locks of killed processes are nobody's", async () => {
    const there = remote()
    const a = await there.machine("a")
    await a.append(letters(1, 2))
    const own = join(there.state("a"), "repo.git")
    writeFileSync(join(own, "shallow.lock"), "")
    mkdirSync(join(own, "refs", "mettle"), { recursive: true })
    writeFileSync(join(own, "refs", "mettle", "remote.lock"), "")
    await (await there.machine("b")).append(letters(3, 3))
    expect(await ids(a)).toEqual(wanted(1, 3))
    rmSync(join(own, "objects"), { recursive: true })
    await a.append(letters(4, 4))
    expect(await ids(await there.machine("c"))).toEqual(wanted(1, 4))
  })
})

describe("what a clone tells", () => {
  const SECRET = "the-token-7f3a9c21e8"
  it("[L4] a token that was shared and forgotten is read from no clone, old or new, with no key that is left", async () => {
    const there = remote()
    const [a, b] = [await there.machine("a"), await there.machine("b")]
    await a.append([letter(1, { body: JSON.stringify({ words: SECRET }) }), letter(2)])
    expect((await b.read(0, 10)).map(e => e.envelope.body).join()).toContain(SECRET)
    // A clone of everything, and the state of a machine, from before.
    const old = join(there.root, "old.git")
    run(there.root, "clone", "--quiet", "--mirror", there.remote, old)
    const line = readdirSync(join(there.state("b"), "files", "log"), { recursive: true, withFileTypes: true })
      .filter(e => e.isFile())
      .flatMap(e => readFileSync(join(e.parentPath, e.name), "utf8").split("\n"))
      .find(text => text.includes(idOf(1)))!
    const sealOf = (machine: string) => readSeal(join(there.state(machine), "seal"))!
    expect(readLine(sealOf("b"), line)).toMatchObject({ what: "envelope" })
    expect(bytesOf(old)).not.toContain(SECRET)

    expect(await a.erase([erasure(idOf(1))])).toBe(1)
    expect((await b.read(0, 10)).map(e => e.envelope.id)).toEqual([idOf(2)])
    const fresh = join(there.root, "new.git")
    run(there.root, "clone", "--quiet", "--mirror", there.remote, fresh)
    for (const clone of [old, fresh, there.remote, there.state("a"), there.state("b")])
      expect(bytesOf(clone)).not.toContain(SECRET)
    // The old clone still holds the sealed line; the keys that are left do not open it, and open all the others.
    expect(bytesOf(old)).toContain(idOf(1))
    for (const machine of ["a", "b"])
      expect(readLine(sealOf(machine), line)).toEqual({ what: "destroyed", id: idOf(1) })
    const c = await there.machine("c")
    expect((await c.read(0, 10)).map(e => e.envelope.id)).toEqual([idOf(2)])
    expect(await c.append([letter(1)])).toBe(0)
  })

  it("without the seal: ids, locks, rough sizes and days; no word, no author, no scope", async () => {
    const there = remote()
    const a = await there.machine("a")
    await a.append([letter(1, { partition: "repo:secret-project", author: "ann-the-author", body: '{"w":"alpha"}' })])
    const clone = bytesOf(there.remote)
    for (const word of ["secret-project", "ann-the-author", "alpha", "signed"]) expect(clone).not.toContain(word)
    expect(clone).toContain(idOf(1))
    expect(statSync(join(there.state("a"), "seal")).mode & 0o077).toBe(0)
  })
})

describe("the door", () => {
  it("a machine that knocks is let in by its code, and nothing that stays on the remote lets in another", async () => {
    const there = remote()
    const a = await there.machine("a")
    await a.append(letters(1, 2))
    const state = there.state("b")
    const open = (received: string[] = []) =>
      gitEngine.open(there.url, { state, retries: 0, received: gift => void received.push(gift) })
    const code = await open().then(
      () => "",
      error => /code is ([0-9a-f-]+)/.exec(String(error))![1]!,
    )
    expect(await a.door!.waiting()).toEqual([code])
    await expect(open()).rejects.toThrow(code)
    expect(await a.door!.answer("00000-00000-00000-00000", "")).toBe(false)
    const knock = join(there.root, "knock.pem")
    copyFileSync(join(state, "knock.pem"), knock)
    expect(await a.door!.answer(code, "for you alone")).toBe(true)
    const received: string[] = []
    const b = await open(received)
    expect(received).toEqual(["for you alone"])
    expect(await ids(b)).toEqual(wanted(1, 2))
    expect(existsSync(join(state, "knock.pem"))).toBe(false)
    expect(await a.door!.waiting()).toEqual([])
    await b.close()
    // Another machine, with everything the remote has, knocks on its own.
    const c = there.state("c")
    mkdirSync(c)
    cpSync(join(state, "files"), join(c, "files"), { recursive: true })
    await expect(gitEngine.open(there.url, { state: c, retries: 0 })).rejects.toSatisfy(e => isCode(e, "E_LOCKED"))
    expect(bytesOf(there.remote)).not.toContain("for you alone")
  })

  it("two that begin at once: one log, and the other knocks", async () => {
    const there = remote()
    const opened = await Promise.allSettled(
      ["x", "y"].map(name => gitEngine.open(there.url, { state: there.state(name), retries: 2 })),
    )
    expect(opened.map(o => o.status).sort()).toEqual(["fulfilled", "rejected"])
    const heap = heapOf({ url: there.remote, ref: REF, state: there.state("look"), timeoutMs: 30_000, retries: 0 })
    await heap.fetch()
    expect(heap.names().filter(name => name.startsWith("seal/")).length).toBe(1)
    for (const one of opened) if (one.status === "fulfilled") await one.value.close()
  })
})
