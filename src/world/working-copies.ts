// All working copies of a repository on this computer: the checkout and its worktrees. Ground truth:
// gitrepository-layout(5). Read from .git alone; git is not run.
import { basename, dirname, isAbsolute, join, resolve } from "node:path"
import { listFolder, smallFile } from "./foreign-files.ts"

const SMALL = 8192
const MOST = 64

export function workingCopies(top: string): readonly string[] {
  const common = commonFolder(top)
  if (common === null) return [top]
  const main = basename(common) === ".git" ? [dirname(common)] : []
  const others = listFolder(join(common, "worktrees"))
    .filter(entry => entry.isDirectory())
    .slice(0, MOST)
    .flatMap(entry => {
      const file = smallFile(join(common, "worktrees", entry.name, "gitdir"), SMALL)?.trim()
      return file && isAbsolute(file) && basename(file) === ".git" ? [dirname(file)] : []
    })
  return [...new Set([top, ...main, ...others])]
}

function commonFolder(top: string): string | null {
  const git = join(top, ".git")
  if (listFolder(top).some(entry => entry.name === ".git" && entry.isDirectory())) return git
  const named = /^gitdir: (.{1,4096})$/m.exec(smallFile(git, SMALL) ?? "")?.[1]
  if (named === undefined) return null
  const own = resolve(top, named.trim())
  const common = smallFile(join(own, "commondir"), SMALL)?.trim()
  return common ? resolve(own, common) : null
}
