// A home with mettle installed in it as users have it: the built bundle, the real launcher, real limits. Runs hooks, starts
// residents, and says whether a hook behaved (P3).
import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { CLIENT_ENV } from "../src/clients/registry.ts"
import { readTally } from "../src/hook/tally.ts"
import { installLauncher, launcherPath } from "../src/install/launcher.ts"
import { resolvePaths, socketPath } from "../src/paths.ts"
import { openStore } from "../src/store/store.ts"
import { type Ended, type Started, start } from "./processes.ts"

const LONGEST = 10_000
const DEADLINE_MS = 1_000
/** `claude` in a terminal. */
export const PERSON = { CLAUDE_CODE_ENTRYPOINT: "cli" }

let measured: readonly { readonly ms: number; readonly at: number }[] = []
const RECENT_MS = 20_000
/** What Node itself takes to start here and now, the slowest of the last while: no deadline of ours can be kept before it runs. */
export function nodeStartMs(): number {
  const fresh = [0, 1, 2].map(() => {
    const at = performance.now()
    spawnSync(process.execPath, ["-e", "0"])
    return { ms: performance.now() - at, at }
  })
  measured = [...measured.filter(({ at }) => fresh[0]!.at - at < RECENT_MS), ...fresh]
  return Math.max(...measured.map(({ ms }) => ms))
}
/** A time that this machine, as busy as it is, does not excuse: over the limit by more than `starts` starts of Node. */
export const tooLate = (ms: number, limitMs: number, starts = 5): boolean =>
  ms > limitMs && ms > limitMs + starts * nodeStartMs()

export type Home = ReturnType<typeof home>
export function home(dir: string, more: Readonly<Record<string, string>> = {}) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const project = join(dir, "project")
  mkdirSync(project, { recursive: true })
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    HOME: dir,
    METTLE_HOME: join(dir, "m"),
    METTLE_RESIDENT: "off",
    LANG: "C.UTF-8",
    ...more,
  }
  const paths = resolvePaths(env)
  installLauncher(paths, env, CLIENT_ENV, { warm: true })
  const bundle = join(paths.data, "bin", "hook.cjs")
  return {
    dir,
    project,
    env,
    paths,
    bundle,
    hook: (payload: unknown, with_: Readonly<Record<string, string>> = {}, client = "claude-code"): Promise<Ended> => {
      const text = typeof payload === "string" || payload instanceof Uint8Array ? payload : JSON.stringify(payload)
      return launched(launcherPath(paths), ["hook", client], { ...env, ...with_ }, text, dir)
    },
    resident: async (with_: Readonly<Record<string, string>> = {}): Promise<Started> => {
      const child = start(process.execPath, ["--max-old-space-size=192", bundle, "resident"], { ...env, ...with_ }, "")
      await reachable(socketPath(paths.runtime), child)
      return child
    },
    tally: () => readTally(paths.state),
    events: async () => {
      const store = openStore({ dir: paths.data, readOnly: true, pollMs: 0 })
      try {
        return store.log.read(0, 10_000_000)
      } finally {
        await store.close()
      }
    },
  }
}
const launched = (
  program: string,
  words: readonly string[],
  env: Record<string, string>,
  text: string | Uint8Array,
  cwd: string,
) => start(program, words, env, text, cwd).ended

/** What was wrong with a hook's behaviour towards its host, or null. */
export function misbehaved({ code, signal, out, err, ms }: Ended, limitMs: number = DEADLINE_MS): string | null {
  if (code !== 0) return `exit ${code ?? signal}`
  if (err !== "") return `stderr: ${err.slice(0, 100)}`
  if (tooLate(ms, limitMs)) return `took ${Math.round(ms)} ms`
  if (out === "") return null
  if (out.length > LONGEST || !out.isWellFormed()) return "stdout is too long or not well-formed"
  try {
    const value: unknown = JSON.parse(out)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? null : "stdout is no object"
  } catch {
    return `stdout is no JSON: ${out.slice(0, 80)}`
  }
}

const answers = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })
async function reachable(path: string, child: Started): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await answers(path)) return
    if (child.child.exitCode !== null || child.child.signalCode !== null) throw new Error("the resident ended at once")
    await pause(50)
  }
  throw new Error("the resident never answered")
}
export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
export async function until(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) return false
    await pause(20)
  }
  return true
}
export const quantile = (values: readonly number[], share: number): number =>
  Math.round(
    ([...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0) * 10,
  ) / 10

/** Payloads as Claude Code sends them. */
export function claude(project: string, session: string) {
  const base = { session_id: session, transcript_path: "/nowhere/t.jsonl", cwd: project, permission_mode: "default" }
  return {
    start: () => ({ ...base, hook_event_name: "SessionStart", source: "startup", model: "claude" }),
    prompt: (id: string, prompt: string) => ({ ...base, hook_event_name: "UserPromptSubmit", prompt_id: id, prompt }),
    after: (id: string, command: string, stdout = "") => ({
      ...{ ...base, hook_event_name: "PostToolUse", tool_name: "Bash", tool_use_id: id, tool_input: { command } },
      tool_response: { stdout, stderr: "", interrupted: false, isImage: false },
    }),
    stop: (id: string) => ({ ...base, hook_event_name: "Stop", prompt_id: id, last_assistant_message: "Done." }),
    end: () => ({ ...base, hook_event_name: "SessionEnd", reason: "other" }),
  }
}
