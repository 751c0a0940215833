// mettle uninstall: takes our hooks out of every agent's settings again, byte for byte where nobody changed the file
// since, and removes the launcher. What was recorded stays unless --data.

import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { withoutTrust } from "../../install/check-hooks.ts"
import { applyRemoval, planRemoval, type Removal } from "../../install/installation.ts"
import { hookCommand, launcherPath, removeLauncher } from "../../install/launcher.ts"
import { composed, MCP_TARGETS, mcpCommand } from "../../install/mcp-targets.ts"
import { type Computer, TARGETS, type Target } from "../../install/targets.ts"
import { askResidentToLeave } from "../../memory/forgetting/text-places.ts"
import { deafMark, type Paths, runDir, textIn } from "../../paths.ts"
import { defineMettleCommand, FLAGS, flag, type Running } from "../command.ts"
import type { Context } from "../context.ts"
import { confirm } from "../io.ts"
import type { Out } from "../print.ts"
import { sayLines, wanted } from "./init.ts"
import { computerOf } from "./status-seen.ts"

const args = {
  client: FLAGS.client,
  data: flag("also delete everything that was recorded, and the settings"),
  "dry-run": { ...FLAGS["dry-run"], description: "show every line that would go, change nothing" },
  yes: FLAGS.yes,
} as const

export const command = defineMettleCommand({
  name: "uninstall",
  examples: [
    ["mettle uninstall", "show what will be restored, ask"],
    ["mettle uninstall --client codex --yes", "one agent only, without a question"],
    ["mettle uninstall --data", "and delete everything that was recorded"],
  ],
  args,
  run,
})

async function run({ args: given, out, context }: Running<typeof args>): Promise<void> {
  const { client, data, yes, input, "dry-run": dryRun = false } = given
  const { io, home } = context
  const paths = context.basePaths()
  const removals = planned(context, client)
  const whole = client === undefined
  const launcher = whole && existsSync(launcherPath(paths))
  const folders = data && whole ? everyFolder(context) : []
  const named = stillNaming(context, client, removals)
  const clients = removals.map(({ target, file, exact }) => ({
    ...{ client: target.client, entry: target.entry ?? "hooks", file },
    restored: exact ? "exactly" : "our entries only",
  }))
  const stop = (why: string, written = false) =>
    out.result({ clients, launcher, named, deleted: folders, written }, why)
  if (!out.json) preview(out, removals, named, folders, { home, whole: dryRun })
  if (dryRun) return stop("Nothing was written (--dry-run).")
  if (removals.length === 0 && !launcher && folders.length === 0) return stop("Nothing of mettle is installed.")
  const question = folders.length > 0 ? "Take mettle out and delete its data?" : "Take mettle out?"
  if (!(await confirm(io, { yes, input }, question))) return stop("Nothing was written.")
  for (const removal of removals) applyRemoval(paths, removal)
  if (whole) await takeLauncherOut(paths, runDir(paths, io.env))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  const own = io.env.METTLE_HOME
  if (own && folders.length > 0 && existsSync(own) && readdirSync(own).length === 0) rmdirSync(own)
  const left =
    folders.length > 0
      ? "Nothing of mettle is left but the program itself: npm uninstall -g mettle"
      : `What was recorded stays in ${context.paths().data} (mettle uninstall --data deletes it).`
  stop(`${removals.length === 0 ? "Removed the launcher." : "Done."}\n${left}`, true)
}

const meant = (client: string | undefined, place: Computer): readonly Target[] =>
  client === undefined ? TARGETS : wanted(client, place)

function planned(context: Context, client: string | undefined): readonly Removal[] {
  const { io } = context
  const place = computerOf(context)
  const paths = context.basePaths()
  const targets = meant(client, place)
  const asks = mcpCommand(paths)
  const hooks = targets.flatMap(
    target =>
      planRemoval(paths, composed(target, asks, true), place, hookCommand(paths, target.client, io.platform)) ?? [],
  )
  const servers = MCP_TARGETS.filter(one => targets.some(({ client: named }) => named === one.client)).flatMap(
    target => planRemoval(paths, target, place, asks) ?? [],
  )
  const removals = [...hooks, ...servers]
  return [...removals, ...removals.flatMap(one => trustGiven(one, hookCommand(paths, "codex", io.platform)))]
}

/** Settings in which a command of somebody's own calls our launcher: theirs to change, and to be told of. */
function stillNaming(context: Context, client: string | undefined, removals: readonly Removal[]): readonly string[] {
  const place = computerOf(context)
  const launcher = JSON.stringify(launcherPath(context.basePaths())).slice(1, -1)
  return meant(client, place)
    .map(target => target.file(place))
    .filter(file => {
      const removal = removals.find(one => one.file === file)
      return (removal ? removal.after : textIn(file))?.includes(launcher) ?? false
    })
}

const everyFolder = (context: Context): readonly string[] => {
  const { data, state, cache, config } = context.basePaths()
  return [...new Set([context.paths().data, data, state, cache, config, runDir(context.basePaths(), context.io.env)])]
}

async function takeLauncherOut(paths: Paths, running: string): Promise<void> {
  // The resident finishes what it has before its files are taken away.
  if (!(await askResidentToLeave(running)))
    throw new MettleError("E_LOCKED", "the helper process is still at work", {
      still: "the agents' settings are as they were; what was recorded is untouched",
      hint: "mettle uninstall again in a minute; it ends by itself",
    })
  rmSync(deafMark(running), { force: true })
  removeLauncher(paths)
}

/** Codex keeps in config.toml which hooks it was told to trust: what names ours goes with them. */
function trustGiven({ target, file, before }: Removal, command: string): readonly Removal[] {
  const config = join(dirname(file), "config.toml")
  if (target.client !== "codex" || target.entry !== undefined || before === null || !existsSync(config)) return []
  const text = readFileSync(config, "utf8")
  const after = withoutTrust(text, file, before, command)
  const trust = { ...target, label: "Codex CLI's trust in them", entry: "trust" as const }
  return after === text ? [] : [{ target: trust, file: config, before: text, after, exact: false }]
}

/** One line for each file; with --dry-run every line of it. */
function preview(
  out: Out,
  removals: readonly Removal[],
  named: readonly string[],
  folders: readonly string[],
  { home, whole }: { readonly home: string; readonly whole: boolean },
): void {
  const short = (path: string): string => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path)
  for (const removal of removals) {
    const { target, file, after, exact } = removal
    const how = exact ? "as it was, byte for byte" : "it was changed since: only our entries go"
    out.line(`  ${target.label}: will ${after === null ? "remove" : "restore"} ${short(file)} (${how})`)
    if (whole) sayLines(out, removal)
  }
  for (const file of named) out.line(`  a command of your own in ${short(file)} calls mettle: take it out yourself`)
  for (const folder of folders) out.line(`  will delete ${short(folder)}`)
  if (removals.length > 0 && !whole) out.line("  every line of it: mettle uninstall --dry-run")
}
