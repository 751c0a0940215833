// Reads who and where a repository is, straight from .git: config, HEAD, refs, commondir. A repository is hostile input:
// its hooks and its config are never executed, reads are bounded, pipes and odd files are refused, credentials dropped.
// Ground truth: gitrepository-layout(5). What the facts mean is core/scope.ts.
import { realpathSync, statSync } from "node:fs"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { sha256 } from "../core/ids.ts"
import { type Identity, identify, normaliseOrigin } from "../core/scope.ts"
import { borrowObjects, writeWhole } from "./borrowed-objects.ts"
import { listFolder, readSmall, smallFile } from "./foreign-files.ts"

export interface Repository {
  readonly kind: "checkout" | "worktree" | "submodule" | "bare" | "none"
  /** real path of the working copy; of the folder itself without git */
  readonly top: string
  /** where in it we stand, "" at the top: a monorepo is one scope, this is its tag */
  readonly within: string
  readonly origin: string | null
  /** remotes other than the origin, normalised: an "upstream" tells a fork */
  readonly remotes: Readonly<Record<string, string>>
  readonly branch: string | null
  readonly head: string | null
  readonly identity: Identity
  /**
   * This working copy, told from any other that stands in its place later: by its .git (worktrees share it), then by its
   * folder, which may be older. Nothing where the disk does not keep when a folder was made.
   */
  readonly copies: readonly string[]
}
interface ReadOptions {
  /** our own folder for root commits once found; without it none is looked for */
  readonly cacheDir?: string
  /** for the one call of git that may be needed */
  readonly timeoutMs?: number
}

export function readRepository(folder: string, options: ReadOptions = {}): Repository {
  const here = real(folder)
  const git = findGit(here)
  if (!git) {
    const identity = identify({ origin: null, root: null, path: here })
    const nothing = { within: "", origin: null, remotes: {}, branch: null, head: null }
    return { kind: "none", top: here, ...nothing, identity, copies: copiesAt(here) }
  }
  const remotes = readRemotes(git.common)
  const originUrl = remotes.origin ?? (Object.keys(remotes).length === 1 ? Object.values(remotes)[0] : undefined)
  const origin = originUrl === undefined ? null : followed(originUrl, git.top, 0)
  const { branch, head } = readHead(git)
  const root = origin ? null : rootCommit(git, head, options)
  const others = Object.entries(remotes)
    .filter(([name, url]) => name !== "origin" && url !== originUrl)
    .flatMap(([name, url]): [string, string][] => {
      const normal = normaliseOrigin(url)
      return normal && "remote" in normal ? [[name, normal.remote]] : []
    })
  return {
    kind: git.kind,
    top: git.top,
    within: relative(git.top, here).split(sep).join("/"),
    origin,
    remotes: Object.fromEntries(others),
    branch,
    head,
    identity: identify({
      origin,
      root,
      // Worktrees share what has neither origin nor commits: go by the folder that they have in common.
      path: git.kind === "worktree" ? dirname(git.common) : git.top,
      rootless: head === null ? "no remote and no commit yet" : "no remote and no first commit to be read",
    }),
    copies: copiesAt(git.common, git.kind === "worktree" ? dirname(git.common) : git.top),
  }
}

/** A number is given again soon after its folder is gone; the moment it was made is not. */
const copiesAt = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap(folder => {
    const stat = statOf(folder)
    return stat === undefined || stat.birthtimeNs === 0n ? [] : [`${stat.ino}:${stat.birthtimeNs}`]
  })

export function remotesOf(folder: string): Readonly<Record<string, string>> {
  const git = findGit(real(folder))
  return git ? readRemotes(git.common) : {}
}

export interface Git {
  readonly kind: Repository["kind"]
  readonly top: string
  /** HEAD of this working copy */
  readonly dir: string
  /** config, refs, objects: shared between worktrees */
  readonly common: string
}

const DEEPEST = 64

export function findGit(folder: string): Git | null {
  let top = folder
  for (let level = 0; level < DEEPEST; level++) {
    const entry = join(top, ".git")
    const found = isDirectory(entry) ? ordinary(top, entry) : linked(top, entry)
    if (found) return found
    if (isGitDir(top) && isDirectory(join(top, "refs"))) return { kind: "bare", top, dir: top, common: top }
    const parent = dirname(top)
    if (parent === top) return null
    top = parent
  }
  return null
}

const ordinary = (top: string, dir: string): Git | null =>
  isGitDir(dir) ? { kind: "checkout", top, dir, common: commonOf(dir) } : null

/** A `.git` file: a worktree (it has a commondir) or a submodule. */
function linked(top: string, file: string): Git | null {
  const target = /^gitdir: (.+)$/m.exec(readSmall(file, 4096) ?? "")?.[1]?.trim()
  if (!target) return null
  const dir = real(resolve(top, target))
  if (!isGitDir(dir)) return null
  const common = commonOf(dir)
  return { kind: common === dir ? "submodule" : "worktree", top, dir, common }
}

const isGitDir = (dir: string): boolean =>
  readSmall(join(dir, "HEAD"), 4096) !== null && isDirectory(join(commonOf(dir), "objects"))

function commonOf(dir: string): string {
  const said = readSmall(join(dir, "commondir"), 4096)?.trim()
  return said ? real(isAbsolute(said) ? said : resolve(dir, said)) : dir
}

