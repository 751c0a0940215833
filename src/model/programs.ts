// The agent programs that may be asked (claude, codex, gemini): how each is told to answer once without settings, tools or
// servers, and how its answer is read. Ground truth: what the pinned releases did in test/clients-e2e. Nothing is started here.
import { parsed } from "../core/loose.ts"

export type ProgramName = "claude" | "codex" | "gemini"
interface Said {
  readonly text: string
  readonly input: number | null
  readonly output: number | null
  readonly dollars: number | null
}
interface Program {
  readonly args: (model: string, system: string, dollars: number | undefined) => readonly string[]
  readonly stdin: (system: string, prompt: string) => string
  /** it may be started before its question is known, and waits for it on stdin */
  readonly waits: boolean
  /** tokens of its own instructions, rounded up from what it was seen to send */
  readonly overhead: number
  readonly read: (stdout: string) => Said | null
}

const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null
const sum = (...parts: readonly unknown[]): number | null =>
  number(parts[0]) === null ? null : parts.reduce<number>((total, part) => total + (number(part) ?? 0), 0)
const jsonLines = (stdout: string): readonly any[] => stdout.split("\n").flatMap(line => parsed(line) ?? [])

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
  "multi_agent",
]
/** Programs without a switch for the system text get it before the prompt. */
const together = (system: string, prompt: string): string => `${system}\n\n${prompt}`

export const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  claude: {
    overhead: 2_000,
    waits: true,
    args: (model, system, dollars) => [
      "--print",
      // As lines, not as plain text: it then starts up whole and waits, however long the question takes to come.
      ...["--input-format", "stream-json"],
      ...["--output-format", "stream-json", "--verbose"],
      ...["--setting-sources", ""],
      ...["--tools", ""],
      "--strict-mcp-config",
      "--disable-slash-commands",
      "--no-session-persistence",
      ...["--system-prompt", system],
      ...(dollars === undefined ? [] : ["--max-budget-usd", String(Math.max(dollars, 0.0001))]),
      ...(model === "" ? [] : ["--model", model]),
    ],
    stdin: (_system, prompt) => `${JSON.stringify({ type: "user", message: { role: "user", content: prompt } })}\n`,
    read: stdout => {
      const said = jsonLines(stdout).findLast(line => line.type === "result")
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
    waits: false,
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
    stdin: together,
    read: stdout => {
      const events = jsonLines(stdout)
      const text = events.findLast(e => e.type === "item.completed" && e.item?.type === "agent_message")?.item.text
      if (typeof text !== "string") return null
      const usage = events.findLast(e => e.type === "turn.completed")?.usage
      return { text, input: number(usage?.input_tokens), output: number(usage?.output_tokens), dollars: null }
    },
  },
  gemini: {
    overhead: 16_000,
    waits: false,
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
    stdin: together,
    read: stdout => {
      const said = parsed(stdout)
      if (typeof said?.response !== "string") return null
      const models = Object.values<any>(said.stats?.models ?? {})
      const of = (what: string) =>
        models.length === 0 ? null : sum(...models.map(model => number(model?.tokens?.[what]) ?? 0))
      return { text: said.response, input: of("prompt"), output: of("candidates"), dollars: null }
    },
  },
}
