// Seed 002's circuit breaker: a running average of frustration, three failures, more than N corrections in M messages, a verbatim
// repetition; it speaks. It hears what came of its trips and of the session, and its numbers learn from that (S2-40, S2-48).
import { GATE_PARAMS, type Gate, OPEN, pass, tripAt, type Wish } from "../../assess/gate.ts"
import { overMessages } from "../../assess/over-messages.ts"
import { type Averages, average, START, streakAfter } from "../../assess/progress.ts"
import { hashId } from "../../ids.ts"
import type { AlarmInput } from "../../questions/happened.ts"
import { betaQuantile, seeded } from "../../stats.ts"
import type { Rows } from "../../views/rows.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule, type RuleContext } from "../rule.ts"

/** The threshold and the weight of the newest signal, drawn for each session from how those before it went (S2-40, S2-48, S2-96). */
interface Drawn {
  readonly threshold: number
  readonly alpha: number
  /** sessions it was learned from; 0 = as set */
  readonly from: number
  /** 1 it served the session, 0 it did not, null not known */
  readonly served: 0 | 1 | null
}
export const DRAWN = table<Drawn>("groove_drawn", "episode")
export const ARM = table<{ readonly n: number; readonly good: number }>("groove_arm", "number/value")
const NONE = { n: 0, good: 0 }

const params = {
  ...GATE_PARAMS,
  adapts: true,
  thresholds: [0.5, 0.6, 0.7, 0.8],
  alphas: [0.2, 0.3, 0.4, 0.5],
  adaptsAfter: 10,
  prior: [1, 1] as readonly [number, number],
  setPrior: [2, 1] as readonly [number, number],
  alpha: 0.3,
  threshold: 0.7,
  failures: 3,
  corrections: 3,
  ofMessages: 5,
  watched: 5,
  speaks: true,
}
type P = typeof params

/** The numbers of a session: drawn once, at its first message. */
function drawnFor(rows: Rows, episode: string, p: P): Drawn {
  const known = DRAWN.get(rows, episode)
  if (known) return known
  const from = ARM.list(rows, "threshold/").reduce((sum, [, { n }]) => sum + n, 0)
  const learns = p.adapts && from >= p.adaptsAfter
  const of = (number: "threshold" | "alpha"): number => (learns ? best(rows, episode, number, p) : p[number])
  const drawn: Drawn = { threshold: of("threshold"), alpha: of("alpha"), from: learns ? from : 0, served: null }
  DRAWN.set(rows, episode, drawn)
  return drawn
}

function best(rows: Rows, episode: string, number: "threshold" | "alpha", p: P): number {
  const set = p[number]
  const draws = [...new Set([...p[`${number}s`], set])].map(value => {
    const { n, good } = ARM.get(rows, `${number}/${value}`) ?? NONE
    const [a, b] = value === set ? p.setPrior : p.prior
    return { value, draw: betaQuantile(seeded(hashId("adaptive", episode, number, value))(), a + good, b + n - good) }
  })
  return draws.reduce((a, b) => (b.draw > a.draw ? b : a)).value
}

/** What came of the session under its numbers; said again, the later word counts. */
function served(rows: Rows, episode: string, now: Drawn["served"]): void {
  const drawn = DRAWN.get(rows, episode)
  if (!drawn || drawn.served === now) return
  for (const key of [`threshold/${drawn.threshold}`, `alpha/${drawn.alpha}`]) {
    const { n, good } = ARM.get(rows, key) ?? NONE
    const known = (x: Drawn["served"]): number => (x === null ? 0 : 1)
    ARM.set(rows, key, { n: n + known(now) - known(drawn.served), good: good + (now ?? 0) - (drawn.served ?? 0) })
  }
  DRAWN.set(rows, episode, { ...drawn, served: now })
}

interface State extends Averages {
  readonly streak: number
  readonly corrections: readonly boolean[]
  readonly gate: Gate
  /** the last trip: messages since, while it is watched */
  readonly since: number | null
  /** trips that were right, and those that were not */
  readonly right: number
  readonly wrong: number
  /** a person's word about a trip of this session goes before what was heard */
  readonly label?: boolean
}

const episode = overMessages<State, P>(
  "groove_breaker",
  { ...START, streak: 0, corrections: [], gate: OPEN, since: null, right: 0, wrong: 0 },
  (state, message, params) => {
    const { signals, progress } = message
    const next = {
      ...average(state, progress, params.alpha),
      streak: streakAfter(state.streak, progress.tool),
      corrections: [...state.corrections, progress.correction || mended(signals)].slice(-params.ofMessages),
    }
    const gate = pass(state.gate, wish(next, progress.repeat, params), message, params.speaks, params)
    return {
      ...state,
      ...next,
      gate,
      ...outcomeOf(state, message, params.watched),
      ...(gate === state.gate ? {} : { since: 0 }),
    }
  },
)

