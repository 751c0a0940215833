// Are the hooks in the agents' settings, trusted, firing and quick, and did any fail? Looking switches hooks on again
// that five failures in a row had switched off.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { deafMark, socketPath } from "../../../paths.ts"
import { ago } from "../../say.ts"
import { type Check, fail, ok, warn } from "./finding.ts"

const SLOW_MS = 400

export const hooks: Check = {
  name: "hooks",
  look: async context => {
    const { memoryOfHooks, seeHooks } = await import("../hooks-seen.ts")
    const { launcher, agents } = seeHooks(context, await memoryOfHooks(context))
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

export const mishaps: Check = {
  name: "mishaps",
  look: async context => {
    const { readTally, switchOn } = await import("../../../hook/tally.ts")
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

export const latency: Check = {
  name: "latency",
  look: async context => {
    const { checkLauncher, measureHook } = await import("../../../install/check-hooks.ts")
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
