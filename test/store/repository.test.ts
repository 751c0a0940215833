import { execFileSync, spawnSync } from "node:child_process"
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readRepository } from "../../src/world/repository.ts"
import { folder } from "../cli/world.ts"

const git = (cwd: string, ...words: string[]) =>
  execFileSync(
    "git",
    [
      "-c",
      "user.name=t",
      "-c",
      "user.email=t@example.invalid",
      "-c",
      "init.defaultBranch=main",
      "-c",
      "protocol.file.allow=always",
      ...words,
    ],
    {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" },
    },
  ).trim()

function repo(origin?: string): string {
  const dir = join(folder(), "shop")
  mkdirSync(dir)
  git(dir, "init", "-q")
  writeFileSync(join(dir, "a.txt"), dir)
  git(dir, "add", ".")
  git(dir, "commit", "-q", "-m", "first")
  if (origin) git(dir, "remote", "add", "origin", origin)
  return dir
}
const cacheDir = folder()
const read = (dir: string) => readRepository(dir, { cacheDir })
const URL = "https://me:s3cretTOKEN@github.com/acme/shop.git"

/** A machine without git has no repositories to read; what is left there is said at the end. */
const hasGit = spawnSync("git", ["--version"]).status === 0
const withGit: typeof describe | ((...all: unknown[]) => void) = hasGit ? describe : () => {}

withGit("who a repository is", () => {
  it("origin, branch and head are read without credentials", () => {
    const dir = repo(URL)
    const found = read(dir)
    expect(found).toMatchObject({
      kind: "checkout",
      top: dir,
      origin: "github.com/acme/shop",
      branch: "main",
      within: "",
    })
    expect(found.head).toBe(git(dir, "rev-parse", "HEAD"))
    expect(JSON.stringify(found)).not.toContain("s3cret")
  })

  it("clones and worktrees share it, with and without an origin", () => {
    for (const origin of [URL, undefined]) {
      const dir = repo(origin)
      const base = folder()
      git(dir, "worktree", "add", "-q", "-b", "feature", join(base, "tree"))
      git(base, "clone", "-q", dir, join(base, "clone"))
      git(base, "clone", "-q", "--bare", dir, join(base, "bare.git"))
      git(base, "clone", "-q", join(base, "bare.git"), join(base, "second"))
      const ids = [dir, join(base, "tree"), join(base, "clone"), join(base, "bare.git"), join(base, "second")].map(
        at => read(at).identity,
      )
      expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
      expect(ids[0]!.basis).toBe(origin ? "origin" : "root")
      expect(read(join(base, "tree"))).toMatchObject({ kind: "worktree", branch: "feature" })
    }
  })

  it("a fork has another origin, so another scope, and its upstream is seen", () => {
    const dir = repo("git@github.com:me/shop.git")
    git(dir, "remote", "add", "upstream", "https://github.com/acme/shop")
    const fork = read(dir)
    expect(fork.identity.id).not.toBe(read(repo(URL)).identity.id)
    expect(fork.remotes).toEqual({ upstream: "github.com/acme/shop" })
  })

  it("a single remote of another name counts as the origin", () => {
    const dir = repo()
    git(dir, "remote", "add", "home", URL)
    expect(read(dir).origin).toBe("github.com/acme/shop")
  })

  it("a monorepo is one scope; where we stand in it is a tag", () => {
    const dir = repo(URL)
    mkdirSync(join(dir, "packages", "api"), { recursive: true })
    const found = read(join(dir, "packages", "api"))
    expect(found.within).toBe("packages/api")
    expect(found.identity.id).toBe(read(dir).identity.id)
  })

  it("a submodule is its own repository", () => {
    const inner = repo()
    const outer = repo(URL)
    git(outer, "submodule", "--quiet", "add", inner, "lib")
    const found = read(join(outer, "lib"))
    expect(found.kind).toBe("submodule")
    expect(found.identity.id).toBe(read(inner).identity.id)
    expect(found.identity.id).not.toBe(read(outer).identity.id)
  })

  it("moving a folder changes nothing for git, and makes another scope without it", () => {
    const dir = repo()
    const before = read(dir).identity.id
    renameSync(dir, `${dir}-moved`)
    expect(read(`${dir}-moved`).identity.id).toBe(before)

    const bare = join(folder(), "plain")
    mkdirSync(bare)
    const plain = read(bare).identity
    expect(plain.basis).toBe("path")
    renameSync(bare, `${bare}2`)
    expect(read(`${bare}2`).identity.id).not.toBe(plain.id)
  })

  it("packed refs, a detached head, no commit yet, a link to the folder, a missing folder", () => {
    const dir = repo()
    const head = git(dir, "rev-parse", "HEAD")
    git(dir, "pack-refs", "--all")
    expect(read(dir).head).toBe(head)
    git(dir, "checkout", "-q", "--detach")
    expect(read(dir)).toMatchObject({ branch: null, head })
    const link = join(folder(), "link")
    symlinkSync(dir, link)
    expect(read(link).identity.id).toBe(read(dir).identity.id)
    const fresh = folder()
    git(fresh, "init", "-q")
    expect(read(fresh)).toMatchObject({ branch: "main", head: null, identity: { basis: "path" } })
    expect(read("/nonexistent/x").kind).toBe("none")
  })

  it("the root commit is looked up once, follows first parents, and a shallow clone has none", () => {
    const dir = repo()
    const root = git(dir, "rev-list", "--max-parents=0", "HEAD")
    git(dir, "checkout", "-q", "--orphan", "other")
    git(dir, "commit", "-q", "--allow-empty", "-m", "second root")
    git(dir, "checkout", "-q", "main")
    git(dir, "merge", "-q", "--allow-unrelated-histories", "-m", "m", "other")
    const cache = folder()
    expect(readRepository(dir, { cacheDir: cache }).identity.key).toBe(root)
    expect(readdirSync(join(cache, "roots"))).toHaveLength(1)
    expect(readRepository(dir, { cacheDir: cache, timeoutMs: 1 }).identity.key).toBe(root)
    expect(readRepository(dir).identity.basis).toBe("path")
    const base = folder()
    git(base, "clone", "-q", "--depth", "1", `file://${dir}`, "shallow")
    git(join(base, "shallow"), "remote", "remove", "origin")
    expect(read(join(base, "shallow")).identity.basis).toBe("path")
  })
})

