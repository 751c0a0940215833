// Damage that was met and set aside: where the damaged files are, for as long as they are there.
import { setAside as foldersOf } from "../../memory/set-aside.ts"
import { type Check, ok, warn } from "./finding.ts"

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
