// mettle history breaker: the one log of breakers: when one tripped, on what, what followed, and how right each trigger has been. history
// now cuts a checkpoint of the episode that goes on; config calibrate proposes the breaker's numbers, and a set key stays as it is.

import { saveSetting } from "../../config.ts"
import { type Triggered, trigger } from "../../memory/acting/relabel.ts"
import {
  type BreakerNow,
  CALIBRATION,
  calibrate,
  findTrip,
  labelTrip,
  logDraws,
  provenBar,
  readTriggers,
  readTrips,
  type Trigger,
  type TripRead,
} from "../../memory/checks/breaker.ts"
import { partName } from "../../memory/packs/learned.ts"
import { episodeShort } from "../../memory/reading/episodes.ts"
import { episodeHistory } from "../../memory/reading/history.ts"
import { act, atMost, defineMettleCommand, FLAGS, flag, fromWhen, type Running, usage, word } from "../command.ts"
import { changeMemory, here, readMemory } from "../context.ts"
import { showEpisode, tripFate } from "../past/history.ts"
import type { Out } from "../print.ts"
import { ago, iso } from "../say.ts"

const MOST = 15
const args = {
  label: act(["right", "wrong"], "right or wrong: was that a reason to step in?"),
  which: word("which time, by its id"),
  early: flag("early signs too: measured, never acted on"),
  since: FLAGS.since,
  limit: FLAGS.limit,
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "history breaker",
  examples: [
    ["mettle history breaker", "the last times: what set it off, what followed"],
    ["mettle history breaker --early", "with the first correction of each episode, which often comes before more"],
    ["mettle history breaker wrong b-3fa2c1", "that was no reason to step in"],
    ["mettle history breaker right b-3fa2c1", "that was a reason"],
  ],
  args,
  run: async running => {
    const { label, which } = running.args
    if (label === undefined) return show(running)
    if (which === undefined) throw usage(command, `${label} needs the id of one time it noticed trouble`)
    const memory = await changeMemory(running.context, running.out)
    const trip = findTrip(memory, which)
    const right = label === "right"
    await labelTrip(memory, trip, right)
    running.out.result({ trip: trip.id, right }, `${trip.short} was ${label}: kept`)
  },
})

async function show(running: Run): Promise<void> {
  const { args, out, context } = running
  const limit = atMost(running, MOST)
  const since = fromWhen(running)
  const memory = await readMemory(context, out)
  const all = readTrips(memory, undefined, args.early === true).filter(trip => trip.at >= since)
  const triggers = readTriggers(memory)
  const bar = provenBar(memory)
  out.result(
    {
      trips: all.slice(0, limit).map(trip => ({ ...trip, at: iso(trip.at) })),
      total: all.length,
      triggers,
      speaksFrom: bar,
    },
    () => {
      if (all.length === 0) {
        out.line("It never noticed trouble, that is good.")
        out.line("It steps in on calls that fail in a row, on repeated corrections, on an instruction said twice;")
        out.line("and where cards do harm, or promotions meet too much doubt.")
        return
      }
      for (const trip of all.slice(0, limit))
        if (trip.breaker === "session") line(trip, out, context.now())
        else guardLine(trip, out, context.now())
      if (triggers.length > 0) showTriggers(triggers, bar, out)
      out.more(limit, all.length)
    },
  )
}

function showTriggers(
  triggers: readonly Trigger[],
  bar: { readonly trips: number; readonly share: number } | null,
  out: Out,
): void {
  out.line()
  out.table(
    [{ name: "reason" }, { name: "right" }, { name: "speaks" }],
    triggers.map(t => [
      t.trip,
      t.n < 4 ? `${t.right} of ${t.n}, too early` : `${t.right} of ${t.n} (${t.low.toFixed(2)}-${t.high.toFixed(2)})`,
      t.rule.startsWith("failure-streak")
        ? "in a loop, or with a known fix"
        : bar === null
          ? "always"
          : t.n >= bar.trips && t.right / t.n >= bar.share
            ? "yes: proved right"
            : `from ${bar.trips} with ${Math.round(bar.share * 100)} % right`,
    ]),
  )
}

