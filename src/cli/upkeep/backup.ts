// mettle export backup: a whole, consistent copy of the store in one new file, also while others write.
import { existsSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { privateDir } from "../../paths.ts"
import { defineMettleCommand, word } from "../command.ts"
import { isRecorded, nothingYet } from "../context.ts"

export const command = defineMettleCommand({
  name: "export backup",
  examples: [
    ["mettle export backup", "into the data folder, named by the time"],
    ["mettle export backup /mnt/usb/mettle.db", "anywhere else"],
  ],
  args: {
    file: word("where to; must not exist"),
  },
  run: async ({ args, out, context }) => {
    const { data } = context.paths()
    if (!isRecorded(context)) throw nothingYet("nothing to back up")
    const file =
      args.file === undefined
        ? join(privateDir(join(data, "backups")), `${stamp(context.now())}.db`)
        : resolve(context.io.cwd, args.file)
    if (existsSync(file))
      throw new MettleError("E_USAGE", `${file} exists`, { still: "nothing was written", hint: "choose another name" })
    if (!existsSync(dirname(file))) throw new MettleError("E_NOT_FOUND", `there is no folder ${dirname(file)}`)
    const { store } = await context.memory()
    store.backup(file)
    const { size } = statSync(file)
    out.result({ file, bytes: size }, () => {
      out.line(`wrote ${file} (${size} bytes)`)
      out.line(
        out.paint(
          "dim",
          args.file === undefined
            ? "to use it: put it in place of log.db in an empty data folder. mettle forget reaches into it."
            : "to use it: put it in place of log.db in an empty data folder. mettle forget does not reach into it.",
        ),
      )
    })
  },
})

const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-")
