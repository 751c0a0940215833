// mettle --help, help all, help <topic>, and the help of one command. Examples first, under 24 lines each.
import type { ArgDef } from "citty"
import { MettleError } from "../core/errors.ts"
import { nearest } from "../core/nearest.ts"
import { type Command, EVERYWHERE } from "./command.ts"
import { COMMANDS, type Entry } from "./commands.ts"
import type { Out } from "./print.ts"
import type { Topic } from "./topics.ts"

/** The order of `mettle --help`; those not built yet are simply not shown. */
export const DAILY = ["init", "did", "status", "cards", "note", "why", "forget", "open", "doctor"]

export async function showHelp(out: Out, words: readonly string[]): Promise<number> {
  const [topic] = words
  if (topic === undefined) return overview(out)
  // Topics know every setting, which the plain overview need not load.
  const { TOPICS } = await import("./topics.ts")
  if (topic === "all") return everything(out, TOPICS)
  const entry = COMMANDS.find(candidate => candidate.name === topic)
  const lines = entry ? commandHelp((await entry.load()).command) : topicOf(topic, TOPICS)
  if (!lines) {
    const meant = nearest(topic, [...COMMANDS.map(({ name }) => name), ...TOPICS.map(({ name }) => name), "all"])
    throw new MettleError("E_USAGE", `no help on "${topic}"`, {
      hint: meant ? `did you mean mettle help ${meant}?` : "mettle help all",
    })
  }
  out.result({ topic, text: lines.join("\n") }, () => {
    for (const line of lines) out.line(line)
  })
  return 0
}

const topicOf = (name: string, topics: readonly Topic[]): readonly string[] | null =>
  topics.find(topic => topic.name.toLowerCase() === name.toLowerCase())?.lines ?? null

const daily = (): readonly Entry[] => DAILY.flatMap(name => COMMANDS.filter(entry => entry.name === name))

function overview(out: Out): number {
  const shown = daily()
  out.result({ commands: shown.map(({ name, summary }) => ({ name, summary })) }, () => {
    out.line("mettle: a memory for coding agents that has to prove itself")
    out.line()
    for (const entry of shown) out.line(row(entry.name, entry.summary))
    if (shown.length > 0) out.line()
    out.line("  mettle <command> --help   examples and flags of one command")
    out.line("  mettle help all           every command and topic")
    out.line("  mettle --version")
  })
  return 0
}

function everything(out: Out, topics: readonly Topic[]): number {
  const shown = daily()
  const rest = COMMANDS.filter(entry => entry.group === "more").sort((a, b) => (a.name < b.name ? -1 : 1))
  const about = ({ name, summary }: { name: string; summary: string }) => ({ name, summary })
  out.result({ commands: [...shown, ...rest].map(about), topics: topics.map(about) }, () => {
    for (const entry of [...shown, ...rest]) out.line(row(entry.name, entry.summary))
    out.line()
    out.line("Topics (mettle help <topic>)")
    for (const topic of topics.filter(({ name }) => !name.startsWith("E_"))) out.line(row(topic.name, topic.summary))
    out.line(
      row(
        "E_…",
        topics
          .filter(({ name }) => name.startsWith("E_"))
          .map(({ name }) => name.slice(2))
          .join(" "),
      ),
    )
  })
  return 0
}

const row = (name: string, text: string): string => `  ${name.padEnd(12)} ${text}`

export function commandHelp(command: Command): string[] {
  const entries = Object.entries(command.args as Record<string, ArgDef>)
  const positional = entries.filter(([, definition]) => definition.type === "positional")
  const flags = entries.filter(([, definition]) => definition.type !== "positional")
  const words = positional.map(([name, definition]) => (definition.required === false ? `[${name}]` : `<${name}>`))
  const widest = Math.min(44, Math.max(...command.examples.map(([line]) => line.length)))
  return [
    `mettle ${command.name}: ${command.summary}`,
    "",
    ...command.examples.map(([line, what]) => `  ${line.padEnd(widest)}  ${what}`.trimEnd()),
    "",
    `Usage: ${["mettle", command.name, ...words, ...(flags.length > 0 ? ["[flags]"] : [])].join(" ")}`,
    ...positional
      .filter(([, { description }]) => description)
      .map(([name, definition]) => row(name, definition.description ?? "")),
    ...flags.map(([name, definition]) => flagRow(name, definition)),
    `  ${Object.keys(EVERYWHERE)
      .filter(name => name !== "help")
      .map(name => `--${"default" in EVERYWHERE[name as "color"] ? `no-${name}` : name}`)
      .join(" ")}`,
  ]
}

function flagRow(name: string, definition: ArgDef): string {
  const off = definition.type === "boolean" && definition.default === true
  const hint = "valueHint" in definition && definition.valueHint ? ` <${definition.valueHint}>` : ""
  const options = "options" in definition && definition.options ? ` <${definition.options.join("|")}>` : ""
  return `  ${`--${off ? `no-${name}` : name}${hint || options}`.padEnd(22)} ${definition.description ?? ""}`.trimEnd()
}
