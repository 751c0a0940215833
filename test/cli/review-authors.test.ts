// A team's rule in a file of the repository, changed by a pull request: in review it stands with its file, line and author, and with
// an id by which it is kept, put away or said in other words.
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folder, world } from "./world.ts"

function repository(): { readonly dir: string; commit(author: string, file: string, text: string): void } {
  const dir = folder()
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...words], {
      cwd: dir,
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_DATE: "2023-11-03T10:00:00Z" },
      stdio: "pipe",
    })
  git("init", "-q")
  return {
    dir,
    commit(author, file, text) {
      writeFileSync(join(dir, file), text)
      git("add", "-A")
      git("commit", "-q", "-m", "rules", `--author=${author} <${author}@example.org>`)
    },
  }
}

it("[W17] a rule from a file waits with its line and the author whom git names", async () => {
  const { dir, commit } = repository()
  commit("Ann", "AGENTS.md", "# Rules\n\n- Always run the linter before committing\n")
  commit("Bob", "AGENTS.md", "# Rules\n\n- Always run the linter before committing\n- Never push to main\n")
  // what a repository says of git itself is not obeyed
  mkdirSync(join(dir, ".git"), { recursive: true })
  writeFileSync(
    join(dir, ".git", "config"),
    "[core]\n\trepositoryformatversion = 0\n[blame]\n\tignoreRevsFile = /etc/passwd\n",
  )
  const w = world(dir)
  await w.run(["note", "keep functions short"])
  await w.run(["settle"])
  const { items } = (await w.run(["review", "--json"])).json()
  const told = items.map((i: any) => [i.statement, i.document, i.written?.line, i.written?.author])
  expect(told).toContainEqual(["Never push to main", "AGENTS.md", 4, "Bob"])
  expect(told).toContainEqual(["Always run the linter before committing", "AGENTS.md", 3, "Ann"])
  expect((await w.run(["review", "--list"], { columns: 200 })).out).toContain("from AGENTS.md:4, by Bob, 2023-11-03")
})

it("[W17] a line that is not committed yet is told by its file alone", async () => {
  const { dir, commit } = repository()
  commit("Ann", "README.md", "hello\n")
  writeFileSync(join(dir, "AGENTS.md"), "# Rules\n\n- Never push to main\n")
  const w = world(dir)
  await w.run(["note", "keep functions short"])
  await w.run(["settle"])
  const item = (await w.run(["review", "--json"])).json().items.find((i: any) => i.statement === "Never push to main")
  expect([item.document, item.written]).toEqual(["AGENTS.md", undefined])
  expect((await w.run(["review", "--list"], { columns: 200 })).out).toMatch(/from AGENTS\.md(?!:)/)
})

it("[S4-09] the id that review shows is shown, kept, put away and reworded by, and each is undone", async () => {
  const { dir, commit } = repository()
  commit("Ann", "AGENTS.md", "- Never push to main\n- Always run the linter\n- Use tabs for every indent\n")
  const w = world(dir)
  let drawn = 0
  const random = (bytes: number) => new Uint8Array(bytes).fill(++drawn)
  const run = (...words: string[]) => w.run(words, { random, columns: 200 })
  await run("note", "keep functions short")
  await run("settle")
  const waits = async () => {
    const { out } = await run("review", "--list")
    return Object.fromEntries(
      [...out.matchAll(/^(c-[0-9a-f]+)\s.*((?:Never|Always|Use) .*?)\s*$/gm)].map(([, id, words]) => [words!, id!]),
    )
  }
  const { "Never push to main": push, "Always run the linter": lint, "Use tabs for every indent": tabs } = await waits()
  expect((await run("card", push!)).out).toContain(`keep it: mettle card confirm ${push}`)
  expect((await run("card", "pin", push!)).err).toContain(`mettle card confirm ${push} keeps it`)
  const kept = await run("card", "confirm", push!, "--json")
  expect([kept.code, kept.json().card.statement, kept.json().card.stage]).toEqual([0, "Never push to main", "active"])
  expect((await run("card", "correct", tabs!, "use spaces for every indent")).out).toContain("now active")
  expect((await run("card", "archive", lint!)).out).toContain("put away")
  expect(await waits()).toEqual({})
  expect((await run("undo")).out).toContain('took back: marked "Always run the linter"')
  expect(await waits()).toEqual({ "Always run the linter": lint })
  expect((await run("card", "confirm", lint!)).code).toBe(0)
  expect((await run("undo")).out).toContain('took back: kept "Always run the linter"')
})
