// Help that belongs to no single command. Its words stand on docs/help.md and nowhere else, a block per topic and per error code;
// only the lists of settings and of codes are made here.
import { readFileSync } from "node:fs"
import { KEYS } from "../config-keys.ts"
import { CODES, type Code } from "../core/errors.ts"
import { packageFile } from "../paths.ts"

export interface Topic {
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