withGit("a hostile repository", () => {
  it("executes nothing: hooks, config programs, filters, lazy fetches", () => {
    const dir = repo()
    const mark = join(folder(), "ran")
    const evil = join(folder(), "evil.sh")
    writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\n`)
    chmodSync(evil, 0o755)
    for (const hook of ["post-checkout", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"]) {
      writeFileSync(join(dir, ".git", "hooks", hook), `#!/bin/sh\ntouch ${mark}\n`)
      chmodSync(join(dir, ".git", "hooks", hook), 0o755)
    }
    appendFileSync(
      join(dir, ".git", "config"),
      `[core]\n fsmonitor = ${evil}\n sshCommand = ${evil}\n pager = ${evil}\n gitProxy = ${evil}\n[extensions]\n partialClone = far\n[remote "far"]\n promisor = true\n url = ext::${evil}\n[remote "far2"]\n url = ext::${evil}\n[protocol "ext"]\n allow = always\n[alias]\n rev-list = !${evil}\n`,
    )
    expect(read(dir).identity.basis).toBe("root")
    // a missing parent would be fetched from the promisor
    const lost = repo()
    git(lost, "commit", "-q", "--allow-empty", "-m", "second")
    const parent = git(lost, "rev-parse", "HEAD~1")
    rmSync(join(lost, ".git", "objects", parent.slice(0, 2), parent.slice(2)))
    appendFileSync(
      join(lost, ".git", "config"),
      `[extensions]\n partialClone = far\n[remote "far"]\n promisor = true\n url = ext::${evil}\n[remote "b"]\n url = x\n[protocol "ext"]\n allow = always\n`,
    )
    expect(read(lost).identity.basis).toBe("path")
    expect(existsSync(mark)).toBe(false)
  })

  it("odd files under .git neither hang nor throw", () => {
    const dir = repo()
    rmSync(join(dir, ".git", "config"))
    execFileSync("mkfifo", [join(dir, ".git", "config")])
    expect(read(dir).origin).toBeNull()
    writeFileSync(join(dir, ".git", "HEAD"), "ref: refs/heads/../../../../etc/passwd")
    expect(read(dir)).toMatchObject({ branch: null, head: null })
    writeFileSync(join(dir, ".git", "HEAD"), `ref: refs/heads/${"x".repeat(5000)}`)
    expect(() => read(dir)).not.toThrow()

    const strange = folder()
    for (const text of [
      "gitdir: /dev/zero",
      "gitdir: .",
      "gitdir: ../../../..",
      "nonsense",
      "gitdir: \0",
      `gitdir: ${"a/".repeat(3000)}`,
    ]) {
      writeFileSync(join(strange, ".git"), text)
      expect(read(strange).kind).toBe("none")
    }
    rmSync(join(strange, ".git"))
    symlinkSync(".git", join(strange, ".git"))
    expect(read(strange).kind).toBe("none")
  })

  it("a ring of local origins ends", () => {
    const a = repo()
    const b = repo()
    git(a, "remote", "add", "origin", b)
    git(b, "remote", "add", "origin", a)
    expect(read(a).identity.basis).toBe("root")
  })
})

describe("a repository laid out by hand, where git is not asked", () => {
  const head = "0123456789abcdef0123456789abcdef01234567"
  const layout = (files: Readonly<Record<string, string>>) => {
    const dir = folder()
    for (const part of ["objects", "refs"]) mkdirSync(join(dir, ".git", part), { recursive: true })
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(dir, name, ".."), { recursive: true })
      writeFileSync(join(dir, name), text)
    }
    return dir
  }
  it("quoted urls, comments, other sections and a second url", () => {
    const config = `[core]\n\turl = no\n[remote "origin"] ; main\n\tfetch = x\n\tURL = "https://h.example/a/b.git" # here\n\turl = https://h.example/second\n[branch "main"]\n\turl = no\n`
    const dir = layout({
      ".git/HEAD": "ref: refs/heads/topic/x\n",
      ".git/config": config,
      ".git/refs/heads/topic/x": `${head}\n`,
    })
    expect(read(dir)).toMatchObject({ origin: "h.example/a/b", branch: "topic/x", head, remotes: {} })
  })
  it("a worktree finds what it shares; without objects the folder is the identity", () => {
    const main = layout({
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/packed-refs": `# pack-refs with: peeled\n${head} refs/heads/side\n`,
      ".git/worktrees/side/HEAD": "ref: refs/heads/side\n",
      ".git/worktrees/side/commondir": "../..\n",
    })
    const tree = folder()
    writeFileSync(join(tree, ".git"), `gitdir: ${join(main, ".git", "worktrees", "side")}\n`)
    expect(read(tree)).toMatchObject({ kind: "worktree", branch: "side", head, identity: { basis: "path", key: main } })
    expect(read(main)).toMatchObject({ kind: "checkout", head: null, identity: { basis: "path", key: main } })
    expect(read(tree).identity.id).toBe(read(main).identity.id)
  })
})
