// Writes docs/rules.md from the rule registry and the presets. `npm run docs` writes it, a test checks that it is current.
import { leavesOf } from "../src/core/rules/params.ts"
import { CHOICES, RULES, SCRIBES, WATCHERS } from "../src/core/rules/registry.ts"
import { QUESTIONS } from "../src/core/rules/rule.ts"

const ASKS: Readonly<Record<string, string>> = {
  detect: "what does this moment say?",
  judge: "how did it go?",
  credit: "which exposure earned it?",
  value: "what is a card worth now?",
  trust: "how far has a source been right?",
  admit: "does a proposal come in?",
  stage: "where does a card stand?",
  rank: "which candidates are shown now?",
  alarm: "is it going wrong right now?",
}

export function rulesPage(): string {
  const lines = ["# Rules and presets", "", "Generated from `src/core/rules` by `npm run docs`. Do not edit.", ""]
  const presets = Object.entries(CHOICES)
  lines.push("| preset | is |", "|---|---|", ...presets.map(([name, c]) => `| \`${name}\` | ${c.about} |`), "")
  for (const question of QUESTIONS) {
    lines.push(`## ${question}: ${ASKS[question]}`, "", "| rule | rests on | in presets | params |", "|---|---|---|---|")
    for (const rule of RULES.filter(r => r.question === question)) {
      const used = presets.filter(([, c]) => c.rules[question].some(r => r === rule)).map(([n]) => n)
      lines.push(`| ${said(rule)} | ${used.join(", ") || "none (kept for comparison)"} | ${named(rule)} |`)
    }
    lines.push("")
  }
  lines.push("## scribes: asked nothing, they keep tables of what happens", "", "| scribe | rests on | params |", "|---|---|---|")
  lines.push(...Object.values(SCRIBES).map(scribe => `| ${said(scribe)} | ${named(scribe)} |`), "")
  lines.push("## Their numbers", "", "`mettle config rules.<rule>.<param>` says and changes them ([replay](replay.md)).", "")
  lines.push("| rule | param | default | may be | what it means |", "|---|---|---|---|---|")
  for (const watcher of WATCHERS) lines.push(...numbersOf(watcher))
  lines.push("")
  return `${lines.join("\n").trimEnd()}\n`
}

const said = ({ name, version, source }: (typeof WATCHERS)[number]): string =>
  `\`${name}@${version}\` | ${source.replaceAll("|", "\\|")}`
const named = ({ params }: (typeof WATCHERS)[number]): string =>
  Object.keys(params).map(param => `\`${param}\``).join(", ") || "none"

/** One row for each param; parts that share a note stand in one row. */
function numbersOf({ name, params, notes }: (typeof WATCHERS)[number]): readonly string[] {
  const rows = new Map<string, { readonly of: string; readonly shown: string[]; readonly range: string; readonly about: string }>()
  for (const { path, value, about, least, most, whole } of leavesOf(params, notes)) {
    const range = least === null ? "" : `${least} … ${most ?? ""}${whole ? ", whole" : ""}`
    const key = `${path.split(".")[0]}/${about}`
    const row = rows.get(key) ?? { of: path, shown: [], range, about }
    row.shown.push(JSON.stringify(value))
    rows.set(key, row)
  }
  return [...rows.values()].map(({ of, shown, range, about }) => {
    const many = shown.length > 1
    const said = many ? `${shown.length} parts` : `\`${shown[0]!.length > 40 ? `${shown[0]!.slice(0, 37)}…` : shown[0]}\``
    return `| \`${name}\` | \`${many ? `${of.split(".").slice(0, -1).join(".")}.…` : of}\` | ${said.replaceAll("|", "\\|")} | ${range} | ${about} |`
  })
}
