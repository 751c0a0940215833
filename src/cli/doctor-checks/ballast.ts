// Room kept for forgetting on a full disk (store/ballast.ts).
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Check, ok } from "./finding.ts"

export const ballast: Check = {
  name: "ballast",
  look: context => {
    const { data } = context.paths()
    if (!existsSync(join(data, "log.db"))) return ok("nothing recorded yet")
    const bytes = statSync(join(data, "ballast"), { throwIfNoEntry: false })?.size ?? 0
    return bytes > 0
      ? ok(`${Math.round(bytes / 1024 / 1024)} MB kept, so that forgetting works on a full disk`)
      : ok("none yet; the next settle or session makes it where there is room")
  },
}
