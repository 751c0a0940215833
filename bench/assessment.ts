// The session breaker on real sessions: where would it trip, how long before a recorded interrupt or a labelled complaint,
// how often where neither came; mettle beside groove. And what the assessment of one message costs.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ASSESSED, type TripView, verdictOf } from "../src/core/assess/tables.ts"
import type { Params } from "../src/core/rules/rule.ts"
import { betaInterval } from "../src/core/stats.ts"
import { messageHeard } from "../src/core/views/episode/messages.ts"
import { applyEvent } from "../src/core/views/fold.ts"
import { memoryRows, overlayRows } from "../src/core/views/rows.ts"
import { memoryOver, ramPorts } from "../src/memory/without-disk.ts"
import { draftsOf, episodeOfSession, type Line, readSessions } from "./transcript-drafts.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}
interface Session {
  readonly episode: string
  readonly messages: number
  /** messages heard when the person broke off */
  readonly interrupts: readonly number[]
  /** the message that complains, by hand label */
  readonly complaints: readonly number[]
}
interface Played {
  readonly trips: ReadonlyMap<string, readonly TripView[]>
  /** assessment alone, and reading, folding and assessing together */
  readonly ms: readonly number[]
  readonly wholeMs: readonly number[]
}

const NEAR = 30
const MESSAGES = new Set(["prompt.submitted", "agent.replied", "tool.finished"])

function complaintsOf(shared: string): ReadonlySet<string> {
  const lines = readFileSync(join(shared, "data/feedback-turns/labels.jsonl"), "utf8").trim().split("\n")
  const labels = lines.map(line => JSON.parse(line) as { id: string; label: string })
  return new Set(labels.filter(l => l.label === "negative" || l.label === "mixed").map(l => l.id))
}

/** Places of what happened, counted in messages as the fold counts them: from the first prompt on. */
function sessionOf(lines: readonly Line[], complaints: ReadonlySet<string>): Session {
  const places = { interrupts: [] as number[], complaints: [] as number[] }
  let n = 0
  for (const { draft, line } of draftsOf(lines)) {
    if (MESSAGES.has(draft.type) && (n > 0 || draft.type === "prompt.submitted")) n++
    if (line?.k === "interrupt") places.interrupts.push(n)
    if (line && complaints.has(`${line.s}#${line.i}`)) places.complaints.push(n)
  }
  return { episode: episodeOfSession(lines[0]!.s), messages: n, ...places }
}

async function play(
  all: readonly (readonly Line[])[],
  preset: string,
  params?: Readonly<Record<string, Params>>,
): Promise<Played> {
  const memory = memoryOver(ramPorts(), {
    now: () => 0,
    randomBytes: () => Buffer.alloc(16),
    engine: "bench",
    preset,
    ...(params ? { params } : {}),
  })
  for (const lines of all) await memory.record(draftsOf(lines).map(({ draft }) => draft))
  const rows = memoryRows()
  const context = memory.context(rows)
  const ms: number[] = []
  const wholeMs: number[] = []
  for (let from = 0; ; ) {
    const batch = memory.parts.log.read(from, 2000)
    if (batch.length === 0) break
    for (const event of batch) {
      const start = performance.now()
      applyEvent(context, event)
      if (!MESSAGES.has(event.type)) continue
      wholeMs.push(performance.now() - start)
      // The same work once more, on a copy that is thrown away: the assessment without reading and folding.
      const copy = { ...context, rows: overlayRows(rows) }
      const began = performance.now()
      messageHeard(copy, event)
      ms.push(performance.now() - began)
    }
    from = batch[batch.length - 1]!.seq
  }
  const trips = new Map<string, TripView[]>()
  for (const [, trip] of ASSESSED.trip.list(rows)) {
    const known = trips.get(trip.episode)
    if (known) known.push(trip)
    else trips.set(trip.episode, [trip])
  }
  return { trips, ms: ms.sort((a, b) => a - b), wholeMs: wholeMs.sort((a, b) => a - b) }
}

