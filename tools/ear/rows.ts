// The labelled messages: strangers' (a folder given by hand, never copied here) and our own (written-*.txt).
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

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
  /** null: nobody said */
  readonly f: "neg" | "pos" | "mix" | "soft" | "none" | null
  readonly d: readonly Lasting[]
  /** read: only what lasts was judged, by us, in words that an ear had taken for lasting (read.json); said: only what is said of the work was */
  readonly split: "fit" | "check" | "written" | "said" | "read"
}

const jsonLines = (text: string): readonly unknown[] =>
  text
    .split("\n")
    .filter(line => line.trim() !== "")
    .map(line => JSON.parse(line) as unknown)

export const standing = (folder: string): readonly Row[] =>
  jsonLines(readFileSync(join(folder, "labels.jsonl"), "utf8"))
    .map(line => {
      const row = line as Row
      const d = row.d.map(x => ({ ...x, at: row.text.indexOf(x.q) })).filter(x => x.at >= 0)
      return { ...row, prev: row.prev ?? "", w: row.w ?? 1, d }
    })

/**
 * Our own, by voice: "# voice", then one message a line: `f: «end of what the agent said» text ⟦kind words that last⟧`.
 * `⟦kind? …⟧` is grade 1; `\n` is a line break.
 */
export function written(folder: string, split: "written" | "said"): readonly Row[] {
  const out: Row[] = []
  for (const file of readdirSync(folder).filter(name => name.startsWith(`${split}-`)).sort()) {
    let voice = ""
    for (const [n, line] of readFileSync(join(folder, file), "utf8").split("\n").entries()) {
      if (line.trim() === "") continue
      if (line.startsWith("# ")) {
        voice = line.slice(2)
        continue
      }
      const read = /^(neg|pos|mix|soft|none): (?:«(.*?)» )?(.*)$/.exec(line)
      if (!read) throw new Error(`${file}:${n + 1}: not a message: ${line}`)
      out.push({ id: `${file}:${n + 1}`, owner: `written:${voice}`, w: 1, prev: read[2] ?? "", f: read[1] as Row["f"], split, ...marked(read[3]!) })
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

interface Prompt {
  readonly id: string
  readonly repo: string
  readonly prev?: string
  readonly text: string
}
interface Happened {
  readonly s: string
  readonly i: number
  readonly dev: string
  readonly e: string
  readonly text?: string
}
const TAIL = 600
/** Messages of the folders beside `folder` that an ear had taken for lasting, with our verdicts: by id, [start, end, grade] each. */
export function read(folder: string, verdicts: string, real: readonly (Row & { readonly repo?: string })[]): readonly Row[] {
  const judged = JSON.parse(readFileSync(verdicts, "utf8")) as Readonly<Record<string, readonly (readonly [number, number, 1 | 2])[]>>
  const people = new Map(real.map(row => [row.repo, row.owner]))
  const open = (name: string, file: string) => jsonLines(gunzipSync(readFileSync(join(folder, "..", name, file))).toString("utf8"))
  const out: Row[] = []
  const add = (id: string, owner: string, prev: string, text: string): void => {
    const d = judged[id]?.map(([start, end, g]): Lasting => ({ q: text.slice(start, end), at: start, k: null, g }))
    if (d !== undefined) out.push({ id, owner, w: 1, prev: prev.slice(-TAIL), text, f: null, d, split: "read" })
  }
  for (const p of open("prompts", "prompts.jsonl.gz") as readonly Prompt[])
    add(`prompts/${p.id}`, people.get(p.repo) ?? p.repo, p.prev ?? "", p.text)
  for (const name of ["agent-transcripts", "agent-transcripts-2"]) {
    let before: Happened | null = null
    for (const event of open(name, "events.jsonl.gz") as readonly Happened[]) {
      if (event.e === "assistant") before = event
      else if (event.e === "user")
        add(`${name}/${event.s}#${event.i}`, `${event.s.split(":")[0]}/${event.dev}`, before?.s === event.s ? (before.text ?? "") : "", event.text ?? "")
    }
  }
  return out
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
