// mettle lab: one judgement on the caller's own data. JSONL in, JSONL out, in order, no store touched.
// A line that cannot be answered still gets a line, so that nothing is lost silently; the exit code then is 1.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { nearest } from "../../core/nearest.ts"
import type { Hear } from "../../core/words/wishes/from-prompt.ts"
import { refuseUnknown } from "../../memory/past/replay.ts"
import { defineMettleCommand, FLAGS, type Running, usage, value, word } from "../command.ts"
import { linesOf } from "../io.ts"

type Line = Readonly<Record<string, unknown>>
/** answers one line at a time */
type Each = (line: any, preset: string, params: Line) => unknown
/** reads every line before it answers, as they come; and the documents of --docs, where it needs them */
type Whole = (lines: AsyncIterable<any>, preset: string, params: Line, docs: readonly any[]) => unknown

type Lab =
  | { readonly about: string; readonly each: () => Promise<Each> }
  /** `learners`: knows more presets than the seven, and says itself which */
  | { readonly about: string; readonly whole: () => Promise<Whole>; readonly learners?: true; readonly docs?: true }

const heard = async (lab: (hear: Hear) => Each): Promise<Each> =>
  lab((await import("../../meaning/ear.ts")).builtInHear)

/** THE list of labs; each module is loaded when it is asked for. */
export const LABS: Readonly<Record<string, Lab>> = {
  feedback: {
    about: "what a prompt says about the agent's work before it",
    each: async () => heard((await import("../../lab/each.ts")).labFeedback),
  },
  tool: {
    about: "whether a tool call succeeded, and how that is known",
    each: async () => (await import("../../lab/each.ts")).labTool,
  },
  propose: {
    about: "the preferences, constraints, decisions and facts a prompt states",
    each: async () => heard((await import("../../lab/each.ts")).labPropose),
  },
  redact: {
    about: "a text with its secrets masked",
    each: async () => (await import("../../lab/each.ts")).labRedact,
  },
  retrieve: {
    about: "documents ranked for questions (--docs)",
    docs: true,
    whole: async () => {
      const { labRetrieve } = await import("../../lab/retrieve.ts")
      const { builtInSemantics } = await import("../../meaning/word-table.ts")
      const said = (value: unknown) => (typeof value === "string" ? value : "")
      return async (lines, preset, params, docs) =>
        labRetrieve(
          docs.map(doc => ({ ...doc, text: said(doc.text) })),
          (await all(lines)).map(query => ({ ...query, q: said(query.q) })),
          { preset, semantics: preset === "plain" ? null : builtInSemantics(), params },
        )
    },
  },
  outcome: {
    about: "how probable it is that a run truly succeeded",
    each: async () => (await import("../../lab/each.ts")).labOutcome,
  },
  credit: {
    about: "what each card of a log is worth",
    whole: async () => (await import("../../lab/credit.ts")).labCredit,
    learners: true,
  },
}

const args = {
  question: word("the judgement; without one they are listed"),
  preset: FLAGS.preset,
  params: value("file.json", "values that replace params of the preset's rules"),
  docs: value("file", "retrieve: the documents, JSONL"),
} as const

export const command = defineMettleCommand({
  name: "lab",
  examples: [
    ["mettle lab", "the judgements there are"],
    ["mettle lab feedback < turns.jsonl", "one answer per line, in order"],
    ["mettle lab tool --preset evolver < calls.jsonl", "the same under other rules"],
    ["mettle lab retrieve --docs docs.jsonl < q.jsonl", "documents first, queries on stdin"],
  ],
  args,
  run: async running => {
    const name = running.args.question
    if (name === undefined) return list(running)
    const lab = Object.hasOwn(LABS, name) ? LABS[name] : undefined
    if (!lab) {
      const meant = nearest(name, Object.keys(LABS))
      throw usage(command, `no judgement "${name}"${meant ? `; did you mean ${meant}?` : ""}`)
    }
    return answer(running, lab)
  },
})
type Run = Running<typeof args>

function list({ out }: Run): void {
  const names = Object.keys(LABS)
  out.result({ labs: names.map(name => ({ name, about: LABS[name]!.about })) }, () => {
    for (const name of names) out.line(`  ${name.padEnd(10)} ${LABS[name]!.about}`)
  })
}

async function answer({ args, context: { io }, out }: Run, lab: Lab): Promise<number> {
  const preset = args.preset ?? "mettle"
  if (!("learners" in lab)) refuseUnknown(preset)
  const params = args.params === undefined ? {} : readParams(resolve(io.cwd, args.params))
  let bad = 0
  const write = async (value: unknown): Promise<void> => void (await io.stdout(`${JSON.stringify(value)}\n`))
  const fail = (error: unknown, id: unknown = null): Promise<void> => {
    bad++
    return write({ id, error: error instanceof Error ? error.message : String(error) })
  }
  /** The lines that can be read; of the others it is said. */
  async function* good(source: Source, where = ""): AsyncGenerator<Line> {
    for await (const read of jsonLines(source))
      if ("error" in read) await fail(where + read.error)
      else yield read.line
  }
  if ("each" in lab) {
    const judge = await lab.each()
    for await (const line of good(io.stdin))
      try {
        await write(await judge(line, preset, params))
      } catch (error) {
        if (isUsage(error)) throw error
        await fail(error, line.id)
      }
  } else {
    if (lab.docs && args.docs === undefined) throw usage(command, "retrieve needs --docs <file>")
    const docs = lab.docs ? await all(good([readText(resolve(io.cwd, args.docs!))], "--docs: ")) : []
    const judge = await lab.whole()
    const answers = async () => judge(good(io.stdin), preset, params, docs)
    // How a lab says that it does not know a preset.
    const told = await answers().catch(error => {
      throw error instanceof RangeError ? usage(command, error.message) : error
    })
    for await (const value of told as Iterable<unknown>) await write(value)
  }
  if (bad > 0) out.note(`mettle lab: ${bad} ${bad === 1 ? "line" : "lines"} could not be answered`)
  return bad > 0 ? 1 : 0
}

async function all(lines: AsyncIterable<any>): Promise<readonly any[]> {
  const kept: unknown[] = []
  for await (const line of lines) kept.push(line)
  return kept
}

/** A wrong preset or parameter is the caller's mistake once, not a bad line a thousand times. */
const isUsage = (error: unknown): boolean =>
  error instanceof MettleError &&
  (error.code === "E_USAGE" || error.code === "E_CONFIG" || error.code === "E_NOT_FOUND")

type Read = { readonly line: Line } | { readonly error: string }
type Source = Parameters<typeof linesOf>[0]

export async function* jsonLines(source: Source): AsyncGenerator<Read> {
  for await (const line of linesOf(source)) yield* parsed(line)
}

function* parsed(text: string): Generator<Read> {
  const line = text.replace(/^\uFEFF/, "").trim()
  if (line === "") return
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== "object" || value === null || Array.isArray(value)) yield { error: "not a JSON object" }
    else yield { line: value as Line }
  } catch (error) {
    yield { error: `not JSON: ${(error as Error).message}` }
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    throw new MettleError("E_NOT_FOUND", `cannot read ${file}`, { cause, hint: "check the path" })
  }
}

function readParams(file: string): Line {
  const read = readText(file)
  try {
    const value: unknown = JSON.parse(read)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Line
  } catch {
    // said below
  }
  throw usage(command, `--params ${file} must hold one JSON object`)
}
