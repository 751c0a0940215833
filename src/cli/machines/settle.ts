// mettle settle: runs all that is due (proposers, folds, late evidence, retention) and waits for it. doctor rebuild: the cards anew from
// the log. export backup: a whole, consistent copy of the store in one new file, also while others write.
import { existsSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { retain, shrink } from "../../memory/forgetting/retention.ts"
import type { Memory } from "../../memory/memory.ts"
import { checkRebuild } from "../../memory/rebuild.ts"
import { lookAround } from "../../memory/tending/documents.ts"
import { lookForLateEvidence } from "../../memory/tending/late-evidence.ts"
import { settle } from "../../memory/tending/settle.ts"
import type { Worked } from "../../model/worker.ts"
import { type Ran, runWorker } from "../../model/worker.ts"
import { packageFile, privateDir } from "../../paths.ts"
import { drain } from "../../spool.ts"
import { defineMettleCommand, FLAGS, flag, word } from "../command.ts"
import { type Context, changeMemory, fold, foldShown, here, isRecorded, nothingYet } from "../context.ts"

export const command = defineMettleCommand({
  name: "settle",
  examples: [
    ["mettle settle", "proposers, folds, retention; running it again adds nothing"],
    ["mettle settle --model", "also lets the model you switched on read ended episodes"],
  ],
  args: {
    model: flag("let the model that is switched on read what waits, and wait for it"),
  },
  run: async ({ args, out, context }) => {
    if (!isRecorded(context)) {
      out.result({ folded: 0, proposed: 0, forgotten: 0 }, "Nothing was recorded yet, so nothing is due.")
      return
    }
    const days = context.config().get("retention.textDays")
    const { memory, store } = await context.memory()
    fold(memory, out)
    await drain(context.paths().state, memory.parts)
    const place = here(context)
    const { top, identity } = context.repository()
    // A folder without a repository may be a whole home: its files are not looked for.
    const found =
      identity.basis === "path" ? { proposed: 0 } : await lookAround(memory, { ...place, top, home: context.home })
    const late = identity.basis === "path" ? 0 : await lookBack(context, memory)
    const settled = await settle(memory)
    const { folded } = settled
    const proposed = settled.proposed + found.proposed
    const asked = args.model ? await askModel(context, memory) : null
    if (asked === null) await leaveToOthers(context, memory)
    const shared = await shareWithTeams(context, memory, out.note)
    const expired = days > 0 ? await retain(memory, days) : null
    // Old events and texts move into compressed containers: what is kept stays a quarter of what was said.
    store.compact()
    const excess = store.usedBytes() - context.config().get("store.capBytes")
    const shrunk = excess > 0 ? await shrink(memory, excess) : null
    if (shrunk) store.compact()
    const forgotten = (expired?.texts ?? 0) + (shrunk?.texts ?? 0)
    store.reserve()
    out.result({ folded, proposed, forgotten, model: asked, shared, late, seq: memory.views.seq() }, () => {
      if (asked) out.line(asked.ran ? readLine(asked.worked) : `model: ${asked.why}`)
      out.line(
        `settled: ${memory.views.seq()} events folded, ${proposed} new proposals${forgotten > 0 ? `, ${forgotten} texts forgotten, past their time${shrunk ? " or the oldest of a store over its cap" : ""}` : ""}${late > 0 ? `, ${late} findings in git about earlier work` : ""}`,
      )
    })
  },
})

/** What waits for a team goes now. Where none was joined nothing is loaded. */
async function shareWithTeams(context: Context, memory: Memory, say: (text: string) => void): Promise<number> {
  const { data } = context.paths()
  if (!existsSync(join(data, "team"))) return 0
  const { syncTeams } = await import("../../team/home.ts")
  return syncTeams({ data, memory }, say)
}

const askModel = (context: Context, memory: Memory): Promise<Ran> =>
  runWorker({
    memory,
    config: context.config(),
    env: context.io.env,
    stateDir: privateDir(context.paths().state),
    signal: context.signal,
  })

/** Nobody waits for a model who did not ask to. */
async function leaveToOthers(context: Context, memory: Memory): Promise<void> {
  const { sendOut } = await import("../../hook/beside/errands.ts")
  const around = { config: context.config(), dataDir: context.paths().data }
  const program = packageFile("bin", "mettle")
  sendOut("settled", { paths: context.basePaths(), env: context.io.env, now: context.now(), memory, around, program })
}

const readLine = ({ episodes, proposed, summaries, stopped }: Worked): string =>
  `model: ${episodes} episodes read, ${proposed} proposals, ${summaries} summaries${stopped === null ? "" : `; stopped: ${stopped}`}`

async function lookBack(context: Context, memory: Memory): Promise<number> {
  const { top, origin } = context.repository()
  const gh = context.config().get("evidence.gh") && origin !== null ? { gh: { origin, env: context.io.env } } : {}
  let cacheDir: string
  try {
    cacheDir = privateDir(context.basePaths().cache)
  } catch {
    // A cache that cannot be ours: git is left alone.
    return 0
  }
  return (await lookForLateEvidence(memory, { scope: here(context).scope, top, cacheDir, ...gh })).observed
}

export const rebuild = defineMettleCommand({
  name: "doctor rebuild",
  examples: [
    ["mettle doctor rebuild", "empties the views and folds every event"],
    ["mettle doctor rebuild --check", "folds beside the views and compares the hashes; exit 6 when they differ"],
  ],
  args: { check: flag("compare only, change nothing"), preset: FLAGS.preset },
  run: async ({ args, out, context }) => {
    if (!isRecorded(context)) {
      out.result({ events: 0, equal: true }, "Nothing was recorded yet, so there is nothing to fold.")
      return
    }
    const memory = args.check ? await changeMemory(context, out) : (await context.memory()).memory
    const started = context.now()
    if (args.check) {
      const check = checkRebuild(memory)
      out.result(
        { ...check },
        check.equal
          ? `equal: ${check.events} events fold to ${check.live.slice(0, 16)}`
          : `different: live ${check.live.slice(0, 16)}, rebuilt ${check.rebuilt.slice(0, 16)} (mettle doctor rebuild makes it right; please report it)`,
      )
      return check.equal ? 0 : 6
    }
    const events = foldShown(out, memory.parts.log.head(), 0, step => memory.rebuild(step))
    const ms = context.now() - started
    out.result({ events, ms }, `folded ${events} events in ${(ms / 1000).toFixed(1)} s`)
  },
})

export const backup = defineMettleCommand({
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
