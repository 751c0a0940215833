// What became of work in real repositories: committed, amended, taken back, rewritten, merged, thrown away, deleted.
import { execFileSync } from "node:child_process"
import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parseEvent } from "../../src/core/events/registry.ts"
import { turnOf } from "../../src/core/views/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { lookForLateEvidence } from "../../src/memory/tending/late-evidence.ts"
import { folder } from "../cli/world.ts"
import { hasGit, type Staged, stagedRepository } from "../store/git-stage.ts"
import { REPO, type Told, world } from "../stories/world.ts"

const withGit: typeof describe | ((...all: unknown[]) => void) = hasGit ? describe : () => {}
const DAY = 24 * 60
const LINES = "const first = one()\nconst second = two()\nconst third = three()\nexport { first, second, third }\n"
const OTHER = "let quite = 1\nlet different = 2\nlet things = 3\nexport { quite, different, things }\n"

type World = ReturnType<typeof world>
const cacheDir = folder()
const look = (w: World, repo: Staged, budget = 8_000) =>
  lookForLateEvidence(w.memory, { scope: REPO, top: repo.dir, cacheDir }, budget)
const seen = (w: World) =>
  w.memory.parts.log
    .readTypes(["change.observed"])
    .map(e => parseEvent(e).data as { change: string; days: number | null; share: number | null; turn: number })
const changes = (w: World): readonly string[] =>
  seen(w).map(d => `${d.change}${d.days === null ? "" : ` ${d.days}`}${d.share === null ? "" : ` ${d.share}`}`)

/** A session that edits one file, and a commit of it by hand right after. */
async function worked(w: World, repo: Staged, file = "src/shop.ts", text = LINES): Promise<{ e: Told; id: string }> {
  repo.commit(w.now() - 60 * 60_000, { "README.md": "shop\n", [file]: "const zero = 0\n" }, "before")
  const e = await w.opens("one")
  await e.says("write the shop")
  await e.edits(join(repo.dir, file))
  await e.replies("Done.")
  w.later(2)
  const id = repo.commit(w.now(), { [file]: text }, "shop")
  await e.says("thanks, perfect")
  await e.ends()
  return { e, id }
}

