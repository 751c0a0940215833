// Is what was acknowledged durable? The settings of the open log, as SQLite itself tells them.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { onlyReadable } from "../../open.ts"
import { type Check, fail, ok } from "./finding.ts"

export const journal: Check = {
  name: "journal",
  look: async context => {
    if (!existsSync(join(context.paths().data, "log.db"))) return ok("nothing recorded yet")
    if (onlyReadable(context.paths().data)) return ok("not looked at: this place can only be read")
    const { store } = await context.memory({ readOnly: true })
    const { journal, synchronous, secureDelete } = store.settings()
    const text = `${journal.toUpperCase()}, synchronous ${synchronous}, secure delete ${secureDelete ? "on" : "off"}`
    return journal === "wal" && synchronous === "FULL" && secureDelete
      ? ok(text)
      : fail(text, "another program changed the file; mettle export backup, then open it with mettle again")
  },
}
