// mettle review: what waits for you, one at a time by single keys on a terminal, else as a list.

import { cardShort } from "../../memory/reading/read.ts"
import { approve, type InboxItem, inbox, reword, turnDown } from "../../memory/reading/review.ts"
import { authorsOf } from "../../memory/tending/documents.ts"
import { privateDir } from "../../paths.ts"
import { keysOf } from "../ask.ts"
import { defineMettleCommand, flag, type Running } from "../command.ts"
import { here, isRecorded, readMemory, writeMemory } from "../context.ts"
import { clean } from "../print.ts"
import { kindText, scopeText, whoSaid } from "../say.ts"

const args = { list: flag("only list, ask nothing") } as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "review",
  examples: [
    ["mettle review", "one at a time: y keep, n put away, e reword, s skip"],
    ["mettle review --list", "only list them"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    const asks = context.io.tty.stdin && context.io.tty.stdout && args.input && !args.list && !out.json && !out.plain
    if (asks && isRecorded(context)) return ask(running)
    const place = here(context)
    const memory = await readMemory(context, out)
    const items = inbox(memory)
    const by = await authors(running, items)
    out.result(
      { items: items.map(item => ({ ...item, ...(by.has(item.id) ? { written: by.get(item.id) } : {}) })) },
      () => {
        if (items.length === 0) return out.line(NONE)
        out.table(
          [{ name: "card" }, { name: "waits because" }, { name: "kind" }, { name: "scope" }, { name: "statement" }],
          items.map(item => [
            shortOf(item),
            whyText(item, by),
            kindText(item.kind),
            scopeText(item.scope, place),
            clean(item.statement),
          ]),
        )
      },
    )
  },
})

const NONE = "Nothing waits for you."
/** With where it would go, or where it stands and who wrote it, when that is the question. */
function whyText({ id, why, grows, document, against }: InboxItem, authors: Authors): string {
  if (grows !== undefined) return `won in ${grows.repositories} repositories, would go to domain ${clean(grows.domain)}`
  if (document === undefined) return against === undefined ? why : `${why}: "${clean(against.statement)}"`
  const written = authors.get(id)
  return written === undefined
    ? `from ${clean(document)}`
    : `from ${clean(document)}:${written.line}, by ${clean(written.author)}, ${new Date(written.at).toISOString().slice(0, 10)}`
}
type Authors = Awaited<ReturnType<typeof authorsOf>>
async function authors({ context }: Pick<Run, "context">, items: readonly InboxItem[]): Promise<Authors> {
  try {
    return await authorsOf(items, {
      scope: here(context).scope,
      top: context.repository().top,
      cacheDir: privateDir(context.basePaths().cache),
    })
  } catch {
    return new Map() // where our cache cannot be written, the file's name alone is told
  }
}
const shortOf = (item: InboxItem): string => cardShort({ id: item.id, kind: item.kind })

async function ask({ out, context }: Run): Promise<void> {
  const place = here(context)
  const memory = await writeMemory(context, out)
  const items = inbox(memory)
  if (items.length === 0) return out.line(NONE)
  const by = await authors({ context }, items)
  const keys = keysOf(context.io)
  const counts = { kept: 0, away: 0, reworded: 0, skipped: 0 }
  try {
    for (const [i, item] of items.entries()) {
      out.line()
      out.line(
        `${out.paint("dim", `${i + 1} of ${items.length} · ${whyText(item, by)}`)}  ${shortOf(item)} · ${kindText(item.kind)} · ${scopeText(item.scope, place)}`,
      )
      out.line(`  ${out.paint("bold", clean(item.statement))}`)
      for (const e of item.card?.evidence.slice(0, 2) ?? [])
        out.line(
          `  ${out.paint("dim", `${whoSaid(e)}: ${e.holds ? `"${clean(e.quote ?? "").slice(0, 160)}"` : "words gone"}`)}`,
        )
      context.io.stderr("  [y] keep  [n] put away  [e] reword  [s] skip  [q] quit  ")
      const key = await keys.oneOf(["y", "n", "e", "s", "q"])
      context.io.stderr(`${key}\n`)
      if (key === "q") break
      if (key === "y") counts.kept += Number((await approve(memory, item)) !== "")
      else if (key === "n") counts.away += Number((await turnDown(memory, item)) !== "")
      else if (key === "e") {
        context.io.stderr("  your words: ")
        const words = (await keys.line()).trim()
        if (words === "") counts.skipped++
        else counts.reworded += Number((await reword(memory, item, words)) !== "")
      } else counts.skipped++
    }
  } finally {
    await keys.close()
  }
  out.line()
  if (counts.kept + counts.away + counts.reworded === 0) return out.line("Nothing was changed.")
  out.line(
    `${counts.kept} kept, ${counts.away} put away, ${counts.reworded} reworded, ${counts.skipped} skipped   undo: mettle undo`,
  )
}
