// mettle status: one screen. Is it recording, what happened today, what is known, what waits, and is the loop alive.
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { breakerNow } from "../memory/breaker.ts"
import { currentEpisode, endedEpisodes } from "../memory/episodes.ts"
import { readStanding } from "../memory/learned.ts"
import { overview } from "../memory/overview.ts"
import { makePack } from "../memory/packs.ts"
import { pausedNow, standingPauses } from "../memory/pause.ts"
import { setAside } from "../memory/set-aside.ts"
import { usageToday } from "../model/meter.ts"
import { VERSION } from "../version.ts"
import { breakerLine } from "./breaker.ts"
import { defineMettleCommand, type Running } from "./command.ts"
import type { Context } from "./context.ts"
import { here } from "./here.ts"
import { readMemory } from "./memory-of.ts"
import type { Out } from "./print.ts"
import { standingText } from "./standing-text.ts"
import { ago, parseSince } from "./time.ts"

const EVERY_MS = 2000

const args = {
  line: { type: "boolean", description: "one line, for a status line or prompt" },
  watch: { type: "boolean", description: "again every two seconds, until Ctrl-C" },
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "status",
  summary: "is it recording, what is known, is the loop alive",
  examples: [
    ["mettle status", "one screen"],
    ["mettle status --line", "one line, for a status line"],
    ["mettle status --watch", "again every two seconds, until Ctrl-C"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    if (!args.watch) return once(running)
    const { signal } = context
    while (!signal.aborted) {
      const live = context.io.tty.stdout && !out.json
      if (live) await context.io.stdout("\x1b[H\x1b[2J")
      await once(running)
      await context.close()
      await pause(EVERY_MS, signal)
    }
  },
})

async function once({ args, out, context }: Run): Promise<void> {
  const seen = await look(context, out)
  out.result({ ...seen }, () => (args.line ? out.line(oneLine(seen, out)) : screen(seen, out, context)))
}

type Seen = Awaited<ReturnType<typeof look>>

async function look(context: Context, out: Out) {
  const config = context.config()
  const place = here(context)
  const { data, state } = context.paths()
  const opened = await readMemory(context, out)
  const memory = opened?.memory ?? null
  const now = context.now()
  const current = memory ? currentEpisode(memory, place.scope, true) : null
  const paused = memory ? (pausedNow(memory, current?.id ?? null) ?? null) : null
  const pack = memory
    ? makePack(memory, {
        scope: place.scope,
        domains: place.domains,
        placement: "session_start",
        prompt: "",
        limits: { tokens: config.get("pack.tokens") },
      }).pack
    : null
  return {
    version: VERSION,
    recording: config.off ? ("off" as const) : paused ? ("paused" as const) : ("on" as const),
    paused: paused && {
      since: new Date(paused.gap.from).toISOString(),
      until: paused.gap.until === null ? null : new Date(paused.gap.until).toISOString(),
      episode: paused.gap.episode,
      dropped: paused.dropped,
    },
    pauses: memory ? standingPauses(memory).length : 0,
    model: {
      backend: config.get("model.backend"),
      dailyTokens: config.get("model.dailyTokens"),
      dailyMoney: config.get("model.dailyMoney"),
      used: memory ? usageToday(memory.parts.meta, now) : null,
    },
    control: config.get("control.share"),
    preset: memory?.preset.name ?? config.get("preset"),
    scope: { id: place.scope, name: place.name, domains: place.domains },
    episode: current && {
      id: current.id,
      client: current.client,
      turns: current.turns,
      failStreak: current.failStreak,
    },
    sampling: {
      rate: config.get("sampling.rate"),
      burnIn: config.get("sampling.burnInEpisodes"),
      ended: memory ? endedEpisodes(memory) : 0,
    },
    breaker: memory ? breakerNow(memory, current?.id ?? null) : null,
    pack: pack && {
      cards: pack.items.length,
      tokens: pack.tokens,
      budget: config.get("pack.tokens"),
      slots: slots(pack.items),
    },
    standing: memory ? readStanding(memory, place.scope) : null,
    bytes: size(data),
    spool: spooled(state),
    damage: damageIn(data),
    ...(memory
      ? { known: overview(memory, { scope: place.scope, since: parseSince("today", now) }) }
      : { known: null }),
  }
}

