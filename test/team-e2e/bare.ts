// Bare git remotes on this disk, and machines on them that share one seal, as after pairing.
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gitEngine } from "../../src/team/engines/git.ts"
import type { EngineOptions, SharedLog } from "../../src/team/shared-log.ts"
import type { OpenSharedLog } from "../contracts/shared-log.ts"

export const run = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, encoding: "utf8", stdio: "pipe" })

export interface Bare extends OpenSharedLog {
  readonly root: string
  readonly remote: string
  readonly url: string
  readonly state: (machine: number | string) => string
  readonly machine: (name: number | string, options?: EngineOptions) => Promise<SharedLog>
}

/** A remote of its own; every machine opened on it has the seal of the first. */
export function bare(options: EngineOptions = {}): Bare {
  const root = mkdtempSync(join(tmpdir(), "mettle-bare-"))
  const remote = join(root, "remote.git")
  run(root, "init", "--quiet", "--bare", remote)
  const url = `git+file://${remote}`
  const state = (machine: number | string) => join(root, `state-${machine}`)
  let first: string | null = null
  let last: Promise<unknown> = Promise.resolve()
  let n = 100
  const opened = async (name: number | string, more: EngineOptions): Promise<SharedLog> => {
    const dir = state(name)
    mkdirSync(dir, { recursive: true })
    if (first !== null && !existsSync(join(dir, "seal"))) copyFileSync(join(first, "seal"), join(dir, "seal"))
    const log = await gitEngine.open(url, { state: dir, retries: 1, ...options, ...more })
    first ??= dir
    return log
  }
  const machine = (name: number | string, more: EngineOptions = {}): Promise<SharedLog> => {
    const next = last.then(() => opened(name, more))
    last = next.catch(() => {})
    return next
  }
  return {
    ...{ root, remote, url, state, machine },
    open: (which = n++) => machine(which),
    close: async () => rmSync(root, { recursive: true, force: true }),
  }
}
