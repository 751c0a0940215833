// What reaches beyond the hooks: the optional model, the MCP server, the team.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DAY } from "../../../core/time.ts"
import { wholeProgram } from "../../../model/start-worker.ts"
import { ago } from "../../say.ts"
import { computerOf } from "../hooks-seen.ts"
import { type Check, type Finding, fail, ok, warn } from "./finding.ts"

export const model: Check = {
  name: "model",
  look: context => {
    const config = context.configAsIs()
    const backend = config.get("model.backend")
    if (backend === "none") return ok("none is switched on")
    if (config.get("model.dailyTokens") === 0)
      return warn(
        `${backend} may use 0 tokens a day, so it is asked nothing`,
        "mettle config set model.dailyTokens 200000",
      )
    if (wholeProgram(context.basePaths().data) === null)
      return warn(
        `${backend}, but hooks do not know where mettle lies: nothing runs it by itself`,
        "mettle init, or mettle settle --model",
      )
    return ok(`${backend}, run when work ends`)
  },
}

export const mcp: Check = {
  name: "mcp",
  look: async context => {
    const { everyMcpTarget, mcpCommand, mcpProgram } = await import("../../../install/mcp-targets.ts")
    const paths = context.paths()
    const place = computerOf(context)
    const mine = everyMcpTarget().filter(target => {
      try {
        return target.present(readFileSync(target.file(place), "utf8"), mcpCommand(paths)).found > 0
      } catch {
        // No such file, or one that is not ours to judge.
        return false
      }
    })
    if (mine.length === 0) return ok("in no agent's settings; mettle init --mcp adds it")
    const said = mine.map(({ label }) => label).join(", ")
    if (context.io.platform === "win32") return ok(said)
    const program = mcpProgram(paths)
    if (program === null) return warn(`${said}, but what they start is gone`, "mettle init --mcp")
    return existsSync(program) ? ok(said) : warn(`${said}, but the mettle they start has moved`, "mettle init --mcp")
  },
}

/** Days without a sync, and waiting events, that deserve a word. */
const QUIET_DAYS = 3
const MANY = 5000

export const team: Check = {
  name: "team",
  look: async context => {
    const { data } = context.paths()
    if (!existsSync(join(data, "team", "membership.json"))) return ok("none joined: nothing leaves this computer")
    const { readMemberships, shownUrl } = await import("../../../team/membership.ts")
    const { inTeam, standingIn } = await import("../../../team/home.ts")
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
        const late = s.lastSync === null || context.now() - s.lastSync > QUIET_DAYS * DAY
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
