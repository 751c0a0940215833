// The agents that a trial can run: what each needs in a fresh home so that it may work without a person, how it is given a
// prompt, how it goes on with the same conversation, and how many tokens it says it took. Ground truth: each program's own
// help, and what the pinned releases did in test/clients-e2e. Nothing is started here.
import { parsed } from "../core/loose.ts"

export interface TrialAgent {
  readonly program: string
  /** its name in `mettle init --client` */
  readonly client: string
  /** files in a fresh home: leave to work in its folder, and no more */
  readonly home: (project: string) => Readonly<Record<string, string>>
  readonly first: (prompt: string, model: string | null) => readonly string[]
  readonly resume: (prompt: string, model: string | null) => readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly tokens: (stdout: string) => Tokens
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
    tokens: stdout => {
      const models: readonly Json[] = Object.values(parsed(stdout)?.stats?.models ?? {})
      return {
        input: add(models.map(m => m.tokens?.prompt)),
        output: add(models.map(m => m.tokens?.candidates)),
      }
    },
  },
}
