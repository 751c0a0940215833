// What was said of a repository holds on when the repository becomes known by something else: its first commit, an origin,
// another origin. Real repositories, real hooks; what stands in the same place later, or is a fork, inherits nothing.
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { liveCardsIn } from "../../src/core/views/read.ts"
import { surroundings } from "../../src/hook/surroundings.ts"
import { undoable } from "../../src/memory/acting/acts.ts"
import { sendBack } from "../../src/memory/acting/take-along.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { resolvePaths } from "../../src/paths.ts"
import { putMembership } from "../../src/team/membership.ts"
import { folder } from "../cli/world.ts"
import { denies, hooksOf } from "./hooks.ts"
import { world } from "./world.ts"

const git = (cwd: string, ...words: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" },
  }).trim()
const commit = (dir: string, words = dir) => git(dir, "commit", "-q", "--allow-empty", "-m", words)
const WISH = "use pnpm, not npm"

function stage() {
  const w = world()
  const home = folder()
  const paths = resolvePaths({ HOME: home, METTLE_HOME: home })
  const scopeAt = (dir: string) => surroundings(dir, paths, { METTLE_PATIENCE: "20" }).scope!
  const hook = hooksOf(w.memory, null, () => w.memory.parts.now(), {}, "claude-code", {
    home,
    around: dir => surroundings(dir, paths, { METTLE_PATIENCE: "20" }),
  })
  let n = 0
  const session = (dir: string) => {
    const id = `s${++n}`
    let at = dir
    const tell = async (event: string, more: object = {}) => {
      w.later(1)
      const base = { session_id: id, transcript_path: join(home, "none.jsonl"), cwd: at, hook_event_name: event }
      return hook({ ...base, ...more })
    }
    return {
      start: () => tell("SessionStart", { source: "startup", model: "m" }),
      says: (prompt: string) => tell("UserPromptSubmit", { prompt, prompt_id: `p${++n}` }),
      calls: (command: string) =>
        tell("PreToolUse", { tool_name: "Bash", tool_input: { command }, tool_use_id: `t${++n}` }),
      edits: (file: string) =>
        tell("PreToolUse", {
          tool_name: "Edit",
          tool_input: { file_path: file, old_string: "a", new_string: "b" },
          tool_use_id: `t${++n}`,
        }),
      cd: (to: string) => {
        at = to
      },
    }
  }
  const said = async (dir: string, words = WISH) => {
    const s = session(dir)
    await s.start()
    await s.says(words)
    await settle(w.memory)
  }
  /** what a new session hears first, and whether it is held */
  const looks = async (dir: string) => {
    const s = session(dir)
    const first = await s.start()
    return { line: first === null ? "" : (JSON.parse(first).systemMessage ?? ""), held: denies(await s.calls("npm i")) }
  }
  return { w, session, said, looks, scopeAt, data: paths.data }
}
const unborn = (name = "shop") => {
  const dir = join(folder(), name)
  mkdirSync(dir)
  git(dir, "init", "-q")
  return dir
}

const hasGit = spawnSync("git", ["--version"]).status === 0
const withGit: typeof describe | ((...all: unknown[]) => void) = hasGit ? describe : () => {}

withGit("a session in a folder of a repository", () => {
  it("is held to what was said of the repository's files, by whatever path they are named", async () => {
    const { said, session } = stage()
    const dir = unborn()
    commit(dir)
    await said(dir, "never touch generated/")
    const below = join(dir, "packages", "a")
    mkdirSync(below, { recursive: true })
    const at = session(below)
    await at.start()
    expect(denies(await at.edits(join(below, "a.ts")))).toBe(false)
    expect(denies(await at.edits(join(dir, "generated", "b.ts")))).toBe(true)
  })
})

withGit("a session whose agent went to another repository", () => {
  it("says that what is kept is of the repository that it began in", async () => {
    const { session } = stage()
    const [shop, docs] = [unborn("shop"), unborn("docs")]
    for (const dir of [shop, docs]) commit(dir)
    const at = session(shop)
    await at.start()
    at.cd(docs)
    const { systemMessage } = JSON.parse((await at.says(WISH))!)
    expect(systemMessage).toContain("kept for the repository that this session began in:")
  })
})