/** [remote "name"] url = … of the repository's own config. Includes are not followed: they may lead anywhere. */
function readRemotes(common: string): Record<string, string> {
  const remotes: Record<string, string> = Object.create(null)
  let remote: string | null = null
  for (const raw of (readSmall(join(common, "config"), 256 * 1024) ?? "").split("\n")) {
    const line = raw.trim()
    const section = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (section) remote = section[1]!.toLowerCase() === "remote" && section[2] !== undefined ? section[2] : null
    const url = /^(?:\[[^\]]*\]\s*)?url\s*=\s*(.*)$/i.exec(line)?.[1]
    // The first url is the one that is fetched from; more of them only matter for pushing.
    if (remote !== null && url !== undefined && remotes[remote] === undefined) remotes[remote] = unquoted(url)
  }
  return remotes
}

const unquoted = (value: string): string => {
  const bare = value.startsWith('"')
    ? (/^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1] ?? value)
    : value.replace(/\s+[#;].*$/, "")
  return bare.replace(/\\(["\\])/g, "$1").trim()
}

/** A local origin is followed to where it came from: a clone of a clone is the same repository. */
function followed(url: string, base: string, hops: number): string | null {
  const normal = normaliseOrigin(url)
  if (!normal) return null
  if ("remote" in normal) return normal.remote
  if (hops >= 4) return null
  const place = resolve(base, normal.local)
  const git = findAt(place) ?? findAt(`${place}.git`)
  const next = git ? readRemotes(git.common).origin : undefined
  return git && next !== undefined ? followed(next, git.top, hops + 1) : null
}

function findAt(place: string): Git | null {
  const top = real(place)
  const inside = join(top, ".git")
  if (isDirectory(inside)) return ordinary(top, inside)
  return linked(top, inside) ?? (isGitDir(top) ? { kind: "bare", top, dir: top, common: top } : null)
}

export const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

export function readHead(git: Git): { branch: string | null; head: string | null } {
  const text = readSmall(join(git.dir, "HEAD"), 4096)?.trim() ?? ""
  if (COMMIT.test(text)) return { branch: null, head: text }
  const ref = /^ref: (refs\/[^\s~^:?*[\\]+)$/.exec(text)?.[1]
  if (!ref || ref.split("/").some(part => part === "" || part.startsWith("."))) return { branch: null, head: null }
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null
  const loose = (readSmall(join(git.dir, ref), 256) ?? readSmall(join(git.common, ref), 256))?.trim()
  if (loose && COMMIT.test(loose)) return { branch, head: loose }
  const packed = readSmall(join(git.common, "packed-refs"), 16 * 1024 * 1024) ?? ""
  const at = packed.indexOf(` ${ref}\n`)
  const commit = at < 0 ? "" : packed.slice(packed.lastIndexOf("\n", at) + 1, at)
  return { branch, head: COMMIT.test(commit) ? commit : null }
}

/**
 * Follows first parents to the beginning. git does the walk, with the objects merely borrowed. A shallow clone has no
 * beginning.
 */
function rootCommit(git: Git, head: string | null, { cacheDir, timeoutMs = 2000 }: ReadOptions): string | null {
  if (head === null || cacheDir === undefined || isFile(join(git.common, "shallow"))) return null
  const { dev, ino } = statSync(git.common)
  // The folder's number is part of the name: another repository put in the same place later is not taken for this one.
  const known = join(cacheDir, "roots", sha256(`${dev}:${ino}:${git.common}`).toString("hex").slice(0, 32))
  const cached = readSmall(known, 256)?.trim()
  if (cached && COMMIT.test(cached)) return cached
  const words = ["rev-list", "--first-parent", "--max-parents=0", "--end-of-options", head]
  const limits = { timeoutMs, maxBytes: 64 * 1024 }
  const root = borrowObjects(git.common, cacheDir, head).runNow(words, limits)?.trim() ?? ""
  // No git, too slow, or objects missing: the folder is then the identity, and says so.
  if (!COMMIT.test(root)) return null
  try {
    writeWhole(known, `${root}\n`)
    return root
  } catch {
    return null
  }
}

const real = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
const statOf = (path: string) => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    // Not ours to look into, or a ring of links: the same as not there.
    return undefined
  }
}
const isDirectory = (path: string): boolean => statOf(path)?.isDirectory() ?? false
const isFile = (path: string): boolean => statOf(path)?.isFile() ?? false

// All working copies of a repository on this computer: the checkout and its worktrees. Ground truth:
// gitrepository-layout(5). Read from .git alone; git is not run.

const SMALL = 8192
const MOST = 64

export function workingCopies(top: string): readonly string[] {
  const git = findAt(top)
  if (git === null) return [top]
  const main = basename(git.common) === ".git" ? [dirname(git.common)] : []
  const others = listFolder(join(git.common, "worktrees"))
    .filter(entry => entry.isDirectory())
    .slice(0, MOST)
    .flatMap(entry => {
      const file = smallFile(join(git.common, "worktrees", entry.name, "gitdir"), SMALL)?.trim()
      return file && isAbsolute(file) && basename(file) === ".git" ? [dirname(file)] : []
    })
  return [...new Set([top, ...main, ...others])]
}
