// Starts a process beside the hooks, and does not wait for it: the resident, or the work that hooks leave to others. At most one try in ten seconds: while another one holds the lock, a try costs a process for nothing.
import { closeSync, existsSync, openSync, rmSync } from "node:fs"
import { join } from "node:path"
import { deafMark, type Env, fitsSocket, type Paths, packageFile, privateDir, runDir, socketPath } from "../paths.ts"
import { isDue, processLock, stampNow, startDetached } from "../store/process-lock.ts"

const PAUSE_MS = 10_000
/**
 * How Node runs them. The resident stays: young objects get little room (by default it grows to three times 16 MB and is never given
 * back), and threads of the C library share two heaps instead of taking one each. Together a fifth less memory, no more CPU.
 */
export const RUNS = {
  resident: { flags: ["--max-old-space-size=192", "--max-semi-space-size=2"], env: { MALLOC_ARENA_MAX: "2" } },
  owed: { flags: ["--max-old-space-size=768"], env: {} },
} as const
/** All that such a process gets of the environment: places, and what a model that was switched on needs. */
const KEPT = /^(?:HOME|PATH|LANG|LC_ALL|TMPDIR|USER|LOGNAME|XDG_[A-Z_]+|METTLE_[A-Z_]+)$/

const bundleFile = (paths: Paths): string => {
  const installed = join(paths.data, "bin", "hook.cjs")
  return existsSync(installed) ? installed : packageFile("dist", "hook.cjs")
}

/** METTLE_RESIDENT=off: no process but the hooks themselves. */
const mayStart = (env: Env): boolean => env.METTLE_RESIDENT !== "off"
export const residentPossible = (env: Env): boolean => process.platform !== "win32" && mayStart(env)

export function startResident(paths: Paths, env: Env, now: number, also: RegExp | null = null): boolean {
  if (!residentPossible(env)) return false
  const dir = privateDir(runDir(paths, env))
  return fitsSocket(socketPath(dir)) && start("resident", dir, paths, env, now, also)
}

/** What took too long for a hook is done there. */
export const startOwedWork = (paths: Paths, env: Env, now: number): boolean =>
  mayStart(env) && start("owed", privateDir(runDir(paths, env)), paths, env, now, null)

function start(
  what: keyof typeof RUNS,
  dir: string,
  paths: Paths,
  env: Env,
  now: number,
  also: RegExp | null,
): boolean {
  const stamp = join(dir, `${what}.tried`)
  if (!isDue(stamp, now, PAUSE_MS)) return false
  stampNow(stamp, now)
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name) || also?.test(name)))
  const { flags, env: own } = RUNS[what]
  startDetached([...flags, bundleFile(paths), what], { ...kept, ...own, METTLE_RUN_DIR: dir })
  return true
}

/**
 * About a resident that did not take a payload. A socket is removed only when nobody holds the resident's lock: its owner is dead,
 * however it died. One that lives is busy or stopped: its door stays, and a mark beside it sends the next hooks past it until
 * it takes the mark away itself.
 */
export function unheard(dir: string): void {
  try {
    // Held while the name is removed, so that no new resident can have just put its own there.
    const lock = processLock(dir, "resident")
    if (lock) for (const path of [socketPath(dir), deafMark(dir)]) rmSync(path, { force: true })
    else closeSync(openSync(deafMark(dir), "a", 0o600))
    lock?.release()
  } catch {
    // The next hooks wait for it as this one did.
  }
}
