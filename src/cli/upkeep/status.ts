// mettle status: one screen. Is it recording, what happened today, what is known, what waits, and is the loop alive.

import type { StandingRead } from "../../memory/packs/learned.ts"
import { partName } from "../../memory/packs/stand-down.ts"
import { defineMettleCommand } from "../command.ts"
import type { Context } from "../context.ts"
import { breakerText } from "../machines/breaker.ts"
import { SHARE_FROM } from "../past/did.ts"
import { clean, count, type Out, shorten } from "../print.ts"
import { ago } from "../time.ts"
import { type StatusSeen, seeStatus } from "./status-seen.ts"

const args = {
  line: { type: "boolean", description: "one line, for a status line or prompt" },
} as const

export const command = defineMettleCommand({
  name: "status",
  examples: [
    ["mettle status", "one screen"],
    ["mettle status --verbose", "with the breaker, the log, the cards of the pack, and how far each reaches"],
    ["mettle status --line", "one line, for a status line"],
  ],
  args,
  run: async ({ args, out, context }) => {
    const seen = await seeStatus(context, out)
    out.result({ ...seen }, () => (args.line ? out.line(oneLine(seen, out)) : screen(seen, out, context)))
  },
})

function screen(seen: StatusSeen, out: Out, context: Context): void {
  const dot = ` ${out.symbol("bullet")} `
  const row = (label: string, ...parts: (string | null)[]) =>
    out.line(`${label.padEnd(11)} ${parts.filter(part => part !== null).join(dot)}`)
  const { known, recording, scope } = seen
  const how =
    recording === "on"
      ? out.paint("green", "recording")
      : out.paint("yellow", recording === "paused" ? "paused" : "not recording")
  out.line(
    [
      `${out.paint("bold", `mettle ${seen.version}`)}   ${how}`,
      seen.model.backend === "none" ? "no model calls" : `model: ${seen.model.backend}`,
      `${scope.name} (repo)`,
      seen.preset === "mettle" ? null : `preset ${seen.preset}`,
    ]
      .filter(part => part !== null)
      .join(dot),
  )
  row(
    "hooks",
    ...(seen.agents.length === 0
      ? [
          "in no agent's settings: mettle init",
          seen.lastEvent && `last event ${ago(Date.parse(seen.lastEvent), context.now())}`,
        ]
      : seen.agents.map(agent => agentText(agent, context.now()))),
  )
  for (const broken of seen.unreadable) row("", out.paint("yellow", broken))
  if (recording === "unwritable")
    row("data", out.paint("yellow", `${context.paths().data} can only be read: nothing is kept`))
  if (seen.paused)
    row(
      "paused",
      seen.paused.episode
        ? "this session only"
        : seen.paused.until
          ? `until ${clock(seen.paused.until)}`
          : "until mettle pause off",
      `${seen.paused.dropped} events kept out`,
    )
  if (seen.hooksOff)
    row(
      "hooks",
      out.paint(
        "yellow",
        `off since ${clock(seen.hooksOff.since)} after ${count(seen.hooksOff.faults, "fault")}: ${seen.hooksOff.why}`,
      ),
      `tries again at ${clock(seen.hooksOff.triesAgain)}`,
      "mettle doctor",
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
      `${count(seen.episode.failStreak, "failure")} in a row`,
    )
  // What is as it should be needs no line of its own.
  if (seen.breaker && (out.verbose || seen.breaker.state === "tripped"))
    row("breaker", breakerText(seen.breaker, context.now()))
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
  if (out.verbose)
    for (const { card, tier, statement } of pack?.shown ?? [])
      out.line(shorten(clean(`            ${card} ${tier}  ${statement}`), out.width, out.symbol("more")))
  if (seen.standing) for (const told of standingText(seen.standing, seen.scope.id, out)) row(...told)
  const cap = cards.budgets.reduce((sum, budget) => sum + budget.cap, 0)
  const full = cards.budgets.filter(budget => budget.live >= budget.cap).map(budget => budget.group)
  row(
    "cards",
    `${cards.here} here (room for ${cap})${cards.live > cards.here ? `, ${cards.live} in all` : ""}`,
    full.length > 0 ? out.paint("yellow", `full: ${full.join(", ")}`) : null,
    cards.byStage.needs_recheck ? `${cards.byStage.needs_recheck} need recheck` : null,
    known.review > 0 ? `${known.review} to review (mettle review)` : null,
  )
  if (out.verbose)
    row(
      "log",
      `${known.events} events, ${known.eventsToday} today`,
      "SQLite in a file, no server",
      seen.resident === null ? null : `helper process ${seen.resident}`,
    )
  if (seen.model.backend !== "none")
    row(
      "analysis",
      seen.sampling.read < seen.sampling.burnIn
        ? `every episode (to begin with, ${seen.sampling.read} of ${seen.sampling.burnIn} read)`
        : `${Math.round(seen.sampling.rate * 100)} % of episodes, and those with a reason`,
      seen.sampling.waiting > 0 ? `${seen.sampling.waiting} waiting` : null,
    )
  row(
    "cost",
    seen.hooks.p95 === null
      ? null
      : seen.hooks.n < SHARE_FROM
        ? `hooks took up to ${Math.round(seen.hooks.p95)} ms (${seen.hooks.n} today)`
        : `hooks within ${Math.round(seen.hooks.p95)} ms 95 times in 100 (${seen.hooks.n} today)`,
    `packs today ${today.packs}, ${today.packTokens} tokens`,
    `${megabytes(seen.bytes)} on disk`,
    modelLine(seen.model),
  )
  if (seen.control > 0) row("control", `${Math.round(seen.control * 100)} % of episodes run without measured cards`)
  if (seen.spool > 0) row("waiting", `${count(seen.spool, "file")} of redacted drafts to be added`)
  if (seen.dropped.lost > 0) row("lost", out.paint("yellow", `${count(seen.dropped.lost, "event")} (mettle doctor)`))
  if (faults.last !== null)
    row(
      "faults",
      out.paint(
        "yellow",
        `${faults.count} today, last ${ago(faults.last.at, context.now())}: ${faults.last.where} ${faults.last.code}`,
      ),
      "mettle doctor",
    )
  row(
    "loop",
    `last card moved by an outcome: ${moved.at === null ? "never yet" : `${ago(moved.at, context.now())}  ${out.paint("green", "ok")}`}`,
  )
}

