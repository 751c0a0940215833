// The labelled messages: strangers' (a folder given by hand, never copied here) and our own (written-*.txt).
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Lasting {
  readonly q: string
  readonly at: number
  /** null: nobody said which */
  readonly k: "rule" | "pref" | "fact" | "decision" | "proc" | null
  readonly g: 1 | 2
  readonly neg?: boolean
}
export interface Row {
  readonly id: string
  readonly owner: string
  readonly w: number
  readonly prev: string
  readonly text: string
  readonly f: "neg" | "pos" | "mix" | "soft" | "none"
  readonly d: readonly Lasting[]
  readonly split: "fit" | "check" | "written"
}

export const standing = (folder: string): readonly Row[] =>
  readFileSync(join(folder, "labels.jsonl"), "utf8")
    .split("\n")
    .filter(line => line.trim() !== "")
    .map(line => {
      const row = JSON.parse(line) as Row
      const d = row.d.map(x => ({ ...x, at: row.text.indexOf(x.q) })).filter(x => x.at >= 0)
      return { ...row, prev: row.prev ?? "", w: row.w ?? 1, d }
    })

/**
 * Our own, by voice: "# voice", then one message a line: `f: «end of what the agent said» text ⟦kind words that last⟧`.
 * `⟦kind? …⟧` is grade 1; `\n` is a line break.
 */
export function written(folder: string): readonly Row[] {
  const out: Row[] = []
  for (const file of readdirSync(folder).filter(name => /^written-.*\.txt$/.test(name)).sort()) {
    let voice = ""
    for (const [n, line] of readFileSync(join(folder, file), "utf8").split("\n").entries()) {
      if (line.trim() === "") continue
      if (line.startsWith("# ")) {
        voice = line.slice(2)
        continue
      }
      const read = /^(neg|pos|mix|soft|none): (?:«(.*?)» )?(.*)$/.exec(line)
      if (!read) throw new Error(`${file}:${n + 1}: not a message: ${line}`)
      out.push({ id: `${file}:${n + 1}`, owner: `written:${voice}`, w: 1, prev: read[2] ?? "", f: read[1] as Row["f"], split: "written", ...marked(read[3]!) })
    }
  }
  return out
}

function marked(line: string): Pick<Row, "text" | "d"> {
  let text = ""
  const d: Lasting[] = []
  for (const part of line.replaceAll("\\n", "\n").split(/(⟦.*?⟧)/s)) {
    const mark = /^⟦(rule|pref|fact|decision|proc)(\?)? (.*)⟧$/s.exec(part)
    if (mark) d.push({ q: mark[3]!, at: text.length, k: mark[1] as Lasting["k"], g: mark[2] ? 1 : 2 })
    text += mark ? mark[3]! : part
  }
  return { text, d }
}

/** Sentences that our tests are written with, whole: wishes that last, and tasks that do not. One list is left to the tests. */
export function tested(folder: string): readonly Row[] {
  const LEFT = "preferences-sixth.json"
  return readdirSync(folder)
    .filter(name => /^(?:preferences.*|tasks)\.json$/.test(name) && name !== LEFT)
    .sort()
    .flatMap(file =>
      (JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly string[]).map((text, i): Row => {
        const d: readonly Lasting[] = file === "tasks.json" ? [] : [{ q: text, at: 0, k: null, g: 2 }]
        return { id: `${file}:${i}`, owner: `written:${file}`, w: 1, prev: "", text, f: "none", d, split: "written" }
      }),
    )
}

/** Grade of a message: the highest of what it holds. */
export const gradeOf = (row: Row): number => Math.max(0, ...row.d.map(d => d.g))
