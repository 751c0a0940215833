// Which agents have our hooks, and when each was last heard of: what `status` and `doctor` both tell.
import { existsSync } from "node:fs"
import { checkHooks, checkLauncher, type HookCheck, type LauncherCheck } from "../../install/check-hooks.ts"
import type { Computer } from "../../install/targets.ts"
import type { Memory } from "../../memory/memory.ts"
import { readEpisodes } from "../../memory/reading/episodes.ts"
import type { Context } from "../context.ts"

interface HooksSeen {
  readonly launcher: LauncherCheck
  readonly agents: readonly HookCheck[]
  readonly lastEvent: number | null
}

export function seeHooks(context: Context, memory: Memory | null): HooksSeen {
  const seen = memory === null ? new Map<string, number>() : lastSeen(memory)
  const paths = context.paths()
  return {
    launcher: checkLauncher(paths),
    agents: checkHooks({
      paths,
      place: computerOf(context),
      platform: context.io.platform,
      lastSeen: client => seen.get(client) ?? null,
    }),
    lastEvent: seen.size === 0 ? null : Math.max(...seen.values()),
  }
}

/** Events of this agent reach us: by its settings and our launcher, or by our plugin, and it has not switched hooks off. */
export const isHeard = ({ launcher }: HooksSeen, agent: HookCheck): boolean =>
  agent.off === null && (agent.plugin || (launcher.installed && (agent.entries?.found ?? 0) > 0))

function lastSeen(memory: Memory): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  for (const episode of readEpisodes(memory))
    seen.set(episode.client, Math.max(seen.get(episode.client) ?? 0, episode.lastAt))
  return seen
}

export const computerOf = ({ home, io }: Context): Computer => ({ home, env: io.env, exists: existsSync })