type Now = Pick<State, "frustration" | "streak" | "corrections">
function wish(now: Now, repeat: boolean, { threshold, failures, corrections }: P): Wish | null {
  const wrong = now.corrections.filter(Boolean).length
  if (now.frustration > threshold)
    return { trip: "frustration", intervention: "check_in", because: `above ${threshold}` }
  if (now.streak >= failures)
    return { trip: "failure_streak", intervention: "pivot", because: `${now.streak} failures in a row` }
  if (wrong > corrections) return { trip: "corrections", intervention: "pivot", because: `${wrong} corrections` }
  return repeat ? { trip: "repeated", intervention: "clarify", because: "the same words again" } : null
}

/** The user edited what the agent wrote: as much of it as a client says (S2-16). */
const mended = (signals: AlarmInput["signals"]): boolean => signals.some(s => s.signal === "drift")

/**
 * What came of the last trip. One that spoke was right when things went well after it, and wrong when the user went on complaining;
 * one that stayed silent the other way round.
 */
function outcomeOf({ since, right, wrong, gate }: State, { progress }: AlarmInput, watched: number) {
  if (since === null) return { since, right, wrong }
  const { bad, good, correction, marks } = progress
  const complains = correction || marks.includes("interrupt")
  const well = good === 1 || (bad === 0 && !complains)
  const spoke = gate.last?.spoken === true
  if (complains || (spoke && well)) {
    const good = spoke ? !complains : complains
    return { since: null, right: right + Number(good), wrong: wrong + Number(!good) }
  }
  if (since + 1 < watched) return { since: since + 1, right, wrong }
  return { since: null, right, wrong: wrong + Number(!spoke) }
}

/** Did the numbers serve the session? By its trips; without any, by whether one was missed. */
function settle(context: RuleContext, id: string): void {
  const { label, right, wrong } = episode.of(context, id)
  const verdict = TABLE.episode.get(context.rows, id)?.verdict
  if (label !== undefined) served(context.rows, id, label ? 1 : 0)
  else if (right + wrong > 0) served(context.rows, id, right >= wrong ? 1 : 0)
  else if (episode.of(context, id).gate.trips === 0)
    served(context.rows, id, verdict === "failure" ? 0 : verdict === "success" ? 1 : null)
}

export const grooveBreaker = defineRule("alarm", "groove-breaker@3", {
  source: "S2-16, S2-33..50, S2-96; alpha at the start, which the seed leaves open, is ours",
  params,
  notes: {
    adapts: "learn threshold and alpha from how sessions went",
    thresholds: "0..1 thresholds that are tried",
    alphas: "0..1 weights of the newest signal that are tried",
    adaptsAfter: "0..1000 sessions with a known outcome before anything but what is set is tried",
    prior: "0..100 good and bad sessions a value is worth before any was seen",
    setPrior: "0..100 good and bad sessions the set value is worth before any was seen",
  },
  tables: [...episode.tables, DRAWN, ARM],
  reads: [TABLE.episode],
  on: {
    ...episode.on,
    "message heard"(context, heard, params) {
      const { threshold, alpha } = drawnFor(context.rows, heard.message.episode, params)
      return episode.on["message heard"](context, heard, { ...params, threshold, alpha })
    },
    "episode closed"(context, closed) {
      settle(context, closed.episode)
    },
    "breaker.labelled"(context, { event: { episode: id, data } }) {
      if (id === null) return
      episode.set(context, id, { ...episode.of(context, id), label: data.right })
      if (TABLE.episode.get(context.rows, id)?.closedAt != null) settle(context, id)
    },
  },
  averages(context, id) {
    const { frustration, success } = episode.of(context, id)
    return { frustration, success }
  },
  decide(context, input) {
    const state = episode.of(context, input.episode)
    const now = tripAt(state.gate, input)
    const from = DRAWN.get(context.rows, input.episode)?.from ?? 0
    const figures = `frustration ${state.frustration.toFixed(2)}, ${state.streak} failures in a row`
    if (now === null) return { answer: null, because: figures }
    const { trip, intervention, spoken } = now
    const learned = from > 0 && trip === "frustration" ? ` (learned from ${from} sessions)` : ""
    return { answer: { trip, intervention, spoken }, because: `${now.because}${learned}; ${figures}` }
  },
})