const share = (k: number, n: number) => ({ k, n, share: n === 0 ? null : k / n })
function text({ k, n }: { readonly k: number; readonly n: number }): string {
  if (n === 0) return "0 of 0"
  const [low, high] = betaInterval(k + 0.5, n - k + 0.5, 0.95)
  const percent = (x: number): string => `${(100 * x).toFixed(1)}`
  return `${k} of ${n} = ${percent(k / n)} % (${percent(low)} to ${percent(high)})`
}

/** `last`: a trip up to this message came before it. */
function leads(trips: readonly TripView[], last: number): readonly number[] {
  return trips.filter(t => t.message <= last).map(t => last - t.message)
}

/** Early signs are measured like trips, apart from them. */
type Which = "trips" | "trips and early signs" | "spoken"
function measure(sessions: readonly Session[], { trips }: Played, which: Which) {
  const counts = (t: TripView) => (which === "spoken" ? t.spoken : which === "trips" ? !t.early : true)
  const of = (s: Session) => (trips.get(s.episode) ?? []).filter(counts)
  const broken = sessions.filter(s => s.interrupts.length > 0)
  const complained = sessions.filter(s => s.complaints.length > 0)
  const quiet = sessions.filter(s => s.interrupts.length === 0 && s.complaints.length === 0)
  const interrupts = broken.flatMap(s => s.interrupts.map(at => ({ s, last: at })))
  const complaints = complained.flatMap(s => s.complaints.map(at => ({ s, last: at - 1 })))
  const near = (places: readonly { s: Session; last: number }[]) =>
    share(places.filter(({ s, last }) => leads(of(s), last).some(lead => lead <= NEAR)).length, places.length)
  const gaps = interrupts
    .flatMap(({ s, last }) => {
      const all = leads(of(s), last)
      return all.length === 0 ? [] : [Math.min(...all)]
    })
    .sort((a, b) => a - b)
  return {
    sessions: share(sessions.filter(s => of(s).length > 0).length, sessions.length),
    beforeFirstInterrupt: share(broken.filter(s => leads(of(s), s.interrupts[0]!).length > 0).length, broken.length),
    beforeFirstByChance: firstByChance(broken, quiet, quiet.filter(s => of(s).length > 0).length / quiet.length),
    beforeAnInterrupt: share(broken.filter(s => leads(of(s), s.interrupts.at(-1)!).length > 0).length, broken.length),
    nearInterrupts: near(interrupts),
    nearComplaints: near(complaints),
    nearInterruptsByChance: byChance(interrupts, of),
    quiet: share(quiet.filter(s => of(s).length > 0).length, quiet.length),
    trips: sessions.reduce((sum, s) => sum + of(s).length, 0),
    medianLead: gaps[Math.floor(gaps.length / 2)] ?? null,
  }
}

/** What an alarm at random times would reach that goes off in as many quiet sessions. */
function firstByChance(broken: readonly Session[], quiet: readonly Session[], goal: number): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
  const hit = (rate: number, messages: number): number => 1 - (1 - rate) ** messages
  let [low, high] = [0, 1]
  for (let i = 0; i < 50; i++) {
    const rate = (low + high) / 2
    if (mean(quiet.map(s => hit(rate, s.messages))) < goal) low = rate
    else high = rate
  }
  return mean(broken.map(s => hit(low, s.interrupts[0]!)))
}

/** The same trips moved along their sessions (in a circle, by every tenth of the length): what places alone would give. */
function byChance(places: readonly { s: Session; last: number }[], of: (s: Session) => readonly TripView[]): number {
  let sum = 0
  for (let turn = 0; turn < 10; turn++)
    sum += places.filter(({ s, last }) =>
      of(s).some(t => {
        const moved = ((t.message - 1 + Math.round(((turn + 0.5) / 10) * s.messages)) % s.messages) + 1
        return moved <= last && last - moved <= NEAR
      }),
    ).length
  return places.length === 0 ? 0 : sum / 10 / places.length
}

