// A home with mettle installed in it, for tests that run real hook processes: the built bundle, the real launcher, real
// files. Folder names hold a blank, an umlaut and a quote on purpose.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { CLIENT_ENV } from "../../src/clients/registry.ts"
import type { Event } from "../../src/core/events/define.ts"
import { bundleMark } from "../../src/hook/protocol.ts"
import { readTally } from "../../src/hook/tally.ts"
import { installLauncher, launcherPath } from "../../src/install/launcher.ts"
import { type Paths, resolvePaths, socketPath } from "../../src/paths.ts"
import { openStore } from "../../src/store/store.ts"

export interface HookRun {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly ms: number
  json(): any
}
export interface RunOptions {
  readonly client?: string
  readonly env?: Readonly<Record<string, string>>
  /** leave stdin open after the payload */
  readonly open?: boolean
  /** run this instead of the launcher */
  readonly command?: readonly string[]
}

const made: { dir: string; running: Set<ChildProcess> }[] = []
process.on("exit", () => {
  for (const { dir, running } of made) {
    for (const child of running) child.kill("SIGKILL")
    rmSync(dir, { recursive: true, force: true })
  }
})

/** A launcher written a moment ago is "busy" while a process that another test forks just then has not yet let go of its copy of the file. */
function spawned(program: string, words: readonly string[], options: { env: NodeJS.ProcessEnv; cwd: string }) {
  for (;;)
    try {
      return spawn(program, words, options)
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== "ETXTBSY") throw fault
    }
}

/** `way`: by what its launcher reaches a resident. */
export function house(way: "perl" | "curl" = "perl") {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle o'hé ")))
  const running = new Set<ChildProcess>()
  made.push({ dir, running })
  const home = join(dir, "m")
  const project = join(dir, "shop api")
  mkdirSync(project)
  const env = {
    PATH: way === "curl" ? onlyCurl(dir) : (process.env.PATH ?? ""),
    HOME: dir,
    METTLE_HOME: home,
    METTLE_RESIDENT: "off",
    LANG: "C.UTF-8",
    METTLE_PATIENCE: "12",
  }
  const paths: Paths = resolvePaths(env)
  installLauncher(paths, env, CLIENT_ENV, { warm: false })
  const bundle = join(paths.data, "bin", "hook.cjs")

  const run = (payload: unknown, options: RunOptions = {}): Promise<HookRun> => {
    const start = performance.now()
    const [program, ...words] = options.command ?? [launcherPath(paths), "hook", options.client ?? "claude-code"]
    const child = spawned(program!, words, { env: { ...env, ...options.env }, cwd: dir })
    running.add(child)
    let out = ""
    let err = ""
    child.stdout.on("data", chunk => {
      out += chunk
    })
    child.stderr.on("data", chunk => {
      err += chunk
    })
    child.stdin.on("error", () => {})
    const text = typeof payload === "string" || payload instanceof Uint8Array ? payload : JSON.stringify(payload)
    if (options.open) child.stdin.write(text)
    else child.stdin.end(text)
    return new Promise(resolve => {
      child.on("close", code => {
        running.delete(child)
        resolve({ code, out, err, ms: performance.now() - start, json: () => JSON.parse(out) })
      })
    })
  }

  return {
    dir,
    home,
    project,
    env,
    paths,
    bundle,
    mark: () => bundleMark(bundle),
    run,
    tally: () => readTally(paths.state),
    spool: (): readonly string[] =>
      existsSync(join(paths.state, "spool")) ? readdirSync(join(paths.state, "spool")) : [],
    events: async (): Promise<readonly Event[]> => {
      const store = openStore({ dir: paths.data, readOnly: true, pollMs: 0 })
      try {
        return store.log.read(0, 10_000)
      } finally {
        await store.close()
      }
    },
    /** A resident of this house's bundle, ready to answer. */
    resident: async (idleMs = 60_000): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [bundle, "resident"], {
        env: { ...env, METTLE_RESIDENT_IDLE_MS: String(idleMs) },
        stdio: "ignore",
      })
      running.add(child)
      child.on("close", () => running.delete(child))
      await until(() => reachable(socketPath(paths.runtime)))
      return child
    },
  }
}

/** A folder of programs that holds no other. */
function onlyCurl(dir: string): string {
  const programs = join(dir, "programs")
  mkdirSync(programs)
  const places = (process.env.PATH ?? "").split(delimiter).map(place => join(place, "curl"))
  symlinkSync(places.find(existsSync)!, join(programs, "curl"))
  return programs
}

/** A socket may be the leftover of one that was killed. */
const reachable = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

/** Looks again and again until it holds, or ten seconds have gone. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("did not come true within ten seconds")
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
export const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise(resolve => child.on("close", () => resolve()))

/** Payloads as Claude Code sends them (clients.md 5), of one interactive session. */
export function claude(project: string, session: string) {
  const base = { session_id: session, transcript_path: "/nowhere/t.jsonl", cwd: project, permission_mode: "default" }
  return {
    start: (source = "startup") => ({ ...base, hook_event_name: "SessionStart", source, model: "claude" }),
    prompt: (id: string, prompt: string) => ({ ...base, hook_event_name: "UserPromptSubmit", prompt_id: id, prompt }),
    before: (id: string, command: string) => ({
      ...base,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_use_id: id,
      tool_input: { command },
    }),
    after: (id: string, command: string, stdout = "") => ({
      ...base,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_use_id: id,
      tool_input: { command },
      tool_response: { stdout, stderr: "", interrupted: false, isImage: false },
    }),
    stop: (id: string) => ({ ...base, hook_event_name: "Stop", prompt_id: id, last_assistant_message: "Done." }),
    end: () => ({ ...base, hook_event_name: "SessionEnd", reason: "other" }),
  }
}
/** `claude` in a terminal. */
export const PERSON = { CLAUDE_CODE_ENTRYPOINT: "cli" }
