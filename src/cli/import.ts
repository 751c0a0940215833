// mettle import: merges an exported log. Events that are known add nothing; text is redacted again on the way in; lines
// that cannot be read are listed, the rest is kept.
import { createReadStream, existsSync } from "node:fs"
import { resolve } from "node:path"
import { MettleError } from "../core/errors.ts"
import { importLog } from "../memory/transfer.ts"
import { defineMettleCommand, FLAGS } from "./command.ts"
import { readMemory, writeMemory } from "./memory-of.ts"
import { clean } from "./print.ts"

const LISTED = 10

export const command = defineMettleCommand({
  name: "import",
  summary: "merge an exported log",
  examples: [
    ["mettle import shop.jsonl --dry-run", "how many events are new here"],
    ["mettle import shop.jsonl", "merge it; doing it twice adds nothing"],
    ["mettle export | ssh desk mettle import -", "from one machine to another"],
  ],
  args: {
    file: { type: "positional", required: true, description: "a file of mettle export, or - for stdin" },
    "dry-run": FLAGS["dry-run"],
  },
  run: async ({ args, out, context }) => {
    const path = resolve(context.io.cwd, args.file)
    if (args.file !== "-" && !existsSync(path)) throw new MettleError("E_NOT_FOUND", `there is no file ${path}`)
    // A stream begins to flow when it is made, so it is made when it is read.
    const lines = args.file === "-" ? linesOf(context.io.stdin) : linesOf(createReadStream(path))
    if (args["dry-run"]) {
      const known = (await readMemory(context, out))?.memory.parts.log ?? null
      let all = 0
      let fresh = 0
      for await (const line of lines) {
        const id = idOf(line)
        if (id === null) continue
        all++
        if (known === null || known.get(id) === null) fresh++
      }
      out.result({ done: false, lines: all, new: fresh }, () =>
        out.line(`${all} events, ${fresh} of them new here; nothing was changed (--dry-run)`),
      )
      return
    }
    const { memory } = await writeMemory(context, out)
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

async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of chunks) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split("\n")
    rest = lines.pop()!
    yield* lines
  }
  if (rest.trim() !== "") yield rest
}