withGit("design 6: late evidence from git", () => {
  it("a commit by hand is tied by the file edited; asking again adds nothing and does not even look", async () => {
    const w = world()
    const repo = stagedRepository()
    const { e } = await worked(w, repo)
    expect(turnOf(w.memory.views, e.id, 0)?.committed).toBeNull()
    expect(await look(w, repo)).toEqual({ looked: true, observed: 1 })
    expect(changes(w)).toEqual(["commit"])
    expect(turnOf(w.memory.views, e.id, 0)?.committed).toBe(true)
    expect(turnOf(w.memory.views, e.id, 1)?.committed, "a turn without edits").toBeNull()
    expect((await look(w, repo)).observed).toBe(0)
    expect(await look(w, repo)).toEqual({ looked: false, observed: 0 })
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("reverted the next day, and put in place again", async () => {
    const w = world()
    const repo = stagedRepository()
    const { e, id } = await worked(w, repo)
    await look(w, repo)
    w.later(DAY / 2)
    repo.git(w.now(), "revert", "--no-edit", id)
    expect((await look(w, repo)).observed).toBe(1)
    const turn = turnOf(w.memory.views, e.id, 0)!
    expect([turn.reverted, turn.verdict]).toEqual([true, "failure"])
    expect((await look(w, repo)).observed).toBe(0)
    w.later(60)
    repo.git(w.now(), "revert", "--no-edit", "HEAD")
    expect((await look(w, repo)).observed).toBe(1)
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBeNull()
    expect((await look(w, repo)).observed).toBe(0)
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("reverted, put back, reverted again: each is written down, and none counts twice", async () => {
    for (const preset of ["mettle", "nucleus"]) {
      const w = world({ preset })
      const repo = stagedRepository()
      const { e, id } = await worked(w, repo)
      await look(w, repo)
      const states: string[] = []
      for (const what of [id, "HEAD", "HEAD", "HEAD"]) {
        w.later(60)
        repo.git(w.now(), "revert", "--no-edit", what)
        expect((await look(w, repo)).observed, what).toBe(1)
        expect((await look(w, repo)).observed, "asked again").toBe(0)
        const { reverted, verdict, outcomes } = turnOf(w.memory.views, e.id, 0)!
        states.push(JSON.stringify({ reverted, verdict, outcomes: outcomes.map(o => [o.type, o.salient]) }))
      }
      expect(changes(w)).toEqual(["commit", "revert", "revert 0", "revert", "revert 0"])
      expect([states[2], states[3]], preset).toEqual([states[0], states[1]])
      expect(states[0]).not.toBe(states[1])
      expect(checkRebuild(w.memory).equal).toBe(true)
    }
  })

  it("lines are counted after 1, 7 and 30 days, as they stood then", async () => {
    const w = world()
    const repo = stagedRepository()
    const { e } = await worked(w, repo)
    w.later(2 * DAY)
    await look(w, repo)
    expect(changes(w)).toEqual(["commit", "survival 1 1"])
    w.later(2 * DAY)
    repo.commit(w.now(), { "src/shop.ts": LINES.replace("second = two", "second = zwei").replace("two()", "two(2)") })
    w.later(4 * DAY)
    await look(w, repo)
    expect(changes(w).slice(2)).toEqual(["survival 7 0.75"])
    repo.commit(w.now(), { "src/shop.ts": OTHER })
    w.later(30 * DAY)
    await look(w, repo)
    expect(changes(w).slice(3)).toEqual(["survival 30 0"])
    expect(turnOf(w.memory.views, e.id, 0)?.survived).toBe(0)
    // Somebody who looks for the first time a month later sees the same.
    const late = world()
    const again = await late.opens("one")
    await again.says("write the shop")
    await again.edits(join(repo.dir, "src/shop.ts"))
    await again.ends()
    late.later(40 * DAY)
    await look(late, repo)
    expect(changes(late)).toEqual(["commit", "survival 1 1", "survival 7 0.75", "survival 30 0"])
  })

  it("amended: the replaced id leads to the new one, and a revert of that finds the work", async () => {
    const w = world()
    const repo = stagedRepository()
    repo.commit(w.now() - 1e6, { "a.ts": "const zero = 0\n" })
    const e = await w.opens("one")
    await e.says("write it")
    const id = repo.commit(w.now(), { "a.ts": LINES })
    await e.runs("git commit -am work", { ok: true, output: `[main ${id.slice(0, 7)}] work\n 1 file changed` })
    await e.ends()
    w.later(30)
    repo.write("a.ts", `${LINES}// more of the work\n`)
    repo.git(w.now(), "commit", "-q", "-a", "--amend", "--no-edit")
    const now = repo.git(0, "rev-parse", "HEAD")
    await look(w, repo)
    expect(changes(w)).toEqual(["commit", "amend"])
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBeNull()
    w.later(60)
    repo.git(w.now(), "revert", "--no-edit", now)
    await look(w, repo)
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBe(true)
  })

  it("rebased: the copy is the work; nothing was thrown away", async () => {
    const w = world()
    const repo = stagedRepository()
    repo.commit(w.now() - 1e6, { "a.ts": "const zero = 0\n" })
    repo.git(0, "checkout", "-q", "-b", "topic")
    const e = await w.opens("one", { branch: "topic" })
    await e.says("write it")
    const id = repo.commit(w.now(), { "src/b.ts": LINES })
    await e.runs("git commit -m b", { ok: true, output: `[topic ${id.slice(0, 8)}] b` })
    await e.ends()
    w.later(60)
    repo.git(0, "checkout", "-q", "main")
    repo.commit(w.now(), { "c.ts": OTHER })
    repo.git(0, "checkout", "-q", "topic")
    w.later(60)
    repo.git(w.now(), "rebase", "-q", "main")
    await look(w, repo)
    expect(changes(w)).toEqual(["commit", "amend"])
    repo.git(0, "checkout", "-q", "main")
    repo.git(w.now(), "merge", "-q", "--no-edit", "topic")
    w.later(60)
    await look(w, repo)
    expect(changes(w)).toEqual(["commit", "amend", "merge"])
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBeNull()
  })

  it("squashed into main and its branch deleted: merged, not lost", async () => {
    const w = world()
    const repo = stagedRepository()
    repo.commit(w.now() - 1e6, { "a.ts": "const zero = 0\n" })
    repo.git(0, "checkout", "-q", "-b", "topic")
    const e = await w.opens("one", { branch: "topic" })
    await e.says("write it")
    const id = repo.commit(w.now(), { "src/b.ts": LINES })
    await e.runs("git commit -m b", { ok: true, output: `[topic ${id.slice(0, 8)}] b` })
    await e.ends()
    w.later(60)
    repo.git(0, "checkout", "-q", "main")
    repo.git(w.now(), "merge", "-q", "--squash", "topic")
    repo.git(w.now(), "commit", "-q", "-m", "squashed")
    repo.git(0, "branch", "-q", "-D", "topic")
    w.later(60)
    await look(w, repo)
    expect(changes(w)).toEqual(["merge"])
    expect(turnOf(w.memory.views, e.id, 0)).toMatchObject({ reverted: null, committed: true })
  })

  it("squashed after days on a branch that is gone: its lines lived all the time", async () => {
    const w = world()
    const repo = stagedRepository()
    repo.commit(w.now() - 1e6, { "a.ts": "const zero = 0\n" })
    repo.git(0, "checkout", "-q", "-b", "topic")
    const e = await w.opens("one", { branch: "topic" })
    await e.says("write it")
    await e.edits(join(repo.dir, "src/b.ts"))
    repo.commit(w.now(), { "src/b.ts": LINES })
    await e.ends()
    await look(w, repo)
    w.later(3 * DAY)
    repo.git(0, "checkout", "-q", "main")
    repo.commit(w.now(), { "c.ts": OTHER })
    repo.git(w.now(), "merge", "-q", "--squash", "topic")
    repo.git(w.now(), "commit", "-q", "-m", "squashed")
    await look(w, repo)
    repo.git(0, "branch", "-q", "-D", "topic")
    w.later(8 * DAY)
    await look(w, repo)
    expect(changes(w).filter(c => c.startsWith("survival"))).toEqual(["survival 1 1", "survival 7 1"])
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBeNull()
  })

  it("a shallow clone is looked at as far as it goes", async () => {
    const w = world()
    const whole = stagedRepository()
    whole.commit(w.now() - 1e7, { "a.ts": "const zero = 0\n" })
    whole.commit(w.now() - 1e6, { "a.ts": "const zero = 00\n" })
    const dir = join(folder(), "clone")
    execFileSync("git", ["clone", "-q", "--depth=1", `file://${whole.dir}`, dir], { stdio: "ignore" })
    const repo = stagedRepository(dir)
    const e = await w.opens("one")
    await e.says("write it")
    await e.edits(join(dir, "a.ts"))
    repo.commit(w.now(), { "a.ts": LINES })
    await e.ends()
    await look(w, repo)
    expect(changes(w)).toEqual(["commit"])
  })

  it("thrown away with reset: as good as reverted, once things have settled", async () => {
    const w = world()
    const repo = stagedRepository()
    repo.commit(w.now() - 1e6, { "a.ts": "const zero = 0\n" })
    const e = await w.opens("one")
    await e.says("write it")
    const id = repo.commit(w.now(), { "src/b.ts": LINES })
    await e.runs("git commit -m b", { ok: true, output: `[main ${id.slice(0, 8)}] b` })
    await e.ends()
    repo.git(0, "reset", "-q", "--hard", "HEAD~1")
    await look(w, repo)
    expect(changes(w)).toEqual([])
    w.later(60)
    repo.commit(w.now(), { "c.ts": OTHER })
    await look(w, repo)
    expect(changes(w)).toEqual(["revert"])
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBe(true)
  })

  it("a colleague's commit of the same file is not this work", async () => {
    const w = world()
    const repo = stagedRepository()
    repo.commit(w.now() - 1e6, { "src/shop.ts": "const zero = 0\n" })
    const e = await w.opens("one")
    await e.says("write it")
    await e.edits(join(repo.dir, "src/shop.ts"))
    await e.ends()
    w.later(10)
    // As a pull brings it: the commit was made elsewhere, so the log of HEAD does not call it a commit.
    const tree = repo.git(w.now(), "rev-parse", "HEAD^{tree}")
    const theirs = repo.git(w.now(), "commit-tree", tree, "-p", "HEAD", "-m", "theirs")
    repo.git(w.now(), "merge", "-q", "--ff-only", theirs)
    await look(w, repo)
    expect(changes(w)).toEqual([])
  })

  it("a local runner's word about a commit, the last one counts", async () => {
    const w = world()
    const repo = stagedRepository()
    const { e, id } = await worked(w, repo)
    const file = join(repo.dir, ".git", "ci-results.jsonl")
    writeFileSync(file, `not json\n{"commit":"${id}","ok":false}\n`)
    await look(w, repo)
    expect(changes(w)).toEqual(["commit", "ci 0"])
    expect(turnOf(w.memory.views, e.id, 0)?.reported).toBe(false)
    appendFileSync(file, `{"commit":"${id}","ok":true}\n`)
    w.later(1)
    await look(w, repo)
    expect(turnOf(w.memory.views, e.id, 0)?.reported).toBe(true)
  })

  it("green, red, green: each change is written down, also when all are seen at once; the last one counts, once", async () => {
    const words = [true, false, true]
    const lines = (id: string) => words.map(ok => `{"commit":"${id}","ok":${ok}}\n`)
    const lived = world()
    const repo = stagedRepository()
    const { e, id } = await worked(lived, repo)
    const file = join(repo.dir, ".git", "ci-results.jsonl")
    for (const line of lines(id)) {
      appendFileSync(file, line + line)
      lived.later(1)
      await look(lived, repo)
      await look(lived, repo)
    }
    expect(changes(lived)).toEqual(["commit", "ci 1", "ci 0", "ci 1"])
    const { reported, outcomes } = turnOf(lived.memory.views, e.id, 0)!
    expect([reported, outcomes.filter(o => o.salient === "build").map(o => o.type)]).toEqual([true, ["tool_success"]])
    expect(checkRebuild(lived.memory).equal).toBe(true)
    // A runner that begins its file anew says only how it stands.
    writeFileSync(file, lines(id)[1]!)
    lived.later(1)
    await look(lived, repo)
    await look(lived, repo)
    expect(changes(lived).slice(4)).toEqual(["ci 0"])
    const late = world()
    const other = stagedRepository()
    const done = await worked(late, other)
    writeFileSync(join(other.dir, ".git", "ci-results.jsonl"), lines(done.id).join(""))
    await look(late, other)
    expect(changes(late)).toEqual(["commit", "ci 1", "ci 0", "ci 1"])
  })

  it("a repository that is gone, empty or no repository says nothing", async () => {
    const w = world()
    const repo = stagedRepository()
    await worked(w, repo)
    rmSync(join(repo.dir, ".git", "objects"), { recursive: true })
    expect(await look(w, repo)).toEqual({ looked: false, observed: 0 })
    rmSync(repo.dir, { recursive: true })
    expect(await look(w, repo)).toEqual({ looked: false, observed: 0 })
    expect(await look(w, stagedRepository())).toEqual({ looked: false, observed: 0 })
  })
})

withGit("a hostile repository executes nothing and is not written to", () => {
  it("pager, external diff, textconv, filters, fsmonitor, gpg, aliases, hooks", async () => {
    const w = world()
    const repo = stagedRepository()
    const trap = join(folder(), "trap")
    const sprung = `${trap}.sprung`
    writeFileSync(trap, `#!/bin/sh\ntouch '${sprung}'\ncat\n`)
    chmodSync(trap, 0o755)
    const { id } = await worked(w, repo)
    repo.commit(w.now(), { ".gitattributes": "* diff=evil filter=evil merge=evil\n" }, "attributes")
    const set = (key: string, value: string) =>
      execFileSync("git", ["config", key, value], { cwd: repo.dir, stdio: "ignore" })
    for (const key of ["core.pager", "pager.log", "pager.diff", "diff.external", "core.sshCommand", "gpg.program"])
      set(key, trap)
    for (const key of ["diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge"])
      set(key, trap)
    for (const name of ["log", "rev-list", "diff-tree"]) set(`alias.${name}`, `!${trap}`)
    for (const key of ["core.fsmonitor", "core.editor", "credential.helper", "core.askPass"]) set(key, trap)
    set("log.showSignature", "true")
    const hooks = join(repo.dir, ".git", "hooks")
    for (const name of ["post-index-change", "reference-transaction", "post-checkout"]) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch '${sprung}'\n`)
      chmodSync(join(hooks, name), 0o755)
    }
    rmSync(sprung, { force: true })
    const before = tree(join(repo.dir, ".git"))
    w.later(2 * DAY)
    expect((await look(w, repo)).observed).toBe(2)
    expect(changes(w)).toEqual(["commit", "survival 1 1"])
    expect(id).toMatch(/^[0-9a-f]{40}$/)
    expect(existsSync(sprung)).toBe(false)
    expect(tree(join(repo.dir, ".git"))).toEqual(before)
    execFileSync("git", ["--no-pager", "log", "-p", "--ext-diff", "-1"], { cwd: repo.dir, stdio: "ignore" })
    expect(existsSync(sprung), "whoever asks git plainly is caught").toBe(true)
  })
})

withGit("bounded", () => {
  it("ten thousand commits are looked at within the budget", { timeout: 60_000 }, async () => {
    const w = world()
    const repo = stagedRepository()
    const start = w.now() - 20 * DAY * 60_000
    const stream: string[] = []
    for (let i = 0; i < 10_000; i++) {
      const at = Math.floor(start / 1000) + i * 60
      stream.push(
        `commit refs/heads/main\ncommitter t <t@example.invalid> ${at} +0000\ndata 2\nc\nM 100644 inline src/f${i % 50}.ts\ndata ${String(i).length + 10}\nlet here=${i}\n\n`,
      )
    }
    execFileSync("git", ["fast-import", "--quiet"], {
      cwd: repo.dir,
      input: stream.join(""),
      stdio: ["pipe", "ignore", "ignore"],
    })
    repo.git(0, "reset", "-q", "--hard", "main")
    await worked(w, repo, "src/mine.ts")
    w.later(9 * DAY)
    // On a crowded machine a look may run out of its budget; the next one goes on.
    for (let tries = 0; tries < 5 && changes(w).length < 3; tries++) await look(w, repo, 4_000)
    expect(changes(w)).toEqual(["commit", "survival 1 1", "survival 7 1"])
    expect((await lookForLateEvidence(w.memory, { scope: REPO, top: repo.dir, cacheDir }, 0)).observed).toBe(0)
  })
})

const tree = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map(name => {
      const { size, mtimeMs, mode } = statSync(join(dir, name))
      return `${name} ${size} ${mtimeMs} ${mode}`
    })
    .sort()
