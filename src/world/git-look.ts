// A short look at a working copy: which of some files differ from the last commit, and whether a branch is in the main one.
// git reads borrowed objects only, within milliseconds; the files are hashed here, so no filter, hook, monitor or setting of the
// repository has a say. Null = not known.
import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs"
import { isAbsolute, join, relative, sep } from "node:path"
import { borrowObjects, type Format, formatOf } from "./borrowed-objects.ts"
import { tipsOf } from "./git-history.ts"

/** null = not known, in all of it */
export type GitLook = NonNullable<ReturnType<typeof lookAtGit>>

const MOST_FILES = 40
const LARGEST = 2 * 1024 * 1024

/** `callMs`: longest wait for git, which is asked once or twice. */
export function lookAtGit(top: string, cacheDir: string, callMs: number) {
  const found = tipsOf(top)
  const head = found?.tips.head ?? null
  if (found === null || head === null) return null
  const { git, tips } = found
  const ask = (args: readonly string[]): string | null =>
    borrowObjects(git.common, cacheDir, head).runNow(args, { timeoutMs: callMs, maxBytes: 256 * 1024 })
  const branch = [...tips.refs].find(([name, id]) => name.startsWith("refs/heads/") && id === head)
  return {
    branch: branch?.[0].slice("refs/heads/".length) ?? null,
    /** of these files, by absolute path, those that are not as the last commit has them */
    uncommitted(paths: readonly string[]): readonly string[] | null {
      const inside = paths.flatMap(path => within(git.top, path) ?? []).slice(-MOST_FILES)
      if (inside.length === 0) return []
      const listed = ask(["ls-tree", "-z", "--full-tree", head, "--", ...inside.map(file => file.name)])
      if (listed === null) return null
      const known = new Map(
        listed.split("\0").flatMap(line => {
          const [, id, name] = /^\d+ \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
          return id === undefined ? [] : [[name!, id] as const]
        }),
      )
      return inside
        .filter(({ path, name }) => !isAs(path, known.get(name) ?? null, formatOf(head)))
        .map(({ path }) => path)
    },
    /** true: its last commit is in the main branch, or the branch is gone */
    merged(name: string): boolean | null {
      const main = tips.main
      if (main === null || main.name === name) return main === null ? null : false
      const tip = tips.refs.get(`refs/heads/${name}`)
      if (tip === undefined) return true
      // A branch just begun stands where the main one stands, and is no merged one.
      if (tip === main.id) return tip !== head
      const behind = ask(["rev-list", "--max-count=1", "--end-of-options", tip, `^${main.id}`])
      return behind === null ? null : behind.trim() === ""
    },
  }
}

/** The file in the working copy and its name there; a link out of it is nobody's work. */
function within(top: string, path: string): { readonly path: string; readonly name: string } | null {
  if (!isAbsolute(path) || path.includes("\0")) return null
  const name = relative(top, real(path)).split(sep).join("/")
  return name === "" || name.startsWith("../") || isAbsolute(name) ? null : { path, name }
}

const real = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    try {
      return join(realpathSync(join(path, "..")), path.split(sep).at(-1)!)
    } catch {
      return path
    }
  }
}

/** Is the file what the commit has? One too large, or not to be read, is taken to be: silence is safe. */
function isAs(path: string, id: string | null, format: Format): boolean {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    // Gone from the working copy and from the commit: nothing is open.
    return (error as NodeJS.ErrnoException).code !== "ENOENT" || id === null
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || stat.size > LARGEST) return true
    if (id === null) return false
    const bytes = Buffer.alloc(stat.size)
    const text = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0))
    const plain = Buffer.from(text.toString("latin1").replaceAll("\r\n", "\n"), "latin1")
    return [text, plain].some(body => blobId(body, format) === id)
  } catch {
    return true
  } finally {
    closeSync(descriptor)
  }
}

const blobId = (body: Buffer, format: Format): string =>
  createHash(format).update(`blob ${body.length}\0`).update(body).digest("hex")
