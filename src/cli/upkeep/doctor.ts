// mettle doctor: is everything in order, and if not, what to do. Exit 1 only when something required is broken. Below, the checks beyond
// the store: hooks in the agents' settings, what they lost, their helper process, the optional model, the MCP server, the team.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileRefused, MettleError } from "../../core/errors.ts"
import { DAY } from "../../core/time.ts"
import { wholeProgram } from "../../hook/beside/errand.ts"
import { repairStore } from "../../memory/repair.ts"
import { deafMark, socketPath } from "../../paths.ts"
import { defineMettleCommand, flag } from "../command.ts"
import { type Context, isRecorded } from "../context.ts"
import type { Out } from "../print.ts"
import { ago } from "../say.ts"
import { type Check, type Finding, fail, ok, STORE_CHECKS, warn } from "./doctor-store.ts"
import { computerOf, residents } from "./status-seen.ts"

export const command = defineMettleCommand({
  name: "doctor",
  examples: [
    ["mettle doctor", "one line per check: ok, warn or fail, with its fix"],
    ["mettle doctor --repair", "set a damaged log aside and begin again with all that can be proven"],
    ["mettle doctor --json", "the checks for programs"],
  ],
  args: {
    repair: flag("move a damaged log to quarantine/ and keep what can be proven"),
  },
  run: async ({ args, out, context }) => {
    if (args.repair) return repair(context, out)
    const found = await findings(context)
    const broken = found.some(({ state }) => state === "fail")
    out.result({ ok: !broken, checks: found }, () => {
      const paint = { ok: "green", warn: "yellow", fail: "red" } as const
      for (const { name, state, text, fix } of found) {
        out.line(`${out.paint(paint[state], out.symbol(state).padEnd(2))} ${name.padEnd(10)} ${text}`)
        if (fix) out.line(`   ${"".padEnd(10)} ${out.symbol("arrow")} ${fix}`)
      }
    })
    return broken ? 1 : 0
  },
})

async function repair(context: Context, out: Out): Promise<number> {
  if (!isRecorded(context)) {
    out.result({ repaired: false }, "Nothing was recorded yet, so nothing is broken.")
    return 0
  }
  const { quarantined } = await repairStore(context.paths().data)
  out.result({ repaired: quarantined !== null, quarantined }, () => {
    if (quarantined === null) out.line("The log proves whole; the views were dropped and are folded anew when needed.")
    else {
      out.line(`kept ${quarantined.events} events and ${quarantined.texts} texts that can be proven`)
      out.line(`the damaged files are in ${quarantined.path}`)
    }
  })
  return 0
}

/** A check that throws has found something too. */
async function findings(context: Context): Promise<readonly (Finding & { readonly name: string })[]> {
  const found: (Finding & { readonly name: string })[] = []
  // Said by the check of the settings; whoever needs them waits.
  const waiting: string[] = []
  for (const { name, look } of CHECKS) {
    try {
      found.push({ name, ...(await look(context)) })
    } catch (thrown) {
      const error = fileRefused(thrown) ?? thrown
      const known = error instanceof MettleError
      const text = error instanceof Error ? error.message : String(error)
      if (known && error.code === "E_CONFIG" && context.configAsIs().problems.length > 0) waiting.push(name)
      else
        found.push({
          name,
          ...fail(text, known ? (error.hint ?? `mettle help ${error.code}`) : "mettle doctor --verbose, and report it"),
        })
    }
  }
  if (waiting.length > 0)
    found.push({ name: "unseen", ...warn(`not looked at: ${waiting.join(", ")}`, "repair the settings first") })
  return found
}

const SLOW_MS = 400

