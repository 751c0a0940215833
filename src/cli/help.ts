// mettle --help, help all, help <topic>, and the help of one command. Examples first, under 24 lines each.
import { readFileSync } from "node:fs"
import { KEYS } from "../config-keys.ts"
import { CODES, type Code, MettleError } from "../core/errors.ts"
import { didYouMean } from "../core/nearest.ts"
import { packageFile } from "../paths.ts"
import { type Arg, type Command, EVERYWHERE } from "./command.ts"
import { COMMANDS, type Named, named } from "./commands.ts"
import type { Out } from "./print.ts"

const DAILY = COMMANDS.filter(({ group }) => group === "daily")

export async function showHelp(out: Out, words: readonly string[]): Promise<number> {
  if (words.length === 0) return overview(out)
  const topic = words.join(" ")
  if (topic === "all") return everything(out)
  const found = named(words)
  // "errors" was a command once, and is a topic
  const lines = (found?.was ? topicOf(topic) : null) ?? (found ? await commandLines(found) : topicOf(topic))
  if (!lines) {
    const names = [...COMMANDS.map(({ name }) => name), ...TOPICS.map(({ name }) => name), "all"]
    const hint = didYouMean(topic, names, "mettle help all", "mettle help ")
    throw new MettleError("E_USAGE", `no help on "${topic}"`, { hint })
  }
  out.result({ topic, text: lines.join("\n") }, () => {
    for (const line of lines) out.line(line)
  })
  return 0
}

const commandLines = async (found: NonNullable<ReturnType<typeof named>>): Promise<readonly string[]> =>
  commandHelp((await found.what.load()).command, found)
const topicOf = (name: string): readonly string[] | null =>
  TOPICS.find(topic => topic.name.toLowerCase() === name.toLowerCase())?.lines ?? null

const about = ({ name, summary }: { readonly name: string; readonly summary: string }) => ({ name, summary })

function overview(out: Out): number {
  out.result({ commands: DAILY.map(about) }, () => {
    out.line("mettle: a memory for coding agents that has to prove itself")
    out.line()
    for (const { name, summary } of DAILY) out.line(row(name, summary))
    out.line()
    out.line("  mettle <command> --help   examples and flags of one command")
    out.line("  mettle help all           every command and topic")
    out.line("  mettle --version")
  })
  return 0
}

function everything(out: Out): number {
  const commands = COMMANDS.map(entry => ({ ...about(entry), parts: entry.parts.map(about) }))
  out.result({ commands, topics: TOPICS.map(about) }, () => {
    for (const { name, summary, parts } of commands)
      out.line(row(name, `${summary}${parts.length === 0 ? "" : `; also ${parts.map(p => p.name).join(", ")}`}`))
    out.line()
    out.line("Topics (mettle help <topic>)")
    for (const topic of TOPICS.filter(({ name }) => !name.startsWith("E_"))) out.line(row(topic.name, topic.summary))
    const codes = TOPICS.flatMap(({ name }) => (name.startsWith("E_") ? [name.slice(2)] : []))
    out.line(row("E_…", codes.join(" ")))
  })
  return 0
}

const row = (name: string, text: string): string => `  ${name.padEnd(12)} ${text}`

const MANY = 3

export function commandHelp(command: Command, { what, parts }: Pick<Named, "what" | "parts">): string[] {
  const entries = Object.entries(command.args as Record<string, Arg>)
  const positional = entries.filter(([, definition]) => definition.type === "positional")
  const flags = entries.filter(([, definition]) => definition.type !== "positional")
  const words = positional.map(([name, definition]) => (definition.required === false ? `[${name}]` : `<${name}>`))
  const widest = Math.min(44, Math.max(...command.examples.map(([line]) => line.length)))
  return [
    `mettle ${command.name}: ${what.summary}`,
    "",
    ...command.examples.map(([line, what]) => `  ${line.padEnd(widest)}  ${what}`.trimEnd()),
    "",
    `Usage: ${["mettle", command.name, ...words, ...(flags.length > 0 ? ["[flags]"] : [])].join(" ")}`,
    ...positional
      .filter(([, { description }]) => description)
      .map(([name, definition]) => row(name, definition.description ?? "")),
    ...flags.map(([name, definition]) => flagRow(name, definition)),
    ...(parts.length > MANY
      ? [`  also mettle ${command.name} ${parts.map(part => part.name).join(", ")}`]
      : parts.map(part => `  ${`mettle ${command.name} ${part.name}`.padEnd(26)} ${part.summary}`)),
    `  ${Object.keys(EVERYWHERE)
      .filter(name => name !== "help")
      .map(name => `--${"default" in EVERYWHERE[name as "color"] ? `no-${name}` : name}`)
      .join(" ")}`,
  ]
}

function flagRow(name: string, definition: Arg): string {
  const off = definition.type === "boolean" && definition.default === true
  const hint = definition.valueHint ? ` <${definition.valueHint}>` : ""
  return `  ${`--${off ? `no-${name}` : name}${hint}`.padEnd(22)} ${definition.description ?? ""}`.trimEnd()
}

// Help that belongs to no single command. Its words stand on docs/help.md and nowhere else, a block per topic and per error code;
// only the lists of settings and of codes are made here.

interface Topic {
  readonly name: string
  readonly summary: string
  readonly lines: readonly string[]
}

const BLOCK = /^## ([\w-]+)(?:: (.*))?\n\n```text\n([\s\S]*?)\n```$/gm
const read: readonly Topic[] = [...readFileSync(packageFile("docs", "help.md"), "utf8").matchAll(BLOCK)].map(
  ([, name = "", summary, text = ""]) => ({
    name,
    summary: summary ?? text.split("\n", 1)[0]!,
    lines: text.split("\n"),
  }),
)

const settings = (): readonly string[] => {
  const names = Object.keys(KEYS)
  return Array.from({ length: Math.ceil(names.length / 3) }, (_, row) =>
    names
      .slice(3 * row, 3 * row + 3)
      .map(name => name.padEnd(26))
      .join("")
      .trimEnd(),
  )
}
const codes = (): readonly string[] =>
  read.flatMap(({ name, summary }) =>
    name in CODES ? [`  ${name.padEnd(14)} exit ${String(CODES[name as Code]).padEnd(4)} ${summary.slice(0, 78)}`] : [],
  )
const LISTS: Readonly<Record<string, () => readonly string[]>> = { "(every setting)": settings, "(every code)": codes }

export const TOPICS: readonly Topic[] = read.map(topic => {
  const lines = topic.lines.flatMap(line => LISTS[line]?.() ?? [line])
  return {
    ...topic,
    lines: topic.name in CODES ? [`${topic.name} (exit ${CODES[topic.name as Code]})`, ...lines] : lines,
  }
})