withGit("a repository that becomes better known", () => {
  it("keeps its wishes at its first commit, at an origin, at another one and without one; each is told once, and a rebuild agrees", async () => {
    const { w, said, looks, scopeAt } = stage()
    const dir = unborn()
    await said(dir)
    expect((await looks(dir)).held).toBe(true)
    const ids = [scopeAt(dir)]
    for (const [change, by] of [
      [() => commit(dir), "its first commit"],
      [() => git(dir, "remote", "add", "origin", "git@github.com:acme/shop.git"), "its origin"],
      [() => git(dir, "remote", "set-url", "origin", "git@github.com:acme/store.git"), "its origin"],
      [() => git(dir, "remote", "remove", "origin"), "its first commit"],
    ] as const) {
      change()
      ids.push(scopeAt(dir))
      const first = await looks(dir)
      expect(first).toMatchObject({
        held: true,
        line: expect.stringContaining(`1 card came along, since this repository is known by ${by}`),
      })
      expect(await looks(dir)).toMatchObject({ held: true, line: expect.not.stringContaining("came along") })
    }
    expect(new Set(ids).size).toBe(4)
    w.memory.rebuild()
    expect((await looks(dir)).held).toBe(true)
    // the person's own acts are what undo is about
    expect(undoable(w.memory).map(act => act.type)).toEqual(["card.proposed"])
  })

  it("keeps them within the session that makes the first commit, and what is said in it afterwards too", async () => {
    const { session, looks, w } = stage()
    const dir = join(folder(), "shop")
    mkdirSync(dir)
    const s = session(dir)
    await s.start()
    await s.says(WISH)
    git(dir, "init", "-q")
    commit(dir)
    expect(denies(await s.calls("npm i"))).toBe(true)
    await s.says("use ruff, not flake8")
    await settle(w.memory)
    expect(denies(await s.calls("flake8 src"))).toBe(true)
    expect((await looks(dir)).held).toBe(true)
  })

  it("moves with its folder, and a wish said in both places stands once", async () => {
    const { said, looks, scopeAt, w } = stage()
    const plain = join(folder(), "plain")
    mkdirSync(plain)
    await said(plain)
    renameSync(plain, `${plain}-2`)
    expect((await looks(`${plain}-2`)).held).toBe(true)

    const dir = unborn()
    await said(dir, "use ruff, not flake8")
    const clone = unborn("clone")
    git(clone, "remote", "add", "origin", "git@github.com:acme/shop.git")
    await said(clone, "use ruff, not flake8")
    git(dir, "remote", "add", "origin", "git@github.com:acme/shop.git")
    await looks(dir)
    const live = liveCardsIn(w.memory.views, [`repo:${scopeAt(dir)}`])
    expect(live.map(card => w.memory.text(card.statement))).toEqual(["use ruff, not flake8"])
  })

  it("and its worktrees stay one: whichever is worked in first takes the memory along for all", async () => {
    const { said, looks } = stage()
    const dir = unborn()
    commit(dir)
    await said(dir)
    const tree = join(folder(), "tree")
    git(dir, "worktree", "add", "-q", "-b", "feature", tree)
    expect((await looks(tree)).held).toBe(true)
    git(dir, "remote", "add", "origin", "git@github.com:acme/shop.git")
    expect(await looks(tree)).toMatchObject({ held: true, line: expect.stringContaining("1 card came along") })
    expect(await looks(dir)).toMatchObject({ held: true, line: expect.not.stringContaining("came along") })
  })

  it("and a clone of its folder stay one", async () => {
    const { said, looks } = stage()
    const dir = unborn()
    commit(dir)
    await said(dir)
    const clone = join(folder(), "clone")
    git(dir, "clone", "-q", dir, clone)
    expect((await looks(clone)).held).toBe(true)
    git(dir, "remote", "add", "origin", "git@github.com:acme/shop.git")
    expect((await looks(dir)).held).toBe(true)
    expect((await looks(clone)).held).toBe(true)
  })

  it("can be told apart again, and stays so", async () => {
    const { said, looks, scopeAt, w } = stage()
    const dir = unborn()
    await said(dir)
    const before = scopeAt(dir)
    commit(dir)
    expect((await looks(dir)).held).toBe(true)
    expect(await sendBack(w.memory, before, scopeAt(dir))).toBe(1)
    expect((await looks(dir)).held).toBe(false)
    w.memory.rebuild()
    expect((await looks(dir)).held).toBe(false)
  })
})

