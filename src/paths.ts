// Where things live. Ground truth: the XDG base directory specification on Linux and macOS, %LOCALAPPDATA% on Windows;
// METTLE_HOME overrides all of it. Every directory is 0700 and ours, or it is refused. Nothing here reads a setting.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { fileURLToPath } from "node:url"
import { MettleError } from "./core/errors.ts"

export type Env = Readonly<Record<string, string | undefined>>

export interface Paths {
  /** the user's config.json */
  readonly config: string
  /** log, views, copied launcher */
  readonly data: string
  /** spool, fault counts, undo */
  readonly state: string
  /** safe to delete at any time */
  readonly cache: string
  /** sockets and locks of running processes */
  readonly runtime: string
}

export function resolvePaths(env: Env, home: string = homedir(), platform: string = process.platform): Paths {
  const one = env.METTLE_HOME
  if (one) {
    if (!isAbsolute(one))
      throw new MettleError("E_CONFIG", `METTLE_HOME must be an absolute path, not "${one}"`, {
        hint: `export METTLE_HOME="$PWD/${one}"`,
      })
    return under(one)
  }
  if (platform === "win32" && env.LOCALAPPDATA) return under(join(env.LOCALAPPDATA, "mettle"))
  // The specification says that a relative path in these variables is to be ignored.
  const xdg = (name: string, fallback: string) => {
    const value = env[name]
    return join(value && isAbsolute(value) ? value : join(home, fallback), "mettle")
  }
  const state = xdg("XDG_STATE_HOME", ".local/state")
  const run = env.XDG_RUNTIME_DIR
  return {
    config: xdg("XDG_CONFIG_HOME", ".config"),
    data: xdg("XDG_DATA_HOME", ".local/share"),
    state,
    cache: xdg("XDG_CACHE_HOME", ".cache"),
    runtime: run && isAbsolute(run) ? join(run, "mettle") : join(state, "run"),
  }
}

const under = (dir: string): Paths => ({
  config: join(dir, "config"),
  data: join(dir, "data"),
  state: join(dir, "state"),
  cache: join(dir, "cache"),
  runtime: join(dir, "run"),
})

/** Makes the directory private, or refuses one that is a link or somebody else's: a planted path must not get our text. */
export function privateDir(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const stat = lstatSync(dir)
  const refuse = (why: string) =>
    new MettleError("E_DISK", `${dir} ${why}`, {
      still: "nothing was written",
      hint: "move it away, or choose another place with METTLE_HOME",
    })
  if (stat.isSymbolicLink()) throw refuse("is a symbolic link")
  if (!stat.isDirectory()) throw refuse("is not a directory")
  if (process.getuid && stat.uid !== process.getuid()) throw refuse("belongs to another user")
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) chmodSync(dir, 0o700)
  return dir
}

/** Writes a file whole: a crash or a power cut leaves the old one or the new one. */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): void {
  const draft = `${path}.${process.pid}.new`
  rmSync(draft, { force: true })
  const file = openSync(draft, "wx", mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  // What the umask took away is given.
  chmodSync(draft, mode)
  renameSync(draft, path)
}

/** A file shipped beside the code (assets/…), found from a checkout and from dist alike. */
export function packageFile(...parts: readonly string[]): string {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(dir, "package.json")) && dirname(dir) !== dir) dir = dirname(dir)
  return join(dir, ...parts)
}

/** Names in a folder; none where it is not there, or not ours to look into. */
export function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

/** What a file says; null where it is not there, or not ours to read. */
export function textIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return null
  }
}

// Where a resident listens.

/** The launcher says which folder it looks in; without it, the folder of this environment. */
export const runDir = (paths: Paths, env: Env): string => env.METTLE_RUN_DIR || paths.runtime
export const socketPath = (dir: string): string => join(dir, "hook.sock")
/** Lies there while a living resident does not listen: launchers pass it by. */
export const deafMark = (dir: string): string => `${socketPath(dir)}.deaf`
/** The kernel's limit for the name of a socket; 104 on macOS, with its closing zero. */
export const fitsSocket = (path: string): boolean => Buffer.byteLength(path) < 104