const hooks: Check = {
  name: "hooks",
  look: async context => {
    const { seeHooks } = await import("./status-seen.ts")
    const memory = isRecorded(context) ? (await context.memory({ readOnly: true })).memory : null
    const { launcher, agents } = seeHooks(context, memory)
    const broken = agents.find(h => h.broken !== null)
    if (broken) return fail(`${broken.file}: ${broken.broken}`, "repair that file, then mettle init")
    const plugged = agents.filter(h => h.plugin)
    if (!launcher.installed && plugged.length === 0) return ok("not installed yet; mettle init adds them")
    if (launcher.installed && !launcher.executable) return fail("the launcher cannot be run", "mettle init")
    if (launcher.installed && !launcher.current)
      return warn("the launcher belongs to another release", "mettle init (it only replaces the launcher)")
    const mine = agents.filter(h => h.plugin || (h.entries !== null && h.entries.found > 0))
    const missing = agents.filter(h => h.detected && !mine.includes(h))
    const partial = mine.find(h => !h.plugin && h.entries!.found < h.entries!.of)
    const bad = mine.flatMap(h => h.badTimeouts)
    const untrusted = mine.find(h => !h.plugin && h.trusted === false)
    if (mine.length === 0) return warn("in no agent's settings", "mettle init")
    const off = mine.find(h => h.off !== null)
    if (off)
      return warn(
        `${off.label} has all hooks switched off, so nothing of it is recorded: ${off.off}`,
        "take that line out",
      )
    if (bad.length > 0) return fail(`time limits in the wrong unit: ${bad.join(", ")}`, "mettle init")
    if (partial)
      return warn(
        `${partial.label}: ${partial.entries!.found} of ${partial.entries!.of} hooks in ${partial.file}`,
        "mettle init",
      )
    if (untrusted)
      return warn(
        `${untrusted.label} does not trust the hooks yet, and skips them silently`,
        "start it once and choose to trust them",
      )
    const said = mine
      .map(h => `${h.label} ${h.lastSeen === null ? "(never fired yet)" : `(last ${ago(h.lastSeen, context.now())})`}`)
      .join(", ")
    return missing.length > 0
      ? warn(`${said}; not in ${missing.map(h => h.label).join(", ")}`, "mettle init")
      : ok(said)
  },
}

const mishaps: Check = {
  name: "mishaps",
  look: async context => {
    const { readTally, switchOn } = await import("../../hook/tally.ts")
    const { state } = context.paths()
    const tally = readTally(state)
    const counts = (["lost", "spooled", "unanswered", "refused", "fault"] as const)
      .filter(k => tally[k] > 0)
      .map(k => `${tally[k]} ${k}`)
    const reasons = Object.entries(tally.reasons)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([why, n]) => `${why} ×${n}`)
    if (tally.off) {
      switchOn(state)
      return warn(
        `hooks had switched themselves off after ${tally.failuresInARow} failures in a row (${reasons.join(", ")})`,
        "they are on again now; run doctor once more after the next session",
      )
    }
    return counts.length === 0
      ? ok("no hook failed or lost anything")
      : warn(`${counts.join(", ")} (${reasons.join(", ")})`, "nothing acknowledged is lost; see SECURITY.md, promises")
  },
}

const latency: Check = {
  name: "latency",
  look: async context => {
    const { checkLauncher, measureHook } = await import("../../install/check-hooks.ts")
    if (!checkLauncher(context.paths()).installed) return ok("not measured: no hooks installed")
    const ms = await measureHook(context.paths(), context.io.env as NodeJS.ProcessEnv, context.now)
    if (ms === null) return fail("a hook that says nothing did not end well", "mettle init")
    return ms > SLOW_MS
      ? warn(`one hook takes ${ms} ms`, "is the machine busy? the helper process makes hooks quick")
      : ok(`one hook takes ${ms} ms`)
  },
}

// The accelerator for hooks: at most one, and small. Known by its command line, which holds no text (Linux only: elsewhere nothing
// says so without starting a program).

const MOST_MB = 300

export const resident: Check = {
  name: "helper",
  look: context => {
    if (context.io.env.METTLE_RESIDENT === "off") return ok("switched off; hooks work without it")
    const running = residents(context.paths().data)
    if (running === null)
      return existsSync(socketPath(context.paths().runtime)) ? ok("its socket is there") : ok("none is running")
    const [first, ...rest] = running
    if (!first) return ok("none is running; the next session starts one")
    if (rest.length > 0)
      return fail(`${running.length} are running`, `end all but one: kill ${rest.map(r => r.pid).join(" ")}`)
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

const model: Check = {
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
    if (wholeProgram(context.basePaths()) === null)
      return warn(
        `${backend}, but hooks do not know where mettle lies: nothing runs it by itself`,
        "mettle init, or mettle settle --model",
      )
    return ok(`${backend}, run when work ends`)
  },
}

const mcp: Check = {
  name: "mcp",
  look: async context => {
    const { everyMcpTarget, mcpCommand, mcpProgram } = await import("../../install/mcp-targets.ts")
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

const team: Check = {
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
        const late = s.lastSync === null || context.now() - s.lastSync > QUIET_DAYS * DAY
        const fix = !durable
          ? "ask whoever runs the engine to make it durable"
          : erasing !== null
            ? "tell whoever runs the engine"
            : s.agreed && (late || s.backlog > MANY)
              ? "mettle team sync"
              : refused > 0
                ? "mettle team status says what was refused"
                : null
        const text = `${where}; ${says}${erasing === null ? "" : `; ${erasing}`}`
        found.push(fix === null ? ok(text) : warn(text, fix))
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

export const CHECKS: readonly Check[] = [...STORE_CHECKS, hooks, mcp, latency, mishaps, resident, model, team]
