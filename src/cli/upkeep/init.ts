// mettle init: puts our hooks into the settings of the agents that are here. Shows what will change, keeps what is
// there, asks, and can be undone to the byte (mettle uninstall).

import { CLIENT_ENV } from "../../clients/registry.ts"
import { count } from "../../core/say-number.ts"
import { isPluggedIn, switchedOff } from "../../install/check-hooks.ts"
import { applyInstall, type Change, lineDiff, planInstall } from "../../install/installation.ts"
import { hookCommand, installLauncher, launcherPath } from "../../install/launcher.ts"
import { composed, installMcpLauncher, MCP_TARGETS, mcpCommand } from "../../install/mcp-targets.ts"
import { type Computer, TARGETS, type Target } from "../../install/targets.ts"
import type { Backfilled } from "../../memory/past/backfill.ts"
import { VERSION } from "../../version.ts"
import { defineMettleCommand, FLAGS, flag, number, type Running, usage } from "../command.ts"
import type { Context } from "../context.ts"
import { type Consent, confirm } from "../io.ts"
import type { Out } from "../print.ts"
import { computerOf } from "./status-seen.ts"

const args = {
  client: { ...FLAGS.client, description: "only this agent (may be named with commas); default: all that are found" },
  "dry-run": { ...FLAGS["dry-run"], description: "show every line that would be added, change nothing" },
  yes: FLAGS.yes,
  mcp: flag("also add the MCP server, for agents that ask (hooks need it not)"),
  backfill: number("then read your last n sessions in this repository"),
} as const

export const command = defineMettleCommand({
  name: "init",
  examples: [
    ["mettle init", "find agents, show the changes, ask; then offer to read past sessions"],
    ["mettle init --dry-run", "only show the changes, line by line"],
    ["mettle init --client claude-code --yes", "one agent, without a question"],
    ["mettle init --mcp", "and let agents ask: search, check, notes (mettle help tools)"],
    ["mettle init --backfill 30", "and start with what your last 30 sessions here taught"],
  ],
  args,
  run,
})

export function wanted(named: string | undefined, place: Computer): readonly Target[] {
  if (named === undefined) return TARGETS.filter(target => target.detected(place))
  return named.split(",").map(name => {
    const target = TARGETS.find(({ client }) => client === name.trim())
    if (!target) throw usage(command, `knows no agent "${name}"; there are ${TARGETS.map(t => t.client).join(", ")}`)
    return target
  })
}

async function run({ args: given, out, context }: Running<typeof args>): Promise<void> {
  const { client, yes, input, mcp, "dry-run": dryRun = false, backfill } = given
  context.config()
  const plan = planned(context, client, mcp ?? false)
  const { changes, plugged } = plan
  const open = changes.filter(change => change.after !== change.before)
  const stop = (why: string | null) =>
    out.result(told(context, plan, false), () => {
      if (why !== null) out.line(why)
    })
  if (!out.json) preview(out, plan, dryRun)
  if (changes.length + plugged.length === 0) return stop(null)
  if (dryRun) return stop(open.length === 0 ? "Nothing to change." : "Nothing was written (--dry-run).")
  if (open.length > 0 && !(await confirm(context.io, { yes, input }, `Add mettle to ${names(open, plan.ours)}?`)))
    return stop("Nothing was written.")
  await install(context, open)
  const sessions = backfill ?? (await offered(context, out, { yes, input }))
  const held = await startWith(context, out, sessions, { yes, input })
  out.result(told(context, plan, true), () => {
    if (open.length > 0) out.line(`Added to ${names(open, plan.ours)}.`)
    else
      out.line(
        changes.length > 0 ? "Already there; the launcher was renewed." : "The program is here; the plugin finds it.",
      )
    for (const { target } of changes) if (target.afterwards) out.line(`${out.symbol("arrow")} ${target.afterwards}`)
    if (held > 0) out.line(`${count(held, "rule")} of yours watched over from now on: mettle did norms`)
    out.line(
      "While you work a helper process of about 100 MB answers, and ends by itself; METTLE_RESIDENT=off goes without.",
    )
    out.line("Start a session, then: mettle. Undo with: mettle uninstall")
  })
}

function planned(context: Context, client: string | undefined, mcp: boolean) {
  const { io } = context
  const place = computerOf(context)
  const paths = context.basePaths()
  const found = wanted(client, place)
  // Whoever has our plugin has our hooks: a second entry would only call them twice.
  const plugged = client === undefined ? found.filter(target => isPluggedIn(target.client, place)) : []
  const targets = found.filter(target => !plugged.includes(target))
  const asks = mcpCommand(paths)
  const servers = mcp ? MCP_TARGETS.filter(one => targets.some(({ client: named }) => named === one.client)) : []
  const changes = [
    ...targets.map(target =>
      planInstall(composed(target, asks, mcp), place, hookCommand(paths, target.client, io.platform)),
    ),
    ...servers.map(target => planInstall(target, place, asks)),
  ]
  const off = found.flatMap(({ client, label }) => {
    const line = switchedOff(client, place)
    return line === null ? [] : [{ client, label, line }]
  })
  return {
    changes,
    plugged,
    off,
    home: place.home,
    data: context.paths().data,
    ours: [launcherPath(paths), asks] as const,
  }
}

type Plan = ReturnType<typeof planned>
function told(context: Context, { changes, plugged, off, data }: Plan, written: boolean) {
  const paths = context.basePaths()
  return {
    clients: changes.map(change => ({
      client: change.target.client,
      entry: change.target.entry ?? "hooks",
      file: change.file,
      state: change.after === change.before ? "unchanged" : written ? "added" : "would add",
      afterwards: change.target.afterwards,
    })),
    plugins: plugged.map(target => target.client),
    switchedOff: off.map(({ client, line }) => ({ client, line })),
    launcher: launcherPath(paths),
    data,
    config: paths.config,
    written,
  }
}

