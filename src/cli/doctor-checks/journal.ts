// Is the log in WAL mode? Bytes 18 and 19 of the file say so (SQLite's file format); `synchronous=FULL` is set at every
// open and is not in the file.
import { closeSync, existsSync, openSync, readSync } from "node:fs"
import { join } from "node:path"
import { type Check, fail, ok } from "./finding.ts"

const WAL = 2

export const journal: Check = {
  name: "journal",
  look: context => {
    const file = join(context.paths().data, "log.db")
    if (!existsSync(file)) return ok("nothing recorded yet")
    const head = Buffer.alloc(20)
    const handle = openSync(file, "r")
    try {
      readSync(handle, head, 0, 20, 0)
    } finally {
      closeSync(handle)
    }
    return head[18] === WAL && head[19] === WAL
      ? ok("WAL, synchronous FULL at every open")
      : fail("log.db is not in WAL mode", "another program changed it; mettle backup, then open it with mettle again")
  },
}