function byTrigger(sessions: readonly Session[], { trips }: Played) {
  const quiet = new Set(sessions.filter(s => s.interrupts.length + s.complaints.length === 0).map(s => s.episode))
  const names = new Map<string, { trips: number; spoken: number; quiet: number; right: number; known: number }>()
  for (const trip of [...trips.values()].flat()) {
    const name = `${trip.rule} ${trip.trip}`
    const n = names.get(name) ?? { trips: 0, spoken: 0, quiet: 0, right: 0, known: 0 }
    const verdict = verdictOf(trip)
    n.trips++
    if (trip.spoken) n.spoken++
    if (quiet.has(trip.episode)) n.quiet++
    if (verdict !== null) n.known++
    if (verdict === true) n.right++
    names.set(name, n)
  }
  return Object.fromEntries([...names].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export async function run({ shared, json, args }: Args): Promise<Record<string, unknown>> {
  const say = (line = ""): void => void (json || process.stdout.write(`${line}\n`))
  const all = await readSessions(shared)
  const labels = complaintsOf(shared)
  const sessions = all.map(lines => sessionOf(lines, labels))
  const count = (of: (s: Session) => boolean): number => sessions.filter(of).length
  say(
    `${sessions.length} sessions, ${sessions.reduce((n, s) => n + s.messages, 0)} messages; ${count(s => s.interrupts.length > 0)} with an interrupt, ${count(s => s.complaints.length > 0)} with a labelled complaint, ${count(s => s.interrupts.length + s.complaints.length === 0)} with neither`,
  )
  const figures: Record<string, unknown> = {}
  for (const preset of ["mettle", "groove"]) {
    const played = await play(all, preset)
    for (const which of ["trips", "trips and early signs", "spoken"] as const) {
      if (preset === "groove" && which === "trips and early signs") continue
      const m = measure(sessions, played, which)
      const name = `${preset}, ${which}`
      figures[name] = m
      say(`\n${name}: ${m.trips}`)
      say(`  sessions with a trip            ${text(m.sessions)}`)
      say(
        `  before the first interrupt      ${text(m.beforeFirstInterrupt)}; by chance ${(100 * m.beforeFirstByChance).toFixed(1)} %`,
      )
      say(
        `  before some interrupt           ${text(m.beforeAnInterrupt)}   median lead ${m.medianLead ?? "-"} messages`,
      )
      say(
        `  interrupts with one ≤ ${NEAR} before  ${text(m.nearInterrupts)}; by chance ${(100 * m.nearInterruptsByChance).toFixed(1)} %`,
      )
      say(`  complaints with one ≤ ${NEAR} before  ${text(m.nearComplaints)}`)
      say(`  quiet sessions with one         ${text(m.quiet)}`)
    }
    const triggers = byTrigger(sessions, played)
    figures[`${preset} triggers`] = triggers
    for (const [name, n] of Object.entries(triggers)) say(`  ${name.padEnd(34)} ${JSON.stringify(n)}`)
    const at = (sorted: readonly number[], q: number): number => sorted[Math.floor(sorted.length * q)] ?? 0
    const { ms, wholeMs } = played
    const cost = {
      n: ms.length,
      p50: at(ms, 0.5),
      p99: at(ms, 0.99),
      wholeP50: at(wholeMs, 0.5),
      wholeP99: at(wholeMs, 0.99),
    }
    figures[`${preset} ms`] = cost
    say(
      `  one message (${cost.n}): assessed in p50 ${cost.p50.toFixed(3)}, p99 ${cost.p99.toFixed(2)} ms; read, folded and assessed in p50 ${cost.wholeP50.toFixed(3)}, p99 ${cost.wholeP99.toFixed(2)} ms`,
    )
  }
  if (args.includes("--sweep")) figures.sweep = await sweep(all, sessions, say)
  return figures
}

/** Other thresholds of the average, beside what an alarm at random times reaches in as many quiet sessions. */
async function sweep(all: readonly (readonly Line[])[], sessions: readonly Session[], say: (line?: string) => void) {
  say("\nthreshold   before the first interrupt   by chance   quiet sessions")
  const found: Record<string, unknown> = {}
  for (const threshold of [0.4, 0.5, 0.6, 0.7, 0.8]) {
    const m = measure(sessions, await play(all, "mettle", { "ema-breaker": { threshold } }), "trips")
    found[threshold] = { first: m.beforeFirstInterrupt, chance: m.beforeFirstByChance, quiet: m.quiet }
    say(
      `  ${threshold}       ${text(m.beforeFirstInterrupt)}   ${(100 * m.beforeFirstByChance).toFixed(1)} %   ${text(m.quiet)}`,
    )
  }
  return found
}
