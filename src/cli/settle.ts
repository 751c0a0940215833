// mettle settle: runs all that is due (proposers, folds, late evidence, retention) and waits for it.
import { homedir } from "node:os"
import { lookAround } from "../memory/documents.ts"
import { embedChosen } from "../memory/embed.ts"
import { retain } from "../memory/retention.ts"
import { settle } from "../memory/settle.ts"
import { defineMettleCommand } from "./command.ts"
import { here } from "./here.ts"
import { isRecorded, writeMemory } from "./memory-of.ts"

export const command = defineMettleCommand({
  name: "settle",
  summary: "run all that is due, and wait for it",
  examples: [["mettle settle", "proposers, folds, retention; running it again adds nothing"]],
  args: {},
  run: async ({ out, context }) => {
    if (!isRecorded(context)) {
      out.result({ folded: 0, proposed: 0, forgotten: 0 }, () =>
        out.line("Nothing was recorded yet, so nothing is due."),
      )
      return
    }
    const days = context.config().get("retention.textDays")
    const { memory, store } = await writeMemory(context, out)
    const place = here(context)
    const { top, identity } = context.repository()
    // A folder without a repository may be a whole home: its files are not looked for.
    const found =
      identity.basis === "path"
        ? { proposed: 0 }
        : await lookAround(memory, { ...place, top, home: context.io.env.HOME || homedir() })
    const settled = await settle(memory)
    const { folded } = settled
    const proposed = settled.proposed + found.proposed
    const embedded = await embedChosen(memory, context.config(), context.io.env, out.note)
    const expired = days > 0 ? await retain(memory, days) : null
    const forgotten = expired?.texts ?? 0
    // Old events and texts move into compressed containers: what is kept stays a quarter of what was said.
    store.compact()
    out.result({ folded, proposed, forgotten, embedded, seq: memory.views.seq() }, () =>
      out.line(
        `settled: ${memory.views.seq()} events folded, ${proposed} new proposals${forgotten > 0 ? `, ${forgotten} texts past their time forgotten` : ""}${embedded > 0 ? `, ${embedded} cards embedded` : ""}`,
      ),
    )
  },
})
