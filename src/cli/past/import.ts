// mettle import: merges an exported log, or reads past sessions (import-transcripts.ts). Events that are known add nothing; text is redacted again on the way in; lines
// that cannot be read are listed, the rest is kept.
import { createReadStream, existsSync } from "node:fs"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { importLog } from "../../memory/acting/transfer.ts"
import { defineMettleCommand, FLAGS, flag, value, whole } from "../command.ts"
import { confirm } from "../confirm.ts"
import type { Context } from "../context.ts"
import { linesOf } from "../io.ts"
import { readMemory, writeMemory } from "../memory-of.ts"
import { clean, type Out } from "../print.ts"

const LISTED = 10
const DAYS = 30

export const command = defineMettleCommand({
  name: "import",
  examples: [
    ["mettle import shop.jsonl --dry-run", "how many events are new here"],
    ["mettle import shop.jsonl", "merge it; doing it twice adds nothing"],
    ["mettle import transcripts --days 90", "past sessions of this repository, from the agents' own files"],
    ["mettle export | ssh desk mettle import -", "from one machine to another"],
  ],
  args: {
    file: {
      type: "positional",
      required: true,
      description: "a file of mettle export, - for stdin, or the word transcripts",
    },
    days: value("n", "transcripts: how far back (default 30)"),
    client: FLAGS.client,
    "all-repos": flag("transcripts: every repository; asks first"),
    yes: FLAGS.yes,
    "dry-run": FLAGS["dry-run"],
  },
  run: async ({ args, out, context }) => {
    if (args.file === "transcripts") return transcripts(args, out, context)
    const path = resolve(context.io.cwd, args.file)
    if (args.file !== "-" && !existsSync(path)) throw new MettleError("E_NOT_FOUND", `there is no file ${path}`)
    // A stream begins to flow when it is made, so it is made when it is read.
    const lines = args.file === "-" ? linesOf(context.io.stdin) : linesOf(createReadStream(path))
    if (args["dry-run"]) {
      const known = (await readMemory(context, out))?.parts.log ?? null
      let all = 0
      let fresh = 0
      for await (const line of lines) {
        const id = idOf(line)
        if (id === null) continue
        all++
        if (known === null || known.get(id) === null) fresh++
      }
      return out.result(
        { done: false, lines: all, new: fresh },
        `${all} events, ${fresh} of them new here; nothing was changed (--dry-run)`,
      )
    }
    const memory = await writeMemory(context, out)
    const bar = out.progress("reading")
    const done = await importLog(
      memory,
      counted(lines, () => bar.step()),
    )
    bar.done()
    memory.catchUp()
    out.result({ done: true, ...done }, () => {
      out.line(
        `${done.added} events added, ${done.lines - done.added - done.refused.length} known already, ${done.refused.length} refused`,
      )
      for (const { line, why } of done.refused.slice(0, LISTED)) out.line(`  line ${line}: ${clean(why)}`)
      if (done.refused.length > LISTED) out.line(`  and ${done.refused.length - LISTED} more (--json lists them)`)
    })
    return done.refused.length > 0 ? 1 : 0
  },
})

interface PastAsked {
  readonly days?: string | undefined
  readonly client?: string | undefined
  readonly "all-repos"?: boolean | undefined
  readonly "dry-run"?: boolean | undefined
  readonly yes?: boolean | undefined
  readonly input?: boolean | undefined
}
async function transcripts(args: PastAsked, out: Out, context: Context): Promise<void> {
  const { backfillPast, pastSessions, sayBackfilled } = await import("./import-transcripts.ts")
  const wanted = {
    days: whole(command, "days", args.days, DAYS),
    client: args.client ?? null,
    allRepos: args["all-repos"] ?? false,
  }
  const found = pastSessions(context, wanted)
  if (args["dry-run"])
    return out.result(
      { done: false, sessions: found.sessions.length, left: found.left },
      `${found.sessions.length} past sessions would be read; nothing was changed (--dry-run)`,
    )
  const question = `Read ${found.sessions.length} past sessions of every repository on this computer?`
  if (wanted.allRepos && !(await confirm(context.io, args, question)))
    return out.result({ done: false, sessions: 0 }, "nothing was read")
  const done = await backfillPast(context, out, wanted)
  out.result({ done: true, ...done }, () => sayBackfilled(out, done))
}

function idOf(line: string): string | null {
  try {
    const id = (JSON.parse(line) as { event?: { id?: unknown } }).event?.id
    return typeof id === "string" ? id : null
  } catch {
    return null
  }
}

async function* counted(lines: AsyncIterable<string>, step: () => void): AsyncGenerator<string> {
  for await (const line of lines) {
    step()
    yield line
  }
}