function screen(seen: Seen, out: Out, context: Context): void {
  const dot = ` ${out.symbol("bullet")} `
  const row = (label: string, ...parts: (string | null)[]) =>
    out.line(`${label.padEnd(11)} ${parts.filter(part => part !== null).join(dot)}`)
  const { known, recording, scope } = seen
  const how =
    recording === "on"
      ? out.paint("green", "recording")
      : out.paint("yellow", recording === "off" ? "not recording" : "paused")
  out.line(
    [
      `${out.paint("bold", `mettle ${seen.version}`)}   ${how}`,
      seen.model.backend === "none" ? "no model calls" : `model: ${seen.model.backend}`,
      `${scope.name} (repo)`,
    ].join(dot),
  )
  if (seen.paused)
    row(
      "paused",
      seen.paused.episode
        ? "this session only"
        : seen.paused.until
          ? `until ${clock(seen.paused.until)}`
          : "until mettle resume",
      `${seen.paused.dropped} events kept out`,
    )
  if (seen.damage)
    row(
      "damage",
      out.paint("yellow", `${seen.damage.code}: a damaged log was set aside, what could be proven goes on`),
      "mettle doctor",
    )
  if (!known) {
    out.line()
    out.line("Nothing recorded yet. mettle speaks up when you correct the agent, or when a")
    out.line('test fails and then passes. State something yourself: mettle note "use pnpm"')
    return
  }
  const { today, cards, faults, moved } = known
  const judged = Object.entries(today.verdicts).filter(([verdict]) => verdict !== "unjudged")
  row(
    "today",
    `${count(today.here, "episode")} here${today.everywhere > today.here ? `, ${today.everywhere} everywhere` : ""}`,
    judged.length > 0
      ? `${judged.reduce((n, [, k]) => n + k, 0)} judged: ${judged.map(([verdict, n]) => `${n} ${verdict}`).join(", ")}`
      : today.here > 0
        ? "none judged: no test, build, commit or word of yours yet"
        : null,
  )
  if (seen.episode)
    row(
      "now",
      `e-${seen.episode.id.slice(0, 6)} (${seen.episode.client})`,
      count(seen.episode.turns, "turn"),
      `fail streak ${seen.episode.failStreak}`,
    )
  if (seen.breaker) out.line(breakerLine(seen.breaker, context.now(), out.width))
  const { pack } = seen
  if (pack)
    row(
      "pack",
      pack.cards === 0
        ? "empty: nothing to say at a session's start yet"
        : `${count(pack.cards, "card")}, ${pack.tokens} of ${pack.budget} tokens`,
      pack.cards === 0
        ? null
        : Object.entries(pack.slots)
            .map(([slot, n]) => `${slot} ${n}`)
            .join(dot),
    )
  if (seen.standing) for (const told of standingText(seen.standing, seen.scope.id, out)) row(...told)
  const cap = cards.budgets.reduce((sum, budget) => sum + budget.cap, 0)
  const full = cards.budgets.filter(budget => budget.live >= budget.cap).map(budget => budget.group)
  row(
    "store",
    `${cards.here} here (budget ${cap})${cards.live > cards.here ? `, ${cards.live} in all` : ""}`,
    full.length > 0 ? out.paint("yellow", `full: ${full.join(", ")}`) : null,
    cards.byStage.needs_recheck ? `${cards.byStage.needs_recheck} need recheck` : null,
    known.review > 0 ? `${known.review} to review (mettle review)` : null,
  )
  row("log", `${known.events} events, ${known.eventsToday} today`, "SQLite in a file, no server")
  if (seen.model.backend !== "none")
    row(
      "analysis",
      seen.sampling.ended < seen.sampling.burnIn
        ? `every episode (burn-in, ${seen.sampling.ended} of ${seen.sampling.burnIn})`
        : `${Math.round(seen.sampling.rate * 100)} % of episodes, and those with a reason`,
    )
  row(
    "cost",
    `packs today ${today.packs}, ${today.packTokens} tokens`,
    `${megabytes(seen.bytes)} on disk`,
    modelLine(seen.model),
  )
  if (seen.control > 0) row("control", `${Math.round(seen.control * 100)} % of episodes run without measured cards`)
  if (seen.spool > 0) row("waiting", `${count(seen.spool, "file")} of redacted drafts to be added`)
  row(
    "faults",
    faults.count === 0
      ? "none today"
      : out.paint(
          "yellow",
          `${faults.count} today, last ${ago(faults.last!.at, context.now())}: ${faults.last!.where} ${faults.last!.code}`,
        ),
    faults.count === 0 ? null : "mettle doctor",
  )
  row(
    "loop",
    `last card moved by an outcome: ${moved.at === null ? "never yet" : `${ago(moved.at, context.now())}  ${out.paint("green", "ok")}`}`,
  )
}

const modelLine = ({ backend, used, dailyTokens, dailyMoney }: Seen["model"]): string =>
  backend === "none"
    ? "model calls none"
    : `model calls ${used?.calls ?? 0}: ${used?.tokens ?? 0} of ${dailyTokens} tokens, $${(used?.dollars ?? 0).toFixed(2)} of $${dailyMoney}`

function oneLine(seen: Seen, out: Out): string {
  const { known } = seen
  const parts = [
    seen.recording === "on" ? "mettle" : `mettle ${seen.recording}`,
    seen.pack ? `${count(seen.pack.cards, "note")} (${seen.pack.tokens} tokens)` : "nothing yet",
    known && known.review > 0 ? `${known.review} to review` : null,
    seen.breaker?.state === "tripped" ? "going wrong: mettle breaker" : null,
    known && known.faults.count > 0 ? `${known.faults.count} faults` : null,
    seen.damage ? "damage: mettle doctor" : null,
  ]
  return parts.filter(part => part !== null).join(` ${out.symbol("bullet")} `)
}

function slots(items: readonly { readonly slot: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { slot } of items) counts[slot] = (counts[slot] ?? 0) + 1
  return counts
}

const damageIn = (dir: string) => {
  const folders = setAside(dir)
  return folders.length === 0 ? null : { code: "E_INTEGRITY" as const, setAside: folders }
}
const size = (dir: string): number =>
  names(dir).reduce((sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0), 0)
const spooled = (state: string): number => names(join(state, "spool")).length
function names(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`
const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
const clock = (iso: string): string => {
  const at = new Date(iso)
  return `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`
}
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
