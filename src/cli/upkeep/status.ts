// mettle status: one screen. Is it recording, what happened today, what is known, what waits, and is the loop alive.

import { count, percent } from "../../core/say-number.ts"
import { partName, type StandingRead } from "../../memory/packs/learned.ts"
import { defineMettleCommand, flag } from "../command.ts"
import type { Context } from "../context.ts"
import { breakerText } from "../machines/breaker.ts"
import { SHARE_FROM } from "../past/did.ts"
import type { Out } from "../print.ts"
import { ago, clock } from "../say.ts"
import { type StatusSeen, seeStatus } from "./status-seen.ts"

const args = {
  line: flag("one line, for a status line or prompt"),
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

/** A label and what stands behind it; a part that is null is not said, nor is a row that is not there. */
type Row = readonly [label: string, ...parts: (string | null)[]]
type Rows = readonly (Row | false | null)[]
type Known = StatusSeen["known"]

function screen(seen: StatusSeen, out: Out, context: Context): void {
  const dot = ` ${out.symbol("bullet")} `
  const joined = (parts: readonly (string | null)[]) => parts.filter(part => part !== null).join(dot)
  const print = (rows: Rows) => {
    for (const row of rows) if (row) out.line(`${row[0].padEnd(11)} ${joined(row.slice(1))}`)
  }
  const { known } = seen
  const now = context.now()
  out.line(joined(title(seen, out)))
  print([hooksRow(seen, now), ...troubles(seen, out, context)])
  if (known.events === 0) {
    out.line()
    out.line("Nothing recorded yet. mettle speaks up when you correct the agent, or when a")
    out.line('test fails and then passes. State something yourself: mettle note "use pnpm"')
    return
  }
  print([...work(seen, known, out, now), ...told(seen, out), ...stock(seen, known, out)])
  print([...costs(seen, known), ...losses(seen, known, out, now)])
  const moved = known.moved.at === null ? "never yet" : `${ago(known.moved.at, now)}  ${out.paint("green", "ok")}`
  print([["loop", `last card moved by an outcome: ${moved}`]])
}

function title({ version, recording, model, scope, preset }: StatusSeen, out: Out): readonly (string | null)[] {
  const how =
    recording === "on"
      ? out.paint("green", "recording")
      : out.paint("yellow", recording === "paused" ? "paused" : "not recording")
  return [
    `${out.paint("bold", `mettle ${version}`)}   ${how}`,
    model.backend === "none" ? "no model calls" : `model: ${model.backend}`,
    `${scope.name} (repo)`,
    preset === "mettle" ? null : `preset ${preset}`,
  ]
}

const hooksRow = ({ agents, lastEvent }: StatusSeen, now: number): Row =>
  agents.length > 0
    ? ["hooks", ...agents.map(agent => agentText(agent, now))]
    : ["hooks", "called by no agent: mettle init", lastEvent && `last event ${ago(Date.parse(lastEvent), now)}`]

/** What keeps it from recording or from answering. */
function troubles({ unreadable, recording, paused, hooksOff, damage }: StatusSeen, out: Out, context: Context): Rows {
  const warn = (text: string) => out.paint("yellow", text)
  const until = paused?.until ? `until ${clock(Date.parse(paused.until))}` : "until mettle pause off"
  return [
    ...unreadable.map((broken): Row => ["", warn(broken)]),
    recording === "ignored" && [
      "",
      warn("nothing is recorded or told here: ignore.repos lists this repository"),
      "mettle config explain ignore.repos",
    ],
    recording === "unwritable" && ["data", warn(`${context.paths().data} can only be read: nothing is kept`)],
    paused && ["paused", paused.episode ? "this session only" : until, `${paused.dropped} events kept out`],
    hooksOff && [
      "hooks",
      warn(`off since ${clock(Date.parse(hooksOff.since))} after ${count(hooksOff.faults, "fault")}: ${hooksOff.why}`),
      `tries again at ${clock(Date.parse(hooksOff.triesAgain))}`,
      "mettle doctor",
    ],
    damage && [
      "damage",
      warn(`${damage.code}: a damaged log was set aside, what could be proven goes on`),
      "mettle doctor",
    ],
  ]
}

function work({ episode, breaker }: StatusSeen, { today }: Known, out: Out, now: number): Rows {
  const judged = Object.entries(today.verdicts).filter(([verdict]) => verdict !== "unjudged")
  const verdicts = judged.map(([verdict, n]) => `${n} ${verdict}`).join(", ")
  return [
    [
      "today",
      `${count(today.here, "episode")} here${today.everywhere > today.here ? `, ${today.everywhere} everywhere` : ""}`,
      judged.length > 0
        ? `${judged.reduce((n, [, k]) => n + k, 0)} judged: ${verdicts}`
        : today.here > 0
          ? "none judged: no test, build, commit or word of yours yet"
          : null,
    ],
    episode && [
      "now",
      `e-${episode.id.slice(0, 6)} (${episode.client})`,
      count(episode.turns, "turn"),
      `${count(episode.failStreak, "failure")} in a row`,
    ],
    // What is as it should be needs no line of its own.
    (out.verbose || breaker.state === "tripped") && ["breaker", breakerText(breaker, now)],
  ]
}

/** What the agent is told at a session's start, and where it is told less. */
function told({ pack, standing, scope }: StatusSeen, out: Out): Rows {
  const slots = Object.entries(pack.slots).map(([slot, n]) => `${slot} ${n}`)
  return [
    [
      "pack",
      ...(pack.cards === 0
        ? ["empty: nothing to say at a session's start yet"]
        : [`${count(pack.cards, "card")}, ${pack.tokens} of ${pack.budget} tokens`, ...slots]),
    ],
    pack.unsaid > 0 && [
      "",
      out.paint(
        "yellow",
        `${count(pack.unsaid, "rule")} of yours in force had no room in it: archive some, or raise pack.tokens`,
      ),
      "mettle pack --why",
    ],
    ...(out.verbose ? pack.shown : []).map(
      ({ card, tier, statement }): Row => ["", out.fit(`${card} ${tier}  ${statement}`, out.width - 12)],
    ),
    ...standingRows(standing, scope.id, out),
  ]
}

function stock({ resident }: StatusSeen, { cards, review, events, eventsToday }: Known, out: Out): Rows {
  const room = cards.budgets.reduce((sum, budget) => sum + budget.cap, 0)
  const full = cards.budgets.filter(budget => budget.live >= budget.cap).map(budget => budget.group)
  return [
    [
      "cards",
      `${cards.here} here (room for ${room})${cards.live > cards.here ? `, ${cards.live} in all` : ""}`,
      full.length > 0 ? out.paint("yellow", `full: ${full.join(", ")}`) : null,
      cards.byStage.needs_recheck ? `${cards.byStage.needs_recheck} need recheck` : null,
      review > 0 ? `${review} to review (mettle review)` : null,
    ],
    out.verbose && [
      "log",
      `${events} events, ${eventsToday} today`,
      "SQLite in a file, no server",
      resident === null ? null : `helper process ${resident}`,
    ],
  ]
}

function costs({ sampling, model, hooks, bytes, control }: StatusSeen, { today }: Known): Rows {
  return [
    model.backend !== "none" && [
      "analysis",
      sampling.read < sampling.burnIn
        ? `every episode (to begin with, ${sampling.read} of ${sampling.burnIn} read)`
        : `${percent(sampling.rate)} of episodes, and those with a reason`,
      sampling.waiting > 0 ? `${sampling.waiting} waiting` : null,
    ],
    [
      "cost",
      hooks.p95 === null
        ? null
        : hooks.n < SHARE_FROM
          ? `hooks took up to ${Math.round(hooks.p95)} ms (${hooks.n} today)`
          : `hooks within ${Math.round(hooks.p95)} ms 95 times in 100 (${hooks.n} today)`,
      `packs today ${today.packs}, ${today.packTokens} tokens`,
      `${megabytes(bytes)} on disk`,
      modelLine(model),
    ],
    control > 0 && ["control", `${percent(control)} of episodes run without measured cards`],
  ]
}

function losses({ spool, dropped }: StatusSeen, { faults }: Known, out: Out, now: number): Rows {
  const warn = (text: string) => out.paint("yellow", text)
  const { count: times, last } = faults
  return [
    spool > 0 && ["waiting", `${count(spool, "file")} of redacted drafts to be added`],
    dropped.lost > 0 && ["lost", warn(`${count(dropped.lost, "event")} (mettle doctor)`)],
    last && ["faults", warn(`${times} today, last ${ago(last.at, now)}: ${last.where} ${last.code}`), "mettle doctor"],
  ]
}

const agentText = ({ label, trusted, lastEvent }: StatusSeen["agents"][number], now: number): string =>
  `${label}: ${trusted === false ? "not trusted yet" : lastEvent === null ? "nothing heard yet" : `last event ${ago(Date.parse(lastEvent), now)}`}`

const modelLine = ({ backend, used, dailyTokens, dailyMoney }: StatusSeen["model"]): string =>
  backend === "none"
    ? "model calls none"
    : `model calls ${used.calls}: ${used.tokens} of ${dailyTokens} tokens, $${used.dollars.toFixed(2)} of $${dailyMoney}`

function oneLine(seen: StatusSeen, out: Out): string {
  const { known } = seen
  const parts = [
    seen.recording === "on"
      ? "mettle"
      : `mettle ${seen.recording === "ignored" ? "ignored (ignore.repos)" : seen.recording}`,
    known.events > 0 ? `${count(seen.pack.cards, "note")} (${seen.pack.tokens} tokens)` : "nothing yet",
    known.review > 0 ? `${known.review} to review` : null,
    seen.breaker.state === "tripped" ? "going wrong: mettle history breaker" : null,
    known.faults.count > 0 ? `${known.faults.count} faults` : null,
    seen.hooksOff ? "hooks off: mettle doctor" : null,
    seen.damage ? "damage: mettle doctor" : null,
  ]
  return parts.filter(part => part !== null).join(` ${out.symbol("bullet")} `)
}

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
function standingRows({ down, active, because, parts }: StandingRead, scope: string, out: Out): readonly Row[] {
  // Where memory as a whole stands down, its parts need no words of their own.
  const rows = (down ? [{ part: "memory", because }] : parts).map(({ part, because: figures }): Row => {
    const name = partName(part)
    return active
      ? ["standing", out.paint("yellow", `${name} stand down here, they did harm`), figures]
      : ["standing", `${name} did harm here; standing down is switched off`, figures]
  })
  if (!active || rows.length === 0) return rows
  const back = `mettle config set memory.keepShowing ${scope.slice(0, 12)}`
  return [...rows, ["", "only norms, check and what you vouched for are shown", `otherwise: ${back}`]]
}