withGit("another repository", () => {
  it("in the same place inherits nothing, by commit or by origin", async () => {
    const { said, looks } = stage()
    const dir = unborn()
    await said(dir)
    expect((await looks(dir)).held).toBe(true)
    for (const origin of [null, "git@github.com:other/thing.git"]) {
      rmSync(dir, { recursive: true })
      mkdirSync(dir)
      git(dir, "init", "-q")
      commit(dir, `other ${origin}`)
      if (origin) git(dir, "remote", "add", "origin", origin)
      expect(await looks(dir)).toEqual({ held: false, line: "" })
    }
  })

  it("that is a fork cloned elsewhere stays apart; a clone that turns away leaves to the other what was theirs", async () => {
    const { said, looks } = stage()
    const dir = unborn()
    commit(dir)
    git(dir, "remote", "add", "origin", "git@github.com:acme/shop.git")
    await said(dir)
    const base = folder()
    git(base, "clone", "-q", dir, "fork")
    const fork = join(base, "fork")
    git(fork, "remote", "set-url", "origin", "git@github.com:me/shop.git")
    expect(await looks(fork)).toEqual({ held: false, line: "" })

    git(base, "clone", "-q", dir, "second")
    const second = join(base, "second")
    expect((await looks(second)).held).toBe(true)
    git(second, "remote", "set-url", "origin", "git@github.com:me/shop.git")
    expect(await looks(second)).toMatchObject({
      held: false,
      line: expect.stringContaining("kept where others share it: 1 card"),
    })
    expect((await looks(dir)).held).toBe(true)
  })

  it("that a team shares is not filled or emptied by a change of origin", async () => {
    const { said, looks, scopeAt, data } = stage()
    const dir = unborn()
    commit(dir)
    await said(dir)
    const alone = scopeAt(dir)
    git(dir, "remote", "add", "origin", "git@github.com:acme/shop.git")
    const team = { team: "ab".repeat(6), url: "folder:///t", name: "ann", agreedAt: 1, joinedAt: 1 }
    putMembership(data, { ...team, partitions: [`repo:${scopeAt(dir)}`] })
    expect(await looks(dir)).toMatchObject({ held: false, line: expect.stringContaining(`scope merge ${alone} .`) })
    git(dir, "remote", "remove", "origin")
    expect((await looks(dir)).held).toBe(true)
  })

  it("that cannot be read for a moment takes nothing away", async () => {
    const { said, looks } = stage()
    const dir = unborn()
    commit(dir)
    await said(dir)
    const branch = git(dir, "symbolic-ref", "HEAD")
    git(dir, "checkout", "-q", "--orphan", "empty")
    await looks(dir)
    git(dir, "symbolic-ref", "HEAD", branch)
    expect(await looks(dir)).toMatchObject({ held: true, line: expect.not.stringContaining("came along") })
  })
})

it("without git, a session's folder counts for its whole length; the next one below it begins anew", async () => {
  const { session, looks } = stage()
  const dir = folder()
  mkdirSync(join(dir, "sub"))
  const s = session(dir)
  await s.start()
  await s.says(WISH)
  s.cd(join(dir, "sub"))
  expect(denies(await s.calls("npm i"))).toBe(true)
  expect((await looks(join(dir, "sub"))).held).toBe(false)
})