/** First what the hooks will call, then the hooks. */
async function install(context: Context, changes: readonly Change[]): Promise<void> {
  const paths = context.basePaths()
  // Tests install often, and warm once.
  installLauncher(paths, context.io.env, CLIENT_ENV, { warm: !context.io.env.METTLE_COLD })
  installMcpLauncher(paths, context.io.env)
  const { store } = await context.memory()
  store.flush()
  for (const change of changes) applyInstall(paths, change)
}

/** What past sessions and rule files teach, as far as the person wants it; how many rules are watched over. */
async function startWith(context: Context, out: Out, sessions: number, consent: Consent): Promise<number> {
  const past = sessions === 0 ? null : await readPast(context, out, sessions)
  const { memory } = await context.memory()
  const { askHowToLearn, offerCards, offerRules } = await import("./init-learned.ts")
  if (!out.json && past?.sessions) await offerCards(context, out, memory, consent)
  const held = out.json ? 0 : await offerRules(context, out, memory, consent)
  await askHowToLearn(context, out, consent)
  return held
}

const OFFERED = 30
/** The second and last question, where there is somebody to ask and something to read. */
async function offered(context: Context, out: Out, consent: Consent): Promise<number> {
  const { io } = context
  if (out.json || consent.yes || consent.input === false || !io.tty.stdin) return 0
  const { pastSessions } = await import("../past/import.ts")
  const { length } = pastSessions(context, { days: 365, sessions: OFFERED }).sessions
  if (length === 0) return 0
  const what = length === 1 ? "the last session" : `the last ${length} sessions`
  return (await confirm(io, consent, `Read ${what} of this repository to start with something useful?`, true))
    ? length
    : 0
}

/** Looks back before the first new session, so that it starts with something useful. Only this repository is read. */
async function readPast(context: Context, out: Out, sessions: number): Promise<Backfilled> {
  const { backfillPast, sayBackfilled } = await import("../past/import.ts")
  const done = await backfillPast(context, out, { days: 365, sessions })
  const { settle } = await import("../../memory/tending/settle.ts")
  await settle((await context.memory()).memory)
  if (!out.json) sayBackfilled(out, done)
  return done
}

const names = (changes: readonly Change[], [, asks]: Plan["ours"]): string =>
  changes
    .flatMap(({ target: { label, entry }, before, after }) =>
      entry === undefined && calls(after, asks) > calls(before, asks) ? [label, `${label}, MCP`] : [label],
    )
    .join(", ")

const calls = (text: string | null, program: string): number =>
  (text ?? "").split(JSON.stringify(program).slice(1, -1)).length - 1
/** What of ours a change puts into a file, and what of it stood there before: the server beside the hooks, or either alone. */
function entriesOf({ target, before, after }: Change, [hook, asks]: Plan["ours"]) {
  const hooks = target.entry === undefined ? Math.max(1, calls(after, hook)) : 0
  const parts = [
    { what: count(hooks, "hook"), in: hooks > 0, was: calls(before, hook) > 0 },
    { what: "the MCP server", in: hooks === 0 || calls(after, asks) > 0, was: calls(before, asks) > 0 },
  ].filter(part => part.in)
  const saying = (was: boolean) => parts.filter(part => part.was === was).map(({ what }) => what)
  return { added: saying(false), kept: saying(true) }
}

/** One line for each agent; with --dry-run every line of the change. */
function preview(out: Out, { changes, plugged, off, data, ours, home: at }: Plan, whole: boolean): void {
  const home = (path: string): string => (path.startsWith(`${at}/`) ? `~${path.slice(at.length)}` : path)
  const dot = ` ${out.symbol("bullet")} `
  out.line(
    [`mettle ${VERSION}`, "everything stays on this computer", "no model calls", "undo with: mettle uninstall"].join(
      dot,
    ),
  )
  for (const { label } of plugged) out.line(`  ${label}: has our plugin; its settings stay as they are`)
  if (changes.length === 0 && plugged.length === 0)
    out.line(
      "No agent was found: Claude Code, Codex CLI, Gemini CLI, OpenCode, Cursor, Copilot CLI. Name one with --client.",
    )
  for (const change of changes) {
    const { target, file, before, after } = change
    if (after === before) {
      out.line(`  ${target.label}: already there (${home(file)})`)
      continue
    }
    const { added, kept } = entriesOf(change, ours)
    out.line(
      added.length > 0
        ? `  ${target.label}: will add ${added.join(" and ")} to ${home(file)}`
        : `  ${target.label}: will bring ${kept.join(" and ")} up to date in ${home(file)}`,
    )
    if (whole) sayLines(out, change)
  }
  for (const { label, line } of off)
    out.line(
      out.paint(
        "yellow",
        `  ${label} has all hooks switched off: nothing of it is recorded while this stands: ${line}`,
      ),
    )
  out.line(`  data: ${home(data)}`)
  if (!whole && changes.length > 0) out.line("  every line of it: mettle init --dry-run")
}

export function sayLines(out: Out, { before, after }: Pick<Change, "before" | "after">): void {
  for (const { mark, text } of lineDiff(before ?? "", after ?? ""))
    out.line(`    ${mark === " " ? `  ${text}` : out.paint(mark === "+" ? "green" : "red", `${mark} ${text}`)}`)
}
