// What one check of doctor says (ok, warn or fail, with what to do about it), and the checks of this machine, the store and the memory.
// A check reads and never repairs.
import { existsSync, statfsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { WEEK } from "../../core/time.ts"
import { setAside as foldersOf } from "../../memory/forgetting/text-copies.ts"
import { overview, wrongTimes } from "../../memory/measuring/overview.ts"
import { onlyReadable } from "../../open.ts"
import { namesIn } from "../../paths.ts"
import { type Context, isIgnoredHere, isRecorded } from "../context.ts"
import { ago } from "../say.ts"

export interface Finding {
  readonly state: "ok" | "warn" | "fail"
  readonly text: string
  readonly fix?: string
}
export interface Check {
  readonly name: string
  readonly look: (context: Context) => Finding | Promise<Finding>
}
export const ok = (text: string): Finding => ({ state: "ok", text })
export const warn = (text: string, fix: string): Finding => ({ state: "warn", text, fix })
export const fail = (text: string, fix: string): Finding => ({ state: "fail", text, fix })

type Opened = Awaited<ReturnType<Context["memory"]>>
const onceRecorded = (look: (opened: Opened, context: Context) => Finding): Check["look"] => {
  return async context => {
    if (!isRecorded(context)) return ok("nothing recorded yet")
    const opened = await context.memory({ readOnly: true })
    opened.memory.catchUp()
    return look(opened, context)
  }
}

const LOW_BYTES = 200_000_000
/** Near the cap of src/spool.ts nothing more is kept. */
const MANY = 500
const AHEAD = 3_600_000
const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
// Put together here, so that no scanner takes this file for a leak.
const FAKE_SECRET = ["ghp", "x7Kq2LmN9pR4sT6vW8yZ1aB3cD5eF0gH2jK4"].join("_")

export const STORE_CHECKS: readonly Check[] = [
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
      if (context.io.env.METTLE === "off") return warn("off by METTLE=off", "unset METTLE")
      if (config.off) return warn("off by settings", "mettle config explain record")
      if (config.problems.length === 0 && isIgnoredHere(context))
        return warn("off here: ignore.repos lists this repository", "mettle config explain ignore.repos")
      const { isHeard, seeHooks } = await import("./status-seen.ts")
      const seen = seeHooks(context, null)
      if (!seen.agents.some(agent => isHeard(seen, agent)))
        return ok("not switched off, but no agent calls our hooks (see hooks)")
      if (config.problems.length > 0 || !isRecorded(context)) return ok("on")
      const { standingPauses } = await import("../../memory/acting/pause.ts")
      const { memory } = await context.memory({ readOnly: true })
      return standingPauses(memory).length > 0 ? warn("paused", "mettle pause off") : ok("on")
    },
  },
  {
    name: "folders",
    look: context => {
      const { config, data, state } = context.basePaths()
      const taken = [config, data, state].filter(
        dir => statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false,
      )
      if (taken.length > 0)
        return fail(`${taken.join(", ")} is no folder`, "move it away: mettle keeps its files there")
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
  {
    name: "journal",
    look: async context => {
      if (!isRecorded(context)) return ok("nothing recorded yet")
      if (onlyReadable(context.paths().data))
        return fail(
          `${context.paths().data} can only be read: nothing is kept`,
          "make it writable, or mettle config set data.dir <path>",
        )
      const { store } = await context.memory({ readOnly: true })
      const { journal, synchronous, secureDelete } = store.settings()
      const text = `${journal.toUpperCase()}, synchronous ${synchronous}, secure delete ${secureDelete ? "on" : "off"}`
      return journal === "wal" && synchronous === "FULL" && secureDelete
        ? ok(text)
        : fail(text, "another program changed the file; mettle export backup, then open it with mettle again")
    },
  },
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
  {
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
  },
  {
    name: "spool",
    look: context => {
      const names = namesIn(join(context.paths().state, "spool"))
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
  },
  {
    name: "views",
    look: onceRecorded(({ memory }) =>
      ok(
        `${memory.views.seq()} of ${memory.parts.log.head()} events folded, rules ${memory.preset.name} ${memory.fingerprint.slice(0, 8)}`,
      ),
    ),
  },
  {
    name: "clock",
    look: onceRecorded(({ memory }, context) => {
      const aside = wrongTimes(memory)
      if (aside !== null && aside.used > context.now() - WEEK)
        return warn(
          `events with a time that cannot be: ${aside.count}, the last is number ${aside.seq}, said ${day(aside.ts)}; ${day(aside.used)} is used instead`,
          "set this computer's clock; nothing is lost, and other sessions are not touched",
        )
      const last = memory.parts.log.read(Math.max(0, memory.parts.log.head() - 1), 1)[0]
      const lastAt = last && Number(last.data.recorded ?? last.ts)
      return lastAt !== undefined && lastAt > context.now() + AHEAD
        ? warn(
            "the log holds events from the future",
            "set this computer's clock; order in the log is kept in any case",
          )
        : ok(aside === null ? "agrees with the log" : `agrees with the log; ${aside.count} times set aside long ago`)
    }),
  },
  {
    name: "loop",
    look: async context => {
      const { proveLoop } = await import("../../memory/measuring/proof.ts")
      const config = context.config()
      const recorded = isRecorded(context)
      // The one in use: an adopted preset goes before the setting.
      const preset = recorded ? (await context.memory({ readOnly: true })).memory.preset.name : config.get("preset")
      if (!config.get("judge.enabled")) return ok("judging is switched off (judge.enabled): nothing is learned")
      // Retrieval without learning is a choice, not a fault.
      if (preset === "plain") return ok("the preset plain shows cards and learns nothing from outcomes")
      const { alive, steps } = await proveLoop(preset)
      if (!alive)
        return fail(
          `a made-up episode moves no card: ${steps.at(-1)}`,
          "mettle config set preset mettle; and please report it",
        )
      let real: number | null = null
      if (recorded) {
        const { memory } = await context.memory({ readOnly: true })
        memory.catchUp()
        real = overview(memory, { scope: context.scope().id, since: context.now() }).moved.at
      }
      const rules = preset === "mettle" ? "" : ` under ${preset}`
      return ok(
        `a made-up episode moved a card${rules}; for real: ${real === null ? "never yet" : ago(real, context.now())}`,
      )
    },
  },
  {
    name: "redaction",
    look: async () => {
      const { labRedact } = await import("../../lab/each.ts")
      return labRedact({ id: null, text: `export GITHUB_TOKEN=${FAKE_SECRET}` }).text.includes(FAKE_SECRET)
        ? fail("a made-up token was not masked", "please report it; METTLE=off stops recording")
        : ok("a made-up token is masked")
    },
  },
]
