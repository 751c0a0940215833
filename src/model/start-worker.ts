// Starts the worker beside whoever is there; a second one finds the lock taken.
// Where work ends (the resident, or a hook without one) it is started only when something waits, and not too often.
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../config.ts"
import type { Memory } from "../memory/memory.ts"
import { analysisDue, samplingOf } from "../memory/tending/analysis-due.ts"
import { packageFile, privateDir, textIn } from "../paths.ts"
import { isDue, stampNow, startDetached } from "../store/process-lock.ts"

type Env = Readonly<Record<string, string | undefined>>
export interface WorkEnded {
  readonly memory: Memory
  readonly config: Config
  readonly env: Env
  readonly stateDir: string
  /** where the hook's copy lies, and beside it the name of the whole program */
  readonly dataDir: string
  readonly now: number
}

const PAUSE_MS = 5 * 60_000

export const startWorker = (env: Env, program: string = packageFile("bin", "mettle")): void =>
  startSettle(env, program, ["--model"])

/** `mettle settle` by itself: it takes its own lock where it needs one. */
export const startSettle = (env: Env, program: string, words: readonly string[]): void =>
  startDetached([program, "settle", ...words, "--quiet"], env)

/** With no model switched on this is one look at a setting. */
export function startWorkerWhenDue({ memory, config, env, stateDir, dataDir, now }: WorkEnded): boolean {
  if (workerBarred({ config, env }) !== null) return false
  const program = wholeProgram(dataDir)
  const stamp = join(privateDir(stateDir), "model.started")
  if (program === null || !isDue(stamp, now, PAUSE_MS)) return false
  if (analysisDue(memory, samplingOf(config)).episodes.length === 0) return false
  stampNow(stamp, now)
  startWorker(env, program)
  return true
}

/** The hook's own copy holds no worker: `mettle init` wrote down where the whole program lies. */
export function wholeProgram(dataDir: string): string | null {
  const path = textIn(join(dataDir, "bin", "program"))?.trim()
  return path !== undefined && existsSync(path) ? path : null
}

// Whether a worker may run at all. Apart from the worker, so that hooks can ask without loading it.

/** Why no worker may run here; null when one may. */
export const workerBarred = ({ config, env }: Pick<WorkEnded, "config" | "env">): string | null =>
  config.get("model.backend") === "none"
    ? "no model is switched on (model.backend is none)"
    : env.METTLE_INTERNAL
      ? "this runs inside a program that mettle started"
      : null

// What of the environment a model needs: nothing while none is switched on. Names only; whoever asks looks them up.

/** All an agent program gets of the environment: places, proxies, and the log-in of these programs. */
export const PROGRAM_VARIABLES =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|PATH|LANG|LC_ALL|TMPDIR|TEMP|USER|LOGNAME|SHELL|TERM|XDG_[A-Z_]+|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|CLAUDE_CONFIG_DIR|CLAUDE_CODE_[A-Z_]+|ANTHROPIC_[A-Z_]+|CODEX_[A-Z_]+|OPENAI_[A-Z_]+|GEMINI_[A-Z_]+|GOOGLE_[A-Z_]+)$/
const VENDOR_VARIABLES: Readonly<Record<string, RegExp>> = {
  client: PROGRAM_VARIABLES,
  anthropic: /^(?:ANTHROPIC_API_KEY|NODE_EXTRA_CA_CERTS)$/,
  openai: /^(?:OPENAI_API_KEY|NODE_EXTRA_CA_CERTS)$/,
}

/** What a process that will start the worker has to carry for it; null = nothing. */
export const modelVariables = (config: Config): RegExp | null => VENDOR_VARIABLES[config.get("model.backend")] ?? null
