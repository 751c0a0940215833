// Teams: does the engine answer, does it keep what it acknowledges, what waits to be sent, when was the last sync, and what
// was refused. Silent where no team was joined: then no connection is made.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { ago } from "../time.ts"
import { type Check, type Finding, fail, ok, warn } from "./finding.ts"

/** Days without a sync, and waiting events, that deserve a word. */
const QUIET_DAYS = 3
const MANY = 5000

export const team: Check = {
  name: "team",
  look: async context => {
    const { data } = context.paths()
    if (!existsSync(join(data, "team", "membership.json"))) return ok("none joined: nothing leaves this computer")
    const { readMemberships, shownUrl } = await import("../../team/membership.ts")
    const { inTeam, standingIn } = await import("../../team/home.ts")
    const { memory } = await context.memory({ readOnly: true })
    const found: Finding[] = []
    for (const membership of readMemberships(data)) {
      const s = standingIn({ data, memory }, membership)
      const synced = s.lastSync === null ? "never synced" : `synced ${ago(s.lastSync, context.now())}`
      const refused = Object.values(s.refused).reduce((sum, n) => sum + n, 0)
      const where = `${shownUrl(membership.url)}: ${synced}, ${s.backlog} events wait, ${refused} refused`
      if (s.otherLog !== null) {
        found.push(
          fail(`${where}; another log stands at this address, nothing is sent`, "mettle team status says what to do"),
        )
        continue
      }
      try {
        const { ok: durable, says, erasing } = await inTeam({ data, memory }, membership, ({ log }) => log.durability())
        const late = s.lastSync === null || context.now() - s.lastSync > QUIET_DAYS * 86_400_000
        const told = erasing === null ? says : `${says}; ${erasing}`
        if (!durable) found.push(warn(`${where}; ${told}`, "ask whoever runs the engine to make it durable"))
        else if (erasing !== null) found.push(warn(`${where}; ${told}`, "tell whoever runs the engine"))
        else if (s.agreed && (late || s.backlog > MANY)) found.push(warn(`${where}; ${says}`, "mettle team sync"))
        else if (refused > 0) found.push(warn(`${where}; ${says}`, "mettle team status says what was refused"))
        else found.push(ok(`${where}; ${says}`))
      } catch (error) {
        found.push(
          warn(`${where}; ${(error as Error).message}`, "everything local works; mettle team sync tries again"),
        )
      }
    }
    const worst = found.find(f => f.state === "fail") ?? found.find(f => f.state === "warn") ?? found[0]
    return worst
      ? { ...worst, text: found.map(f => f.text).join(" | ") }
      : fail("its file names no team", "mettle team join <url>")
  },
}
