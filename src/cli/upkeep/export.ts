// mettle export: the whole log for moving house, or only the cards for reading and sharing (no transcripts).
import { createWriteStream, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { MettleError } from "../../core/errors.ts"
import { exportLog } from "../../memory/acting/transfer.ts"
import type { Memory } from "../../memory/memory.ts"
import { changeBlock, goneNorms, normsFor } from "../../memory/packs/rule-files.ts"
import { type CardRead, readCards } from "../../memory/reading/read.ts"
import { defineMettleCommand, FLAGS, flag, type Running, usage, value, word } from "../command.ts"
import { here, isRecorded, nothingYet, readMemory } from "../context.ts"
import { clean } from "../print.ts"
import { kindText, scopeText } from "../say.ts"

const args = {
  file: word("where to write every event with its texts (default: stdout)"),
  cards: flag("cards only, as Markdown"),
  to: value("file", "AGENTS.md or CLAUDE.md: a fenced block of active norms"),
  remove: flag("with --to: take the block out again"),
  "dry-run": FLAGS["dry-run"],
  yes: { ...FLAGS.yes, description: "write over a file that exists" },
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "export",
  examples: [
    ["mettle export shop.jsonl", "every event with its texts; import merges it elsewhere"],
    ["mettle export --cards > cards.md", "what is known, without transcripts"],
    ["mettle export --cards --json", "the same for programs"],
    ["mettle export --to AGENTS.md", "active norms of this repository as a block that a pull request can review"],
    ["mettle export --to AGENTS.md --remove", "takes the block out again, to the byte"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    if (args.to !== undefined) {
      if (args.cards || args.file !== undefined) throw usage(command, "--to stands alone")
      return exportNorms(running, await readMemory(context, out), args.to)
    }
    if (args.remove || args["dry-run"]) throw usage(command, "--remove and --dry-run go with --to")
    if (!isRecorded(context)) throw nothingYet("nothing to export")
    const memory = await readMemory(context, out)
    return args.cards ? cards(running, memory) : all(running, memory)
  },
})

async function all({ args, out, context }: Run, memory: Memory): Promise<void> {
  let events = -1
  if (args.file === undefined) {
    if (out.json) {
      const lines = [...exportLog(memory)].map(line => JSON.parse(line) as unknown)
      out.result({ lines }, () => undefined)
      return
    }
    for (const line of exportLog(memory)) await context.io.stdout(`${line}\n`)
    return
  }
  const path = resolve(context.io.cwd, args.file)
  const bar = out.progress("writing", memory.parts.log.head())
  function* counted(): Generator<string> {
    for (const line of exportLog(memory)) {
      bar.to(++events)
      yield `${line}\n`
    }
  }
  const file = createWriteStream(path, { flags: args.yes ? "w" : "wx", mode: 0o600, flush: true })
  await pipeline(Readable.from(counted()), file).catch(cannotWrite(path))
  bar.done()
  out.result({ events, file: path }, `wrote ${events} events to ${path} (it holds your texts; mode 0600)`)
}

function cards({ out, context }: Run, memory: Memory): void {
  const place = here(context)
  const shared = readCards(memory).map(card => ({
    id: card.id,
    kind: card.kind,
    statement: card.statement,
    scope: card.scope,
    stage: card.stage,
    source: card.source,
    born: card.born,
    // Only the person's own words: what tools printed is a transcript.
    quotes: card.evidence.filter(e => e.kind === "user_span" && e.holds).map(e => e.quote),
  }))
  out.result({ cards: shared }, () => out.line(asMarkdown(readCards(memory), card => scopeText(card.scope, place))))
}

function asMarkdown(all: readonly CardRead[], where: (card: CardRead) => string): string {
  const kinds = [...new Set(all.map(card => card.kind))]
  const lines = ["# What mettle knows"]
  for (const kind of kinds) {
    lines.push("", `## ${kindText(kind)}`, "")
    for (const card of all.filter(c => c.kind === kind && c.statement !== null))
      lines.push(
        `- ${clean(card.statement!)} (${where(card)}, ${card.source === "user" ? "said" : "seen"} ${card.born.slice(0, 10)})`,
      )
  }
  return lines.join("\n")
}

const cannotWrite =
  (path: string) =>
  (error: unknown): never => {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST"
    throw new MettleError(
      exists ? "E_USAGE" : "E_DISK",
      exists ? `${path} exists` : `cannot write ${path}: ${(error as Error).message}`,
      {
        still: "nothing was written",
        hint: exists ? "give --yes to write over it" : "choose another place",
        cause: error,
      },
    )
  }

// --to AGENTS.md: active norms of this repository as a fenced block that a pull request can review. Written beside what people wrote,
// replaced in place, taken out again to the byte with --remove.

const FILES = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]
const LARGEST = 4 << 20

function exportNorms({ args, out, context }: Run, memory: Memory, to: string): void {
  const { remove = false, "dry-run": dryRun = false } = args
  const name = FILES.find(file => file === to)
  if (!name)
    throw new MettleError("E_USAGE", `export: --to is one of ${FILES.join(", ")}, not "${to}"`, {
      hint: "it is written in the root of the repository",
    })
  const path = join(context.repository().top, name)
  const before = read(path)
  const place = here(context)
  // What holds for everybody who works here; a person's global norms are theirs alone.
  const scopes = [`repo:${place.scope}`, ...place.domains.map(domain => `domain:${domain}`)]
  const norms = remove ? [] : normsFor(memory, scopes)
  const { text: after, empty } = remove
    ? changeBlock(before ?? "", null)
    : changeBlock(before ?? "", norms, goneNorms(memory))
  const changed = after !== (before ?? "")
  if (changed && !dryRun) write(path, after, before === null, empty)
  out.result({ file: path, norms: norms.map(norm => norm.statement), changed, removed: remove }, () => {
    if (dryRun && changed) out.line(after)
    else if (!changed)
      out.line(`${name} stays as it is${norms.length === 0 ? ": there are no active norms of this repository" : ""}.`)
    else if (remove || norms.length === 0) out.line(`took mettle's block out of ${path}`)
    else
      out.line(
        `wrote ${norms.length === 1 ? "1 norm" : `${norms.length} norms`} to ${path} · undo: mettle export --to ${name} --remove`,
      )
  })
}

function read(path: string): string | null {
  try {
    const found = lstatSync(path)
    if (!found.isFile() || found.size > LARGEST)
      throw new MettleError("E_DISK", `${path} is not a plain file of ordinary size`, { still: "nothing was written" })
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** A new file takes the old one's place in one step; a file that held nothing but the block goes with it. */
function write(path: string, text: string, fresh: boolean, empty: boolean): void {
  try {
    if (empty) {
      rmSync(path)
      return
    }
    const mode = fresh ? 0o644 : statSync(path).mode & 0o777
    const beside = join(path, "..", `.${basename(path)}.mettle-${process.pid}`)
    writeFileSync(beside, text, { flag: "wx", mode })
    renameSync(beside, path)
  } catch (error) {
    throw new MettleError("E_DISK", `cannot write ${path}: ${(error as Error).message}`, {
      still: "the file was not changed",
      cause: error,
    })
  }
}
