// The files of the store: how they are written, how fast, what waits beside them, what was set aside.
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { setAside as foldersOf } from "../../../memory/forgetting/text-copies.ts"
import { onlyReadable } from "../../../open.ts"
import { namesIn } from "../../../paths.ts"
import { isRecorded } from "../../context.ts"
import { type Check, fail, ok, warn } from "./finding.ts"

export const setAside: Check = {
  name: "damage",
  look: context => {
    const folders = foldersOf(context.paths().data)
    return folders.length === 0
      ? ok("none was ever met")
      : warn(
          `E_INTEGRITY: a damaged log was set aside ${folders.length === 1 ? "once" : `${folders.length} times`}; what could be proven goes on in a new one`,
          `the damaged files are in ${folders.at(-1)}; check the disk, restore a backup if you miss something (mettle export backup --help), then remove the folder`,
        )
  },
}

export const journal: Check = {
  name: "journal",
  look: async context => {
    if (!isRecorded(context)) return ok("nothing recorded yet")
    if (onlyReadable(context.paths().data)) return ok("not looked at: this place can only be read")
    const { store } = await context.memory({ readOnly: true })
    const { journal, synchronous, secureDelete } = store.settings()
    const text = `${journal.toUpperCase()}, synchronous ${synchronous}, secure delete ${secureDelete ? "on" : "off"}`
    return journal === "wal" && synchronous === "FULL" && secureDelete
      ? ok(text)
      : fail(text, "another program changed the file; mettle export backup, then open it with mettle again")
  },
}

/** Near the cap of hook/spool.ts nothing more is kept. */
const MANY = 500

export const spool: Check = {
  name: "spool",
  look: context => {
    const names = namesIn(join(context.paths().state, "spool"))
    const waiting = names.filter(name => name.endsWith(".json")).length
    const unreadable = names.filter(name => name.endsWith(".unreadable")).length
    if (unreadable > 0)
      return warn(
        `${waiting} hooks wait, ${unreadable} cannot be read`,
        `look at ${join(context.paths().state, "spool")}, then remove the files ending in .unreadable`,
      )
    return waiting > MANY
      ? warn(`${waiting} hooks wait to be recorded`, "mettle settle adds them; is the disk full or the log locked?")
      : ok(waiting === 0 ? "empty" : `${waiting} hooks wait for the next session or mettle settle`)
  },
}

const TRIES = 15
const SLOW_MS = 50

export const diskSpeed: Check = {
  name: "fsync",
  look: context => {
    const { data } = context.paths()
    if (!existsSync(data)) return ok("not measured: there is no data folder yet")
    const file = join(data, `.doctor-${process.pid}`)
    const handle = openSync(file, "wx", 0o600)
    try {
      const page = Buffer.alloc(4096, 1)
      const times = Array.from({ length: TRIES }, () => {
        const start = performance.now()
        writeSync(handle, page)
        fsyncSync(handle)
        return performance.now() - start
      }).sort((a, b) => a - b)
      const median = times[TRIES >> 1]!
      const text = `${median.toFixed(1)} ms per durable write (median of ${TRIES})`
      return median > SLOW_MS
        ? warn(text, "a slow disk slows every hook; mettle config set data.dir <path> moves the store")
        : ok(text)
    } finally {
      closeSync(handle)
      rmSync(file, { force: true })
    }
  },
}
