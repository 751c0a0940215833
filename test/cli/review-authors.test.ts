// A team's rule in a file of the repository, changed by a pull request: in review it stands with its file, line and author.
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
