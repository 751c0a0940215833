// What doctor looks at: one entry each, in the order shown. A check reads and never repairs; it says what it saw, and
// what to do about it. Later parts add their own entries here.
import { existsSync, statfsSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { fileRefused, MettleError } from "../../core/errors.ts"
import { type Context, isRecorded } from "../context.ts"
import { mcp, model, team } from "./doctor-checks/doors.ts"
import { diskSpeed, journal, setAside, spool } from "./doctor-checks/files.ts"
import { type Check, type Finding, fail, ok, warn } from "./doctor-checks/finding.ts"
import { hooks, latency, mishaps, resident } from "./doctor-checks/hooks.ts"
import { clock, faults, loop, pauses, views } from "./doctor-checks/memory.ts"

const LOW_BYTES = 200_000_000
// Put together here, so that no scanner takes this file for a leak.
const FAKE_SECRET = ["ghp", "x7Kq2LmN9pR4sT6vW8yZ1aB3cD5eF0gH2jK4"].join("_")

export const CHECKS: readonly Check[] = [
  {
    name: "node",
    look: ({ io }) =>
      io.platform === "win32"
        ? warn(
            `Node ${process.versions.node} on Windows`,
            "native Windows is untested; WSL is known to work like Linux",
          )
        : ok(`Node ${process.versions.node} on ${io.platform}`),
  },
  {
    name: "sqlite",
    look: async () => {
      const { sqliteDriver } = await import("../../store/sqlite.ts")
      const { name, version } = sqliteDriver()
      return ok(`SQLite ${version} (${name})`)
    },
  },
  {
    name: "settings",
    look: context => {
      const { problems, notices } = context.configAsIs()
      if (problems[0])
        return fail(
          problems.map(({ text }) => text).join("; "),
          problems[0].key === "" ? "repair or remove the file" : "mettle config explain",
        )
      return notices[0]
        ? warn(notices.map(({ text }) => text).join("; "), "mettle config explain")
        : ok("read without complaint")
    },
  },
  {
    name: "recording",
    look: async context => {
      const config = context.configAsIs()
      if (!config.off) {
        const { isHeard, seeHooks } = await import("./hooks-seen.ts")
        const seen = seeHooks(context, null)
        return seen.agents.some(agent => isHeard(seen, agent))
          ? ok("on")
          : ok("not switched off, but no agent calls our hooks (see hooks)")
      }
      return context.io.env.METTLE === "off"
        ? warn("off by METTLE=off", "unset METTLE")
        : warn("off by settings", "mettle config explain record")
    },
  },
  {
    name: "folders",
    look: context => {
      const { config, data, state } = context.basePaths()
      const open = [config, data, state].filter(
        dir => ((statSync(dir, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
      )
      return open.length > 0 && context.io.platform !== "win32"
        ? warn(`others can look into ${open.join(", ")}`, `chmod 700 ${open.join(" ")}`)
        : ok(`private: ${data}`)
    },
  },
  {
    name: "disk",
    look: context => {
      let dir = context.paths().data
      while (!existsSync(dir) && dirname(dir) !== dir) dir = dirname(dir)
      const { bavail, bsize } = statfsSync(dir)
      const free = `${Math.round((bavail * bsize) / 1e6)} MB free`
      return bavail * bsize < LOW_BYTES ? warn(free, "free some space, or mettle config set data.dir <path>") : ok(free)
    },
  },
  diskSpeed,
  journal,
  {
    name: "log",
    look: async context => {
      if (!isRecorded(context)) return ok("nothing recorded yet")
      const { store } = await context.memory({ readOnly: true })
      const seen = store.verify()
      if (seen.ok) return ok(`${seen.events} events, ${seen.texts} texts, hash chain whole`)
      const counts = {
        changedEvents: "events changed",
        changedChains: "chain values changed",
        changedTexts: "texts changed",
        unindexed: "not to be found",
        unreadable: "ranges unreadable",
        structure: "faults of structure",
      } as const
      const said = (Object.keys(counts) as (keyof typeof counts)[]).filter(kind => seen[kind].length > 0)
      return fail(said.map(kind => `${seen[kind].length} ${counts[kind]}`).join(", "), "mettle doctor --repair")
    },
  },
  setAside,
  views,
  hooks,
  mcp,
  latency,
  mishaps,
  spool,
  resident,
  model,
  clock,
  faults,
  pauses,
  loop,
  team,
  {
    name: "redaction",
    look: async () => {
      const { labRedact } = await import("../../lab/redact.ts")
      return labRedact({ id: null, text: `export GITHUB_TOKEN=${FAKE_SECRET}` }).text.includes(FAKE_SECRET)
        ? fail("a made-up token was not masked", "please report it; METTLE=off stops recording")
        : ok("a made-up token is masked")
    },
  },
  {
    name: "network",
    look: context => {
      const config = context.configAsIs()
      const used = [
        ...(config.get("model.backend") === "none" ? [] : [`model backend ${config.get("model.backend")}`]),
        ...(config.get("embedder") === "http" ? ["embedder over HTTP"] : []),
      ]
      return used.length === 0
        ? ok("none is used: no model, no telemetry, no update check")
        : warn(used.join(", "), "mettle config set model.backend none")
    },
  },
]

/** A check that throws has found something too. */
export async function findings(
  context: Context,
  checks: readonly Check[] = CHECKS,
): Promise<readonly (Finding & { readonly name: string })[]> {
  const found: (Finding & { readonly name: string })[] = []
  // Said by the check of the settings; whoever needs them waits.
  const waiting: string[] = []
  for (const { name, look } of checks) {
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
