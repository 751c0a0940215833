// mettle --help, help all, help <topic>, and the help of one command. Examples first, under 24 lines each.
import { MettleError } from "../core/errors.ts"
import { didYouMean } from "../core/nearest.ts"
import { type Arg, type Command, EVERYWHERE } from "./command.ts"
import { COMMANDS, type Named, named } from "./commands.ts"
import type { Out } from "./print.ts"
import type { Topic } from "./topics.ts"

const DAILY = COMMANDS.filter(({ group }) => group === "daily")

export async function showHelp(out: Out, words: readonly string[]): Promise<number> {
  if (words.length === 0) return overview(out)
  // Topics know every setting, which the plain overview need not load.
  const { TOPICS } = await import("./topics.ts")
  const topic = words.join(" ")
  if (topic === "all") return everything(out, TOPICS)
  const found = named(words)
  const lines = found ? commandHelp((await found.what.load()).command, found) : topicOf(topic, TOPICS)
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

const topicOf = (name: string, topics: readonly Topic[]): readonly string[] | null =>
  topics.find(topic => topic.name.toLowerCase() === name.toLowerCase())?.lines ?? null

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

function everything(out: Out, topics: readonly Topic[]): number {
  const commands = COMMANDS.map(entry => ({ ...about(entry), parts: entry.parts.map(about) }))
  out.result({ commands, topics: topics.map(about) }, () => {
    for (const { name, summary, parts } of commands)
      out.line(row(name, `${summary}${parts.length === 0 ? "" : `; also ${parts.map(p => p.name).join(", ")}`}`))
    out.line()
    out.line("Topics (mettle help <topic>)")
    for (const topic of topics.filter(({ name }) => !name.startsWith("E_"))) out.line(row(topic.name, topic.summary))
    const codes = topics.flatMap(({ name }) => (name.startsWith("E_") ? [name.slice(2)] : []))
    out.line(row("E_…", codes.join(" ")))
  })
  return 0
}

const row = (name: string, text: string): string => `  ${name.padEnd(12)} ${text}`

/** Parts that are told one by one. */
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
