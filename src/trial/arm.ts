// One arm of one round: a home and a store of its own, that live from the first task to the last, so that what was learned in one task can
// serve the next. "none" has no memory at all; the others are presets. Nothing of the user's own home or store is read, and of the
// environment only what was named. Below, the agents that can run in it: what each needs to work without a person, and how many tokens
// it says it took. Ground truth: each program's own help, and what the pinned releases did in test/clients-e2e.
import { spawn } from "node:child_process"
import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { parsed } from "../core/loose.ts"
import { packageFile } from "../paths.ts"

export const NO_MEMORY = "none"
const STEP_MS = 120_000

/** `project`: where its tasks are worked on; `mettle …`: as the person of this arm would type it, nothing without a memory. */
export type Arm = Awaited<ReturnType<typeof makeArm>>
interface ArmOptions {
  readonly agent: TrialAgent
  readonly env: Readonly<Record<string, string | undefined>>
  /** names of variables the user passes on */
  readonly pass: readonly string[]
  /** a folder whose files are copied into the fresh home, or null */
  readonly home: string | null
  readonly signal: AbortSignal
}

export async function makeArm(folder: string, name: string, options: ArmOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = realpathSync(folder)
  const [home, project] = [join(place, "home"), join(place, "project")]
  mkdirSync(home, { mode: 0o700 })
  if (options.home !== null) cpSync(options.home, home, { recursive: true })
  for (const [path, content] of Object.entries(options.agent.home(project))) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    // What the user brought along wins.
    try {
      writeFileSync(join(home, path), content, { flag: "wx" })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
  }
  const env = environment(home, options)
  const mettle = async (...words: readonly string[]): Promise<void> => {
    if (name === NO_MEMORY) return
    mkdirSync(project, { recursive: true })
    const ran = await runProgram([process.execPath, packageFile("bin", "mettle"), ...words], {
      ...{ cwd: project, env, limitMs: STEP_MS, signal: options.signal },
    })
    if (ran.code !== 0) throw failed(`mettle ${words[0]} in the arm ${name}`, ran)
  }
  await mettle("config", "set", "preset", name)
  await mettle("init", "--yes", "--client", options.agent.client)
  return { name, env, project, mettle }
}

const failed = (what: string, { code, err, out }: Ran): MettleError =>
  new MettleError("E_INIT", `trial: ${what} ended with ${code}: ${(err || out).trim().slice(-300)}`, {
    still: "your own settings and store were not touched",
  })

/** A line of its own for each variable: a trial must not see whose machine it runs on. */
function environment(home: string, options: ArmOptions): Readonly<Record<string, string>> {
  const person = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap(role => [
      [`GIT_${role}_NAME`, "trial"],
      [`GIT_${role}_EMAIL`, "trial@example.com"],
      [`GIT_${role}_DATE`, "2026-01-05T09:00:00Z"],
    ]),
  )
  const kept = Object.fromEntries(
    ["PATH", "LANG", "TERM", "TMPDIR", "SystemRoot", ...options.pass].flatMap(name => {
      const value = options.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    ...{ LANG: "C.UTF-8", SHELL: "/bin/sh", ...person, ...options.agent.env, ...kept },
    ...{ HOME: home, USERPROFILE: home, METTLE_HOME: join(home, ".mettle"), GIT_CONFIG_NOSYSTEM: "1" },
    // Nothing may stay behind in a home that is about to go.
    METTLE_RESIDENT: "off",
  }
}

// One program, started, bounded in time and output, and ended with everything it started. Nothing of the caller's
// environment reaches it but what is given.

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly late: boolean
  readonly seconds: number
}
interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
  readonly signal: AbortSignal
}
const MOST = 16_000_000

export function runProgram([program, ...words]: readonly string[], options: RunOptions): Promise<Ran> {
  return new Promise(done => {
    const begun = performance.now()
    const group = process.platform !== "win32"
    const child = spawn(program!, words, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: group,
    })
    let [out, err, late] = ["", "", false]
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(group ? -child.pid : child.pid, "SIGKILL")
      } catch {
        // It ended in this moment.
      }
    }
    const limit = setTimeout(() => {
      late = true
      stop()
    }, options.limitMs)
    options.signal.addEventListener("abort", stop)
    const end = (code: number | null): void => {
      clearTimeout(limit)
      options.signal.removeEventListener("abort", stop)
      done({ code, out, err, late, seconds: (performance.now() - begun) / 1000 })
    }
    child.stdout.setEncoding("utf8").on("data", chunk => {
      if (out.length < MOST) out += chunk
    })
    child.stderr.setEncoding("utf8").on("data", chunk => {
      err = (err + chunk).slice(-4_000)
    })
    child.on("error", error => {
      err += error.message
      end(null)
    })
    // Not "close": what it left behind must not keep us. What it printed last is still on its way.
    child.on("exit", code => void setTimeout(() => end(code), 50))
  })
}

