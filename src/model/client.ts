// A model through an agent program that is installed and logged in (claude, codex, gemini): one child process per question,
// one at a time. The child cannot reach us again: METTLE_INTERNAL silences our hooks, its folder says record: false, and no
// settings, tools or servers are loaded where the program has a switch for it. Prompts go in by stdin, never by arguments.
import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { privateDir } from "../paths.ts"
import { readObject } from "./answer.ts"
import type { Ask, Completer, Completion } from "./backend.ts"

export type ProgramName = "claude" | "codex" | "gemini"
export interface ClientOptions {
  readonly program: ProgramName
  /** the program's own choice when empty */
  readonly model: string
  /** a private folder to run in is made below it */
  readonly stateDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs?: number
}
interface Said {
  readonly text: string
  readonly input: number | null
  readonly output: number | null
  readonly dollars: number | null
}
interface Program {
  readonly args: (model: string, ask: Pick<Ask<unknown>, "system" | "dollars">) => readonly string[]
  /** programs without a switch for the system text get it before the prompt */
  readonly takesSystem: boolean
  /** tokens of its own instructions, rounded up from what it was seen to send */
  readonly overhead: number
  readonly read: (stdout: string) => Said | null
}

const TIMEOUT_MS = 120_000
const MOST_BYTES = 1_000_000
/** All the child gets of the environment: places, proxies, and the log-in of these programs. */
const KEPT =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|PATH|LANG|LC_ALL|TMPDIR|TEMP|USER|LOGNAME|SHELL|TERM|XDG_[A-Z_]+|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|CLAUDE_CONFIG_DIR|CLAUDE_CODE_[A-Z_]+|ANTHROPIC_[A-Z_]+|CODEX_[A-Z_]+|OPENAI_[A-Z_]+|GEMINI_[A-Z_]+|GOOGLE_[A-Z_]+)$/

const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null
const sum = (...parts: readonly unknown[]): number | null =>
  number(parts[0]) === null ? null : parts.reduce<number>((total, part) => total + (number(part) ?? 0), 0)
function json(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** As settings, not as --disable: a release that does not know one of them still starts. */
const CODEX_OFF = [
  "plugins",
  "apps",
  "hooks",
  "shell_tool",
  "unified_exec",
  "view_image",
  "image_generation",
  "browser_use",
  "computer_use",
  "goals",
]

const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  claude: {
    overhead: 2_000,
    takesSystem: true,
    args: (model, { system, dollars }) => [
      "--print",
      ...["--output-format", "json"],
      ...["--setting-sources", ""],
      ...["--tools", ""],
      "--strict-mcp-config",
      "--disable-slash-commands",
      "--no-session-persistence",
      ...["--system-prompt", system],
      ...(dollars === undefined ? [] : ["--max-budget-usd", String(Math.max(dollars, 0.0001))]),
      ...(model === "" ? [] : ["--model", model]),
    ],
    read: stdout => {
      const said = json(stdout)
      if (typeof said?.result !== "string" || said.is_error === true) return null
      const { usage } = said
      return {
        text: said.result,
        input: sum(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens),
        output: number(usage?.output_tokens),
        dollars: number(said.total_cost_usd),
      }
    },
  },
  codex: {
    overhead: 16_000,
    takesSystem: false,
    args: model => [
      "exec",
      "--json",
      "--ephemeral",
      "--skip-git-repo-check",
      "--ignore-user-config",
      "--ignore-rules",
      ...["--sandbox", "read-only"],
      ...CODEX_OFF.flatMap(feature => ["-c", `features.${feature}=false`]),
      ...["-c", 'web_search="disabled"'],
      ...["--color", "never"],
      ...(model === "" ? [] : ["--model", model]),
      "-",
    ],
    read: stdout => {
      const events = stdout.split("\n").flatMap(line => json(line) ?? [])
      const text = events.findLast(e => e.type === "item.completed" && e.item?.type === "agent_message")?.item.text
      if (typeof text !== "string") return null
      const usage = events.findLast(e => e.type === "turn.completed")?.usage
      return { text, input: number(usage?.input_tokens), output: number(usage?.output_tokens), dollars: null }
    },
  },
  gemini: {
    overhead: 16_000,
    takesSystem: false,
    args: model => [
      ...["--output-format", "json"],
      ...["--extensions", "none"],
      ...["--allowed-mcp-server-names", "none"],
      ...["--approval-mode", "default"],
      ...["--policy", "no-tools.toml"],
      // The folder is ours.
      "--skip-trust",
      ...(model === "" ? [] : ["--model", model]),
      ...["--prompt", "Answer as the input says."],
    ],
    read: stdout => {
      const said = json(stdout)
      if (typeof said?.response !== "string") return null
      const models = Object.values<any>(said.stats?.models ?? {})
      const of = (what: string) =>
        models.length === 0 ? null : sum(...models.map(model => number(model?.tokens?.[what]) ?? 0))
      return { text: said.response, input: of("prompt"), output: of("candidates"), dollars: null }
    },
  },
}