const agentText = ({ label, trusted, lastEvent }: StatusSeen["agents"][number], now: number): string =>
  `${label}: ${trusted === false ? "not trusted yet" : lastEvent === null ? "nothing heard yet" : `last event ${ago(Date.parse(lastEvent), now)}`}`

const modelLine = ({ backend, used, dailyTokens, dailyMoney }: StatusSeen["model"]): string =>
  backend === "none"
    ? "model calls none"
    : `model calls ${used?.calls ?? 0}: ${used?.tokens ?? 0} of ${dailyTokens} tokens, $${(used?.dollars ?? 0).toFixed(2)} of $${dailyMoney}`

function oneLine(seen: StatusSeen, out: Out): string {
  const { known } = seen
  const parts = [
    seen.recording === "on" ? "mettle" : `mettle ${seen.recording}`,
    seen.pack ? `${count(seen.pack.cards, "note")} (${seen.pack.tokens} tokens)` : "nothing yet",
    known && known.review > 0 ? `${known.review} to review` : null,
    seen.breaker?.state === "tripped" ? "going wrong: mettle history breaker" : null,
    known && known.faults.count > 0 ? `${known.faults.count} faults` : null,
    seen.hooksOff ? "hooks off: mettle doctor" : null,
    seen.damage ? "damage: mettle doctor" : null,
  ]
  return parts.filter(part => part !== null).join(` ${out.symbol("bullet")} `)
}

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
const clock = (iso: string): string => {
  const at = new Date(iso)
  return `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`
}
function standingText(
  { down, active, because, parts }: StandingRead,
  scope: string,
  out: Out,
): readonly (readonly [string, string, ...(string | null)[]])[] {
  // Where memory as a whole stands down, its parts need no words of their own.
  const told = down ? [{ part: "memory", because }] : parts
  const rows = told.map(({ part, because: figures }) => {
    const name = partName(part)
    return active
      ? (["standing", out.paint("yellow", `${name} stand down here, they did harm`), figures] as const)
      : (["standing", `${name} did harm here; standing down is switched off`, figures] as const)
  })
  if (!active || rows.length === 0) return rows
  const back = `mettle config set memory.keepShowing ${scope.slice(0, 12)}`
  return [...rows, ["", "only norms, check and what you vouched for are shown", `otherwise: ${back}`]]
}
