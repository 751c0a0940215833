// git over somebody's objects, but in an empty repository of our own: nothing of theirs is in force, neither config, hooks,
// aliases, drivers, grafts nor remotes, and nothing is written. Ground truth: git(1), GIT_OBJECT_DIRECTORY.
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** null: git failed, was too slow or said too much. */
export type BorrowedObjects = ReturnType<typeof borrowObjects>
interface RunLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Before any subcommand: no pager, no replaced objects, paths taken literally, large files taken for binary ones. */
const CAREFUL = [
  "--no-pager",
  "--no-replace-objects",
  "--literal-pathspecs",
  "-c",
  "core.quotePath=false",
  "-c",
  "core.bigFileThreshold=2m",
] as const

export type Format = "sha1" | "sha256"
export const formatOf = (id: string): Format => (id.length === 64 ? "sha256" : "sha1")

/** `common`: the folder that holds `objects`; `id`: of any of them, since its length tells their format. */
export function borrowObjects(common: string, cacheDir: string, id: string) {
  // Where a shallow clone ends is all that is taken over of the other repository's state.
  const shallow = join(common, "shallow")
  const env = (cwd: string) => ({
    ...(statSync(shallow, { throwIfNoEntry: false })?.isFile() ? { GIT_SHALLOW_FILE: shallow } : {}),
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    GIT_DIR: cwd,
    GIT_OBJECT_DIRECTORY: join(common, "objects"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    LC_ALL: "C",
    TZ: "UTC",
  })
  const how = ({ timeoutMs, maxBytes }: RunLimits) => {
    const cwd = emptyRepository(cacheDir, formatOf(id))
    const bounds = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: maxBytes } as const
    return { cwd, env: env(cwd), ...bounds, encoding: "utf8" } as const
  }
  return {
    run: (args: readonly string[], limits: RunLimits) =>
      new Promise<string | null>(resolve => {
        if (limits.timeoutMs <= 0) return resolve(null)
        const child = execFile("git", [...CAREFUL, ...args], how(limits), (error, out) => resolve(error ? null : out))
        child.stdin?.end()
      }),
    /** The same, waited for: for a look that takes milliseconds. */
    runNow(args: readonly string[], limits: RunLimits): string | null {
      try {
        return execFileSync("git", [...CAREFUL, ...args], { ...how(limits), stdio: ["ignore", "pipe", "ignore"] })
      } catch {
        return null
      }
    },
  }
}

function emptyRepository(cacheDir: string, format: Format): string {
  const dir = join(cacheDir, `empty-${format}.git`)
  if (statSync(join(dir, "HEAD"), { throwIfNoEntry: false })?.isFile()) return dir
  for (const part of ["objects", "refs"]) mkdirSync(join(dir, part), { recursive: true, mode: 0o700 })
  const version = format === "sha256" ? 1 : 0
  const extension = format === "sha256" ? "[extensions]\n\tobjectFormat = sha256\n" : ""
  writeWhole(join(dir, "config"), `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n${extension}`)
  writeWhole(join(dir, "HEAD"), "ref: refs/heads/none\n")
  return dir
}

export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
