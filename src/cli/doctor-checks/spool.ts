// What hooks kept because the log could not be written: how much waits, and whether any of it cannot be read.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { type Check, ok, warn } from "./finding.ts"

/** Near the cap of hook/spool.ts nothing more is kept. */
const MANY = 500

export const spool: Check = {
  name: "spool",
  look: context => {
    let names: readonly string[] = []
    try {
      names = readdirSync(join(context.paths().state, "spool"))
    } catch {
      return ok("empty")
    }
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