function line(trip: TripRead, out: Out, now: number): void {
  const dot = ` ${out.symbol("bullet")} `
  const open = !trip.settled
    ? "not known yet"
    : trip.made === null
      ? "nobody can tell"
      : "it spoke, so only you can tell"
  const verdict = trip.right === null ? open : trip.right ? "right" : "wrong"
  const short = (text: string): string => out.fit(text, out.width - 2)
  const fate = tripFate(trip)
  const place = `${episodeShort(trip.episode)} message ${trip.message}`
  const where = out.fit(`${place}${dot}${ago(trip.at, now)}`, out.width - trip.short.length - fate.length - 6)
  out.line(
    `${out.paint("bold", trip.short)}${dot}${out.paint(trip.made === null ? "dim" : "yellow", fate)}${dot}${where}`,
  )
  out.line(`  ${short(`${trip.trip.replaceAll("_", " ")}: ${trip.because}`)}`)
  const { messages, bad, good, complaints } = trip.after
  out.line(
    `  ${short(`${verdict}${trip.label === null ? "" : " (you)"}: next ${messages} messages, ${bad} bad, ${good} good, ${complaints} complaints`)}`,
  )
}

/** A trip that guards a scope or the store instead of an episode: promotions frozen, memory standing down. */
function guardLine(trip: TripRead, out: Out, now: number): void {
  const dot = ` ${out.symbol("bullet")} `
  const what = trip.breaker === "promotion" ? "promotions frozen" : `${partName(trip.trip)} stand down`
  const where = trip.scope === null ? "everywhere" : `repo:${trip.scope.slice(0, 6)}`
  const state = !trip.settled ? "still so" : trip.endedAt === undefined ? "over" : `over, ${ago(trip.endedAt, now)}`
  const label = trip.label === null ? "" : `${dot}you: ${trip.label ? "right" : "wrong"}`
  const head = `${what}${dot}${where}${dot}${state}${dot}${ago(trip.at, now)}${label}`
  out.line(`${out.paint("bold", trip.short)}${dot}${out.fit(head, out.width - trip.short.length - 3)}`)
  out.line(`  ${out.fit(trip.because, out.width - 2)}`)
}

export function breakerText(now: BreakerNow, clock: number): string {
  const state = now.state === "normal" && !now.speaks ? "silent" : now.state === "tripped" ? "going wrong" : now.state
  const last = now.lastTrip
  return [
    state,
    ...(now.state === "off"
      ? []
      : [
          `frustration ${now.frustration.toFixed(2)}`,
          `success ${now.success.toFixed(2)}`,
          `${now.failStreak} failures in a row`,
        ]),
    `trouble last: ${last === null ? "never" : `${ago(last.at, clock)} (${episodeShort(last.episode)})`}`,
  ].join("   ")
}

export const now = defineMettleCommand({
  name: "history now",
  examples: [
    ["mettle history now", "cut a checkpoint now, say what it found, show the episode"],
    ["mettle assess trigger --json", "the same, for a program"],
  ],
  args: {},
  run: async ({ out, context }) => {
    const memory = await changeMemory(context, out)
    const done = await trigger(memory, here(context).scope)
    const seen = done.episode && episodeHistory(memory, done.episode)
    const { settled, checkpoint, why } = done
    out.result({ settled, checkpoint, why, episode: seen }, () => {
      if (!seen)
        return out.line(
          "No episode here yet. One begins with the first prompt to an agent that mettle is installed in.",
        )
      out.line(out.fit(said(done)))
      if (done.checkpoint) out.line(out.fit(`  ${done.checkpoint.summary}`))
      out.line()
      showEpisode(seen, out, false)
    })
  },
})

