// The generated plugin folder, judged by the clients' own validators, and what happens when somebody installs the hooks
// and the plugin too: every hook is called twice, and the log must not notice.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { check } from "./check.mjs"
import { root, start } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

export async function plugin(run) {
  const { client, sandbox } = run
  const folder = join(root, "plugin")
  if (!client.validate || !existsSync(folder)) return []
  const judged = await start(sandbox, [...run.program, ...client.validate(folder)], { env: run.env, limitMs: 120_000 })
  const said = `${judged.out}${judged.err}`.trim().split("\n").at(-1) ?? ""
  const checks = [check("plugin folder is valid", judged.code === 0, said.slice(0, 120))]
  if (!client.withPlugin) return checks
  const both = {
    ...run,
    // The plugin's own launcher looks for the installed one where this says.
    env: { ...run.env, METTLE_HOME: sandbox.mettleHome },
    command: prompt => [...run.command(prompt), ...client.withPlugin(folder)],
  }
  const twice = await play(both, "play:twice go on")
  // The same again with settings that know nothing of mettle.
  const alone = await play({ ...both, env: { ...both.env, ...client.otherSettings(sandbox) } }, "play:twice go on")
  return [
    ...checks,
    normal(alone.done, "finished, plugin alone"),
    check("plugin alone records", counted(alone.events) === ONCE, counted(alone.events)),
    normal(twice.done, "finished, hooks and plugin"),
    check("hooks and plugin: each event once", counted(twice.events) === ONCE, counted(twice.events)),
  ]
}

const TYPES = ["episode.opened", "prompt.submitted", "tool.called", "tool.finished", "turn.ended", "episode.closed"]
export const ONCE = TYPES.map(type => `1 ${type}`).join(", ")
export const counted = events =>
  TYPES.map(type => `${events.filter(event => event.type === type).length} ${type}`).join(", ")
