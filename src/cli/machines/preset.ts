// mettle preset: a machine on one screen: what it is, which rules are its own, and its document's words beside ours. The words stand
// on the machine's page (docs/machines) and nowhere else.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { PresetName } from "../../core/rules/presets.ts"
import { assetPath } from "../../meaning/word-table.ts"
import { choiceOf, QUESTIONS } from "../../memory/acting/rule-params.ts"
import { PRESETS, refuseUnknown } from "../../memory/past/replay.ts"
import { adoptedBy } from "../../open.ts"
import { defineMettleCommand, word } from "../command.ts"
import { type Context, isRecorded } from "../context.ts"
import { type Out, wrapped } from "../print.ts"

const SCREEN = 24

export const command = defineMettleCommand({
  name: "preset",
  examples: [
    ["mettle preset", "all of them, and which one is in use"],
    ["mettle preset memrl", "one of them: its rules, and its document's words beside ours"],
    ["mettle replay --preset memrl", "what it would have done with your own log"],
  ],
  args: { name: word(PRESETS.join(", ")) },
  run: async ({ args, out, context }) => {
    const current = await presetInUse(context)
    if (args.name === undefined) {
      const presets = PRESETS.map(name => ({ name, about: choiceOf(name as PresetName).about }))
      out.result({ current, presets }, () => {
        out.table(
          [{ name: "preset" }, { name: "is" }],
          presets.map(({ name, about }) => [name === current ? `${name} *` : name, about]),
        )
        out.line("\n* in use. One of them: mettle preset <name>; with your own log: mettle replay --preset <name>")
      })
      return
    }
    refuseUnknown(args.name)
    const machine = explained(args.name as PresetName)
    out.result({ ...machine, current }, () => print(machine, current, out))
  },
})

async function presetInUse(context: Context): Promise<string> {
  const store = isRecorded(context) ? (await context.memory({ readOnly: true })).store : null
  return (store && adoptedBy(store)?.preset) ?? context.config().get("preset")
}

interface Explained {
  readonly name: PresetName
  readonly about: string
  /** what it does, in the words of its page */
  readonly does: string | null
  readonly rules: readonly { readonly question: string; readonly rule: string; readonly own: boolean }[]
  readonly words: readonly { readonly document: string; readonly here: string }[]
}

function explained(name: PresetName): Explained {
  const page = pageOf(name)
  const does = /^# .*\n\n([^\n]*?)\. Preset `/m.exec(page)?.[1] ?? null
  return { name, does, ...choiceOf(name), words: termsIn(page) }
}

function pageOf(name: string): string {
  const file = join(dirname(assetPath("words.bin")), "..", "docs", "machines", `${name}.md`)
  return existsSync(file) ? readFileSync(file, "utf8") : ""
}

/** The rows of the table under "The document's words, and ours". */
function termsIn(page: string): Explained["words"] {
  const [, section = ""] = page.split(/^## The document's words, and ours$/m)
  return section
    .split(/^## /m)[0]!
    .split("\n")
    .flatMap(line => {
      const row = /^\| (.+?) \| (.+?) \|$/.exec(line)
      if (!row || row[1] === "document") return []
      return [{ document: plain(row[1]!), here: plain(row[2]!) }]
    })
}
const plain = (markdown: string): string => markdown.replace(/`|\[([^\]]*)\]\([^)]*\)/g, "$1")

function print({ name, about, does, rules, words }: Explained, current: string, out: Out): void {
  const wrap = (text: string, indent = "  ") => wrapped(text, out.width, indent)
  const lines = [...wrap(`${name}: ${does ?? about}`), ""]
  const grouped = (own: boolean, said: (question: string, named: readonly string[]) => string) =>
    QUESTIONS.flatMap(question => {
      const named = rules.filter(r => r.question === question && r.own === own).map(r => r.rule)
      return named.length > 0 ? [said(question, named)] : []
    })
  const own = grouped(true, (question, named) => `${question}: ${named.join(", ")}`)
  lines.push(...wrap(`its own rules: ${own.join("; ") || "none"}`))
  lines.push(...wrap(`the rest as in plain: ${grouped(false, question => question).join(", ") || "nothing"}`), "")
  const adopting = name === current ? " (it is in use)" : `; live so: mettle replay --preset ${name} --adopt`
  const numbers = "what a rule's numbers are: mettle config rules.<rule>"
  const tail = ["", ...wrap(`with your log: mettle replay --preset ${name}${adopting}`), numbers]
  if (words.length === 0) lines.push("It has no document whose words would have to be explained.")
  else {
    lines.push("its document's words, and ours:")
    const room = SCREEN - lines.length - tail.length
    const whole = words.flatMap(w => wrap(`  ${w.document}: ${w.here}`, "      "))
    const short = words.map(w => out.fit(`  ${w.document}: ${w.here}`))
    const said = whole.length <= room ? whole : short
    if (said.length <= room) lines.push(...said)
    else
      lines.push(
        ...said.slice(0, room - 1),
        `  and ${said.length - room + 1} more on its page, docs/machines/${name}.md`,
      )
  }
  for (const line of [...lines, ...tail]) out.line(line)
}
