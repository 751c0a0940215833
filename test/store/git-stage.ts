// A real repository in a fresh folder, driven by hand, its commits at times of our choosing.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { folder } from "../cli/world.ts"

export const hasGit = spawnSync("git", ["--version"]).status === 0

export interface Staged {
  readonly dir: string
  /** git with these words, at this time */
  git(at: number, ...words: string[]): string
  write(file: string, text: string): string
  /** writes, adds and commits; the new id */
  commit(at: number, files: Readonly<Record<string, string>>, message?: string): string
}

/** A new one, or one that is there already. */
export function stagedRepository(dir = join(folder(), "shop")): Staged {
  mkdirSync(dir, { recursive: true })
  const git = (at: number, ...words: string[]): string => {
    const when = `@${Math.floor(at / 1000)} +0000`
    const env = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_EDITOR: "true" }
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"]
    return execFileSync("git", [...who, ...words], {
      cwd: dir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: at === 0 ? env : { ...env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when },
    }).trim()
  }
  const write = (file: string, text: string): string => {
    const path = join(dir, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  const commit: Staged["commit"] = (at, files, message = "work") => {
    for (const [file, text] of Object.entries(files)) write(file, text)
    git(at, "add", "-A")
    git(at, "commit", "-q", "-m", message)
    return git(at, "rev-parse", "HEAD")
  }
  if (!existsSync(join(dir, ".git"))) git(0, "init", "-q")
  return { dir, git, write, commit }
}
