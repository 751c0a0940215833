// What `mettle status` shows, gathered in one look: settings, the episode that goes on, the breaker, the pack, the store, what it costs.
// And which agents have our hooks, and when each was last heard of: what `status` and `doctor` both tell.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { readTally, readTimes } from "../../hook/tally.ts"
import { checkHooks, checkLauncher, type HookCheck, type LauncherCheck } from "../../install/check-hooks.ts"
import type { Computer } from "../../install/targets.ts"
import { pausedNow, standingPauses } from "../../memory/acting/pause.ts"
import { breakerNow } from "../../memory/checks/breaker.ts"
import { setAside as foldersSetAside } from "../../memory/forgetting/text-copies.ts"
import { overview } from "../../memory/measuring/overview.ts"
import type { Memory } from "../../memory/memory.ts"
import { readStanding } from "../../memory/packs/learned.ts"
import { previewPack } from "../../memory/packs/packs.ts"
import { currentEpisode, readEpisodes } from "../../memory/reading/episodes.ts"
import { cardShort } from "../../memory/reading/read.ts"
import { analysisDue, samplingOf } from "../../memory/tending/analysis-due.ts"
import { type Place, parseSince } from "../../memory/where-and-when.ts"
import { usageToday } from "../../model/meter.ts"
import { onlyReadable } from "../../open.ts"
import { namesIn } from "../../paths.ts"
import { VERSION } from "../../version.ts"
import { type Context, here, isIgnoredHere, isRecorded, readMemory } from "../context.ts"
import type { Out } from "../print.ts"
import { iso } from "../say.ts"

export type StatusSeen = Awaited<ReturnType<typeof seeStatus>>

export async function seeStatus(context: Context, out: Out) {
  const config = context.config()
  const place = here(context)
  const { data, state } = context.paths()
  const memory = await readMemory(context, out)
  const now = context.now()
  const today = parseSince("today", now)
  const current = currentEpisode(memory, place.scope, true)
  const paused = pausedNow(memory, current?.id ?? null)
  const heard = agentsHeard(context, memory)
  const unwritable = isRecorded(context) && onlyReadable(data)
  const tally = readTally(state)
  const setAside = foldersSetAside(data)
  return {
    version: VERSION,
    recording: config.off
      ? "off"
      : isIgnoredHere(context)
        ? "ignored"
        : recordingNow(paused !== null, heard.agents.length > 0, unwritable),
    ...heard,
    unreadable: [...heard.unreadable, ...(config.unread ? [`nothing is recorded here: ${config.unread.text}`] : [])],
    paused: paused && {
      ...{ since: iso(paused.gap.from), until: isoOf(paused.gap.until) },
      ...{ episode: paused.gap.episode, dropped: paused.dropped },
    },
    pauses: standingPauses(memory).length,
    model: {
      backend: config.get("model.backend"),
      dailyTokens: config.get("model.dailyTokens"),
      dailyMoney: config.get("model.dailyMoney"),
      used: usageToday(memory.parts.meta, now),
    },
    control: config.get("control.share"),
    preset: memory.preset.name,
    scope: { id: place.scope, name: place.name, domains: place.domains },
    episode: current && {
      ...{ id: current.id, client: current.client, turns: current.turns, failStreak: current.failStreak },
    },
    sampling: samplingNow(config, memory),
    breaker: breakerNow(memory, current?.id ?? null),
    pack: packNow(memory, place, config.get("pack.tokens")),
    standing: readStanding(memory, place.scope),
    bytes: size(data),
    // After five faults in a row hooks are off for a while, and try again by themselves.
    hooksOff: tally.off
      ? {
          ...{ since: iso(tally.offSince ?? 0), faults: tally.failuresInARow },
          ...{ why: tally.offWhy, triesAgain: iso(tally.triesAgain ?? 0) },
        }
      : null,
    hooks: readTimes(state, today),
    spool: namesIn(join(state, "spool")).length,
    // D34: what hooks could not keep, or keep only for later, or not answer in time
    dropped: { lost: tally.lost, spooled: tally.spooled, unanswered: tally.unanswered },
    resident: residents(data)?.[0]?.pid ?? null,
    damage: setAside.length === 0 ? null : { code: "E_INTEGRITY" as const, setAside },
    known: overview(memory, { scope: place.scope, since: today }),
  }
}

const recordingNow = (paused: boolean, heard: boolean, unwritable: boolean) =>
  paused ? "paused" : !heard ? "not installed" : unwritable ? "unwritable" : "on"
const isoOf = (at: number | null): string | null => (at === null ? null : iso(at))

/** Which agents call our hooks, and which file keeps us from knowing, or them from calling. */
function agentsHeard(context: Context, memory: Memory) {
  const hooks = seeHooks(context, memory)
  return {
    agents: hooks.agents
      .filter(agent => isHeard(hooks, agent))
      .map(({ client, label, plugin, trusted, lastSeen }) => ({
        ...{ client, label, by: plugin ? ("plugin" as const) : ("settings" as const) },
        ...{ trusted, lastEvent: isoOf(lastSeen) },
      })),
    unreadable: hooks.agents.flatMap(({ file, label, broken, off }) => [
      ...(broken === null ? [] : [`${file}: ${broken}`]),
      ...(off === null ? [] : [`${label} has all hooks switched off: ${off}`]),
    ]),
    lastEvent: isoOf(hooks.lastEvent),
  }
}

/** Wishes in force that are not told, for want of room alone. */
const NO_ROOM: readonly string[] = ["slot full", "over the token budget"]
function packNow(memory: Memory, place: Place, budget: number) {
  const { pack, slots, cardOf } = previewPack(memory, { ...place, prompt: "", tokens: budget })
  // S2-99: which, in what words, and how far they reach
  const shown = pack.items.map(({ card: id, slot, statement }) => {
    const card = cardOf(id)!
    return { card: cardShort(card), slot, tier: card.scope.tier, statement }
  })
  const used = slots.filter(({ used }) => used > 0).map(({ slot, used }) => [slot, used] as const)
  const full = pack.leftOut.filter(({ slot, reason }) => slot === "norms" && NO_ROOM.includes(reason))
  return {
    cards: shown.length,
    tokens: pack.tokens,
    budget,
    slots: Object.fromEntries(used),
    shown,
    unsaid: full.length,
  }
}

/** The worker's own count; without a model nobody counts. */
function samplingNow(config: Config, memory: Memory) {
  const sampling = samplingOf(config)
  const due = config.get("model.backend") === "none" ? null : analysisDue(memory, sampling)
  const [read, waiting] = [due?.read ?? 0, due?.episodes.length ?? 0]
  return { rate: sampling.rate, burnIn: sampling.burnInEpisodes, read, waiting }
}

const size = (dir: string): number =>
  namesIn(dir).reduce((sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0), 0)

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
