// Writes docs/cli.md from the list of commands and docs/config.md from the list of settings. `npm run docs` writes them, a test
// checks that they are current.
import { commandHelp } from "../src/cli/help.ts"
import { COMMANDS, named } from "../src/cli/commands.ts"
import { KEYS, type Key } from "../src/config-keys.ts"

export async function cliPage(): Promise<string> {
  const lines = [
    "# Commands",
    "",
    "Generated from `src/cli/commands.ts` by `npm run docs`. Do not edit.",
    "",
    "Every command takes `--json` (one object with `schema_version`), `--plain`, `--no-color`, `--ascii`, `--quiet`, `--verbose`,",
    "`--repo <path>` and `--no-input`. Results go to stdout, progress and notes to stderr. Exit codes: 0 done, 1 and above by the",
    "kind of error (`mettle help errors`), 10 from `check` when something matched, 130 after Ctrl-C.",
    "",
  ]
  const TITLES = { daily: "Daily", more: "The rest", machine: "Called by agents" } as const
  for (const group of ["daily", "more", "machine"] as const) {
    lines.push(`## ${TITLES[group]}`, "")
    for (const entry of COMMANDS.filter(one => one.group === group))
      for (const words of [[entry.name], ...entry.parts.map(part => [entry.name, part.name])]) {
        const found = named(words)!
        const { command } = await found.what.load()
        // The closing line of every help names the flags that all commands share.
        const help = commandHelp(command, { ...found, parts: [] }).slice(2, -1)
        lines.push(`### mettle ${found.name}`, "", `${capital(found.what.summary)}.`, "", "```", ...help, "```", "")
      }
  }
  return `${lines.join("\n").trimEnd()}\n`
}

const MAY: Readonly<Record<Key["project"], string>> = {
  never: "no",
  trusted: "where you trust it",
  adds: "may add",
  lowers: "may only lower",
}

export function configPage(): string {
  const rows = Object.entries(KEYS as Readonly<Record<string, Key>>).map(([name, key]) => {
    const fallback = JSON.stringify(key.fallback)
    const shown = fallback.length > 60 ? `a list of ${(key.fallback as readonly unknown[]).length}` : `\`${fallback}\``
    return `| \`${name}\` | ${shown} | ${cell(key.about)} | ${MAY[key.project]} |`
  })
  return `${[
    "# Settings",
    "",
    "Generated from `src/config-keys.ts` by `npm run docs`. Do not edit.",
    "",
    "`mettle config set <key> <value>` writes the user's file, `mettle config explain` says where each value comes from. Order: defaults,",
    "the user's file, `.mettle/config.json` of the repository, `METTLE_…` of the environment, flags. The last column says what a",
    "repository's own file may do with a key, since a cloned repository is not trusted. [config.schema.json](config.schema.json) is the same",
    "as a JSON schema. Numbers of rules are no settings and stand in no file: `mettle config rules` ([replay](replay.md), [rules](rules.md)).",
    "",
    "| key | default | what it means | a repository's file |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n")}\n`
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
