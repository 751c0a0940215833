// mettle export: the whole log for moving house, or only the cards for reading and sharing (no transcripts).
import { writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { exportLog } from "../../memory/acting/transfer.ts"
import type { Memory } from "../../memory/memory.ts"
import { type CardRead, readCards } from "../../memory/reading/read.ts"
import { kindText } from "../cards/card-text.ts"
import { exportNorms } from "../cards/export-norms.ts"
import { defineMettleCommand, FLAGS, type Running, usage } from "../command.ts"
import { here, scopeText } from "../here.ts"
import { nothingYet, readMemory } from "../memory-of.ts"
import { clean } from "../print.ts"

const args = {
  file: {
    type: "positional",
    required: false,
    description: "where to write every event with its texts (default: stdout)",
  },
  cards: { type: "boolean", description: "cards only: Markdown, or JSON for a file named .json" },
  to: { type: "string", valueHint: "file", description: "AGENTS.md or CLAUDE.md: a fenced block of active norms" },
  remove: { type: "boolean", description: "with --to: take the block out again" },
  "dry-run": FLAGS["dry-run"],
  yes: { ...FLAGS.yes, description: "write over a file that exists" },
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "export",
  examples: [
    ["mettle export shop.jsonl", "every event with its texts; import merges it elsewhere"],
    ["mettle export --cards cards.md", "what is known, without transcripts"],
    ["mettle export --cards --json", "the same for programs"],
    ["mettle export --to AGENTS.md", "active norms of this repository as a block that a pull request can review"],
    ["mettle export --to AGENTS.md --remove", "takes the block out again, to the byte"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    if (args.to !== undefined) {
      if (args.cards || args.file !== undefined) throw usage(command, "--to stands alone")
      const asked = { to: args.to, remove: args.remove ?? false, dryRun: args["dry-run"] ?? false }
      const memory = asked.remove ? null : await readMemory(context, out)
      return exportNorms(memory, asked, out, context)
    }
    if (args.remove || args["dry-run"]) throw usage(command, "--remove and --dry-run go with --to")
    const memory = await readMemory(context, out)
    if (!memory) throw nothingYet("nothing to export")
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
  const file = await open(path, args.yes ? "w" : "wx", 0o600).catch(cannotWrite(path))
  try {
    let batch = ""
    for (const line of exportLog(memory)) {
      batch += `${line}\n`
      events++
      if (batch.length < 1 << 20) continue
      await file.write(batch)
      batch = ""
      bar.step(events)
    }
    await file.write(batch)
    await file.sync()
  } finally {
    await file.close()
    bar.done()
  }
  out.result({ events, file: path }, () =>
    out.line(`wrote ${events} events to ${path} (it holds your texts; mode 0600)`),
  )
}

function cards({ args, out, context }: Run, memory: Memory): void {
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
  const markdown = () => asMarkdown(readCards(memory), card => scopeText(card.scope, place))
  if (args.file === undefined) {
    out.result({ cards: shared }, () => out.line(markdown()))
    return
  }
  const path = resolve(context.io.cwd, args.file)
  const text = path.endsWith(".json") ? `${JSON.stringify({ cards: shared }, null, 2)}\n` : `${markdown()}\n`
  try {
    writeFileSync(path, text, { flag: args.yes ? "w" : "wx", mode: 0o600 })
  } catch (error) {
    cannotWrite(path)(error)
  }
  out.result({ cards: shared.length, file: path }, () => out.line(`wrote ${shared.length} cards to ${path}`))
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
