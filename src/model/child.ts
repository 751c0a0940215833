// One process of an agent program: started now, asked once, now or later, and ended with everything it started. It cannot
// reach us again: METTLE_INTERNAL silences our hooks, its folder says record: false. Questions go in by stdin, never by
// arguments; when we are gone, its stdin ends and so does it.
import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { privateDir } from "../paths.ts"
import type { ProgramName } from "./programs.ts"
import { PROGRAM_VARIABLES } from "./variables.ts"

export interface ChildOptions {
  readonly program: ProgramName
  /** a private folder to run in is made below it */
  readonly stateDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs?: number
}
export interface Child {
  /** false: it ended before anybody asked */
  readonly isAlive: () => boolean
  /** all it printed, once it ended */
  ask(stdin: string, signal: AbortSignal | undefined): Promise<string>
  end(): void
}

const TIMEOUT_MS = 120_000
const MOST_BYTES = 1_000_000
export const failed = (program: string, how: string): MettleError =>
  new MettleError("E_CONFIG", `${program} ${how}`, {
    still: "everything else goes on without a model",
    hint: `try ${program} by hand, or mettle config set model.backend none`,
  })

export function startChild(
  { program, env, stateDir, timeoutMs = TIMEOUT_MS }: ChildOptions,
  args: readonly string[],
): Child {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => PROGRAM_VARIABLES.test(name)))
  const child = spawn(program, args, {
    cwd: privateFolder(stateDir),
    // A group of its own, so that what it started ends with it.
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...kept, METTLE_INTERNAL: "1" },
  })
  const parts: Buffer[] = []
  let bytes = 0
  let why: string | null = null
  let alive = true
  const end = (reason: string): void => {
    why ??= reason
    if (!alive) return
    try {
      if (child.pid !== undefined) process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL")
    } catch {
      // It is gone already.
    }
  }
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) end("said too much")
    else parts.push(chunk)
  })
  // A program that does not read its input ends with its own code.
  child.stdin.on("error", () => {})
  const ended = new Promise<string | null>(resolve => {
    const settle = (how: string | null): void => {
      alive = false
      resolve(why ?? how)
    }
    child.on("error", error => {
      const absent = (error as NodeJS.ErrnoException).code === "ENOENT"
      settle(absent ? "is not installed here" : `did not start: ${error.message}`)
    })
    child.on("close", code => settle(code === 0 ? null : `ended with ${code}`))
  })
  return {
    isAlive: () => alive,
    end: () => end("was not needed"),
    ask: async (stdin, signal) => {
      const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1000} seconds`), timeoutMs)
      const aborted = (): void => end("was broken off")
      signal?.addEventListener("abort", aborted, { once: true })
      child.stdin.end(stdin)
      const how = await ended
      clearTimeout(timer)
      signal?.removeEventListener("abort", aborted)
      if (how !== null) throw failed(program, how)
      return Buffer.concat(parts).toString("utf8")
    },
  }
}

/** What lies in the folder: our hooks are silent there, and gemini, which has no flag for it, is denied every tool. */
const FOLDER: Readonly<Record<string, string>> = {
  ".mettle/config.json": '{ "record": false }\n',
  "no-tools.toml": '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
}

/** A folder of its own that no session of the user's stands in. */
function privateFolder(stateDir: string): string {
  const dir = privateDir(join(privateDir(stateDir), "model"))
  for (const [name, content] of Object.entries(FOLDER)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(dir, name), content, { mode: 0o600 })
  }
  return dir
}