let last: Promise<unknown> = Promise.resolve()

export function clientCompleter(options: ClientOptions): Completer {
  const program = PROGRAMS[options.program]
  const one = async <T>(ask: Ask<T>): Promise<Completion<T>> => {
    ask.signal?.throwIfAborted()
    const stdin = program.takesSystem ? ask.prompt : `${ask.system}\n\n${ask.prompt}`
    const said = program.read(await run(options, program.args(options.model, ask), stdin, ask.signal))
    if (said === null) throw failed(options.program, "answered something that is no result")
    return {
      object: readObject(said.text, ask.schema),
      inputTokens: said.input,
      outputTokens: said.output,
      dollars: said.dollars,
    }
  }
  return {
    name: options.program,
    to: options.program,
    free: false,
    overhead: program.overhead,
    complete: ask => {
      const mine = last.then(() => one(ask))
      last = mine.catch(() => {})
      return mine
    },
  }
}

/** What lies in the folder: our hooks are silent there, and gemini, which has no flag for it, is denied every tool. */
const FOLDER: Readonly<Record<string, string>> = {
  ".mettle/config.json": '{ "record": false }\n',
  "no-tools.toml": '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
}

/** A folder of its own that no session of the user's stands in. */
export function privateFolder(stateDir: string): string {
  const dir = privateDir(join(privateDir(stateDir), "model"))
  for (const [name, content] of Object.entries(FOLDER)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(dir, name), content, { mode: 0o600 })
  }
  return dir
}

const failed = (program: string, how: string): MettleError =>
  new MettleError("E_CONFIG", `${program} ${how}`, {
    still: "everything else goes on without a model",
    hint: `try ${program} by hand, or mettle config set model.backend none`,
  })

function run(
  { program, env, stateDir, timeoutMs = TIMEOUT_MS }: ClientOptions,
  args: readonly string[],
  stdin: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)))
  return new Promise((resolve, reject) => {
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
    const end = (reason: string): void => {
      why ??= reason
      try {
        if (child.pid !== undefined) process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL")
      } catch {
        // It is gone already.
      }
    }
    const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1000} seconds`), timeoutMs)
    const aborted = (): void => end("was broken off")
    signal?.addEventListener("abort", aborted, { once: true })
    const done = (settle: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", aborted)
      settle()
    }
    child.on("error", error =>
      done(() => {
        const absent = (error as NodeJS.ErrnoException).code === "ENOENT"
        reject(failed(program, absent ? "is not installed here" : `did not start: ${error.message}`))
      }),
    )
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) end("said too much")
      else parts.push(chunk)
    })
    child.on("close", code =>
      done(() => {
        if (why !== null) reject(failed(program, why))
        else if (code !== 0) reject(failed(program, `ended with ${code}`))
        else resolve(Buffer.concat(parts).toString("utf8"))
      }),
    )
    // A program that does not read its input ends with its own code.
    child.stdin.on("error", () => {})
    child.stdin.end(stdin)
  })
}
