// The accelerator for hooks: at most one, and small. Known by its command line, which holds no text (Linux only: elsewhere
// nothing says so without starting a program).

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { deafMark, socketPath } from "../../../paths.ts"
import { type Check, fail, ok, warn } from "./finding.ts"

const MOST_MB = 300

export const resident: Check = {
  name: "helper",
  look: context => {
    if (context.io.env.METTLE_RESIDENT === "off") return ok("switched off; hooks work without it")
    const running = residents(context.paths().data)
    if (running === null)
      return existsSync(socketPath(context.paths().runtime)) ? ok("its socket is there") : ok("none is running")
    const [first] = running
    if (!first) return ok("none is running; the next session starts one")
    if (running.length > 1)
      return fail(
        `${running.length} are running`,
        `end all but one: kill ${running
          .slice(1)
          .map(r => r.pid)
          .join(" ")}`,
      )
    const text = `one is running, ${first.mb} MB`
    // It takes the mark away within a second of listening again.
    if (existsSync(deafMark(context.paths().runtime)))
      return warn(
        `${text}, but it does not listen; hooks work without it`,
        `kill -9 ${first.pid} ends it; the next session starts another`,
      )
    return first.mb > MOST_MB
      ? warn(text, `it leaves by itself at ${MOST_MB} MB; kill ${first.pid} ends it now`)
      : ok(text)
  },
}

/** Residents of this data folder; null where processes cannot be looked at. */
export function residents(data: string): readonly { readonly pid: number; readonly mb: number }[] | null {
  let names: readonly string[]
  try {
    names = readdirSync("/proc").filter(name => /^\d+$/.test(name))
  } catch {
    return null
  }
  return names.flatMap(name => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0")
      if (!words.includes("resident") || !words.some(word => word.startsWith(data) && word.endsWith("hook.cjs")))
        return []
      const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]
      return [{ pid: Number(name), mb: Math.round(Number(kb ?? 0) / 1024) }]
    } catch {
      return []
    }
  })
}