interface TrialAgent {
  readonly program: string
  /** its name in `mettle init --client` */
  readonly client: string
  /** files in a fresh home: leave to work in its folder, and no more */
  readonly home: (project: string) => Readonly<Record<string, string>>
  readonly first: (prompt: string, model: string | null) => readonly string[]
  readonly resume: (prompt: string, model: string | null) => readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** variables it reads its key and its model's address from, in its own documentation's order */
  readonly keys: readonly string[]
  readonly tokens: (stdout: string) => Tokens
  /** about how many it sends with every request before any work is done: measured once, a quarter of the bytes */
  readonly perRequest: number
}
export interface Tokens {
  readonly input: number | null
  readonly output: number | null
}
export const AGENT_NAMES = ["claude", "codex", "opencode", "gemini"] as const
export type AgentName = (typeof AGENT_NAMES)[number]

type Json = any
const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null
const add = (parts: readonly unknown[]): number | null => {
  const told = parts.map(number).filter(x => x !== null)
  return told.length === 0 ? null : told.reduce((a, b) => a + b, 0)
}
const lines = (stdout: string): readonly Json[] => stdout.split("\n").flatMap(line => parsed(line) ?? [])
const file = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const named = (model: string | null, flag: string): readonly string[] => (model === null ? [] : [flag, model])

const claudeWords = (more: readonly string[], prompt: string, model: string | null): readonly string[] => [
  ...more,
  ...["-p", prompt, "--output-format", "json"],
  ...named(model, "--model"),
]
const geminiWords = (more: readonly string[], prompt: string, model: string | null): readonly string[] => [
  ...more,
  ...["--yolo", "--skip-trust", "--output-format", "json"],
  ...named(model, "--model"),
  ...["-p", prompt],
]
/** Hooks that nobody trusted in its own screen would not run; these are the ones that init just wrote. */
const CODEX = ["exec", "--json", "--dangerously-bypass-hook-trust", "--skip-git-repo-check"]

export const AGENTS: Readonly<Record<AgentName, TrialAgent>> = {
  claude: {
    program: "claude",
    client: "claude-code",
    home: () => ({ ".claude/settings.json": file({ permissions: { allow: ["Bash", "Edit", "Write", "Read"] } }) }),
    first: (prompt, model) => claudeWords([], prompt, model),
    resume: (prompt, model) => claudeWords(["--continue"], prompt, model),
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
    keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_BASE_URL"],
    perRequest: 12_000,
    tokens: stdout => {
      const usage = parsed(stdout)?.usage
      return {
        input: add([usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens]),
        output: number(usage?.output_tokens),
      }
    },
  },
  codex: {
    program: "codex",
    client: "codex",
    home: project => ({
      ".codex/config.toml": `approval_policy = "never"\nsandbox_mode = "workspace-write"\ncheck_for_update_on_startup = false\n\n[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n`,
    }),
    first: (prompt, model) => [...CODEX, ...named(model, "--model"), prompt],
    resume: (prompt, model) => [...CODEX, ...named(model, "--model"), "resume", "--last", prompt],
    env: {},
    keys: ["CODEX_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"],
    perRequest: 10_000,
    tokens: stdout => {
      const turns = lines(stdout).filter(event => event.type === "turn.completed")
      return {
        input: add(turns.map(turn => turn.usage?.input_tokens)),
        output: add(turns.map(turn => turn.usage?.output_tokens)),
      }
    },
  },
  opencode: {
    program: "opencode",
    client: "opencode",
    home: () => ({
      ".config/opencode/opencode.json": file({ autoupdate: false, share: "disabled", permission: { "*": "allow" } }),
    }),
    first: (prompt, model) => ["run", "--format", "json", ...named(model, "--model"), prompt],
    resume: (prompt, model) => ["run", "--continue", "--format", "json", ...named(model, "--model"), prompt],
    env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_SHARE: "1" },
    keys: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"],
    perRequest: 8_000,
    tokens: stdout => {
      const steps = lines(stdout).flatMap(event => event.part?.tokens ?? [])
      return {
        input: add(steps.flatMap((t: Json) => [t.input, t.cache?.read, t.cache?.write])),
        output: add(steps.map((t: Json) => t.output)),
      }
    },
  },
  gemini: {
    program: "gemini",
    client: "gemini-cli",
    home: () => ({
      ".gemini/settings.json": file({
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
    first: (prompt, model) => geminiWords([], prompt, model),
    resume: (prompt, model) => geminiWords(["--resume", "latest"], prompt, model),
    env: {},
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL"],
    perRequest: 12_000,
    tokens: stdout => {
      const models: readonly Json[] = Object.values(parsed(stdout)?.stats?.models ?? {})
      return {
        input: add(models.map(m => m.tokens?.prompt)),
        output: add(models.map(m => m.tokens?.candidates)),
      }
    },
  },
}
