// Starts a process beside the hooks, detached and with every pipe closed, and does not wait for it: the resident, or the work
// that hooks leave to others. At most one try in ten seconds: while another one holds the lock, a try costs a process for nothing.
import { spawn } from "node:child_process"
import { closeSync, existsSync, openSync, statSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { type Env, type Paths, packageFile, privateDir } from "../paths.ts"
import { fitsSocket, runDir, socketPath } from "./protocol.ts"

const PAUSE_MS = 10_000
const HEAP_MB = { resident: 192, owed: 768 } as const
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
  what: keyof typeof HEAP_MB,
  dir: string,
  paths: Paths,
  env: Env,
  now: number,
  also: RegExp | null,
): boolean {
  const stamp = join(dir, `${what}.tried`)
  const tried = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Math.abs(now - tried) < PAUSE_MS) return false
  closeSync(openSync(stamp, "a", 0o600))
  utimesSync(stamp, now / 1000, now / 1000)
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name) || also?.test(name)))
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB[what]}`, bundleFile(paths), what], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
    env: { ...kept, METTLE_RUN_DIR: dir },
  })
  child.on("error", () => {})
  child.unref()
  return true
}