function said({ episode, checkpoint, why, settled }: Triggered): string {
  const name = episodeShort(episode!.id)
  const due = settled.proposed > 0 ? ` (${settled.proposed} new proposals)` : ""
  if (checkpoint === null)
    return why === "it has ended"
      ? `${name} has ended and was assessed then; no checkpoint was cut${due}`
      : `nothing was said since the last checkpoint of ${name}; none was cut${due}`
  const { n, from, to, score, verdict } = checkpoint
  const judged = score === null || verdict === "unjudged" ? "unjudged" : `${verdict} ${score.toFixed(2)}`
  return `checkpoint ${n} of ${name} cut at message ${to}: messages ${from}-${to}, ${judged}${due}`
}

const KEYS = { threshold: "breaker.threshold", alpha: "breaker.alpha", messages: "checkpoint.messages" } as const
type Parameter = keyof typeof KEYS
const PARAMETERS = Object.keys(KEYS) as readonly Parameter[]

const calibrateArgs = {
  adopt: flag("set the proposed values (back to the defaults: mettle config unset <setting>)"),
} as const
type Calibrating = Running<typeof calibrateArgs>
type Weighed = ReturnType<typeof calibrate>["weighed"][number]

export const calibration = defineMettleCommand({
  name: "config calibrate",
  examples: [
    ["mettle config calibrate", "values tried on past episodes, counts first; changes nothing"],
    ["mettle config calibrate --adopt", "set what is proposed"],
  ],
  args: calibrateArgs,
  run: weigh,
})

async function weigh({ args, out, context }: Calibrating): Promise<void> {
  const config = context.config()
  const pinned = PARAMETERS.filter(p => config.explain(KEYS[p]).at(-1)?.layer !== "default")
  const free = PARAMETERS.filter(p => !pinned.includes(p))
  const memory = await readMemory(context, out)
  const now = {
    threshold: config.get("breaker.threshold"),
    alpha: config.get("breaker.alpha"),
    messages: config.get("checkpoint.messages"),
  }
  const seen = calibrate(memory, here(context).scope, now, free)
  const proposals = seen.weighed.filter(w => !w.early && w.proposed !== w.current)
  const adopted = args.adopt === true && proposals.length > 0
  if (adopted) {
    await logDraws(await changeMemory(context, out), seen)
    for (const { parameter, proposed } of proposals) saveSetting(context.paths().config, KEYS[parameter], proposed)
  }
  out.result({ ...seen, pinned: pinned.map(p => KEYS[p]), adopted }, () => {
    for (const p of pinned) out.line(`${KEYS[p]} = ${now[p]}: set by you, so nothing is proposed`)
    if (seen.episodes === 0) return out.line("Too early: no episode has ended yet.")
    for (const weighed of seen.weighed) printWeighed(weighed, adopted, out)
  })
}

function printWeighed({ parameter, current, arms, proposed, early }: Weighed, adopted: boolean, out: Out): void {
  const what = parameter === "messages" ? "stretches that point one way" : "trips that were right"
  out.line(`${out.paint("bold", KEYS[parameter])} = ${current}  ${out.paint("dim", `(${what}, here and everywhere)`)}`)
  out.table(
    [{ name: "value" }, { name: "here" }, { name: "all" }, { name: "share (90 %)" }, { name: "draw" }],
    arms.map(arm => [
      `${arm.value}${arm.value === current ? " *" : ""}`,
      `${arm.here.right} of ${arm.here.n}`,
      `${arm.everywhere.right} of ${arm.everywhere.n}`,
      `${arm.mean.toFixed(2)} (${arm.low.toFixed(2)}-${arm.high.toFixed(2)})`,
      arm.draw.toFixed(2),
    ]),
  )
  const n = arms.find(arm => arm.value === current)?.here.n ?? 0
  const said = early
    ? `too early: ${n} of ${CALIBRATION.trips} under the present value`
    : proposed === current
      ? "no better value was drawn"
      : `proposed: ${proposed}${adopted ? ", adopted" : "; mettle config calibrate --adopt sets it"}`
  out.line(`${said}\n`)
}
