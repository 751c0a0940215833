// What one message says about how the episode goes: bad, good or nothing, for the two moving averages and the counters.
// Ground truth: readings of the detect rules; a message without evidence moves nothing.
import type { Signal } from "../model.ts"
import type { AlarmAnswer, AlarmInput } from "../questions/happened.ts"
import type { On, Params, RuleContext } from "../rules/rule.ts"
import { table } from "../views/table.ts"

export const MARKS = ["fail", "pass", "correction", "again", "praise", "commit", "interrupt", "pack", "trip"] as const
export type Mark = (typeof MARKS)[number]

export interface Evidence {
  /** 1 bad, 0 good, null nothing */
  readonly frustration: 0 | 1 | null
  /** 1 good, 0 bad, null nothing */
  readonly success: 0 | 1 | null
  /** the user sets something right */
  readonly correction: boolean
  /** the user asks for the same thing again */
  readonly repeat: boolean
  readonly tool: "ok" | "fail" | null
  readonly marks: readonly Mark[]
}

/** How a retry was read when the words themselves came again, not only the wish (D73). */
const SAME_WORDS = /^(?:same|similar)-/
const MOVES_HISTORY = new Set(["commit", "push", "merge"])

export function evidenceOf(signals: readonly Signal[]): Evidence {
  const said = signals.findLast(s => s.signal === "feedback")
  // "go on", said twice, is no complaint
  const goAhead = said?.type === "implicit_retry" && Number(said.facts?.goAhead ?? 0) >= 0.5
  const feedback = goAhead ? "accept" : (said?.type ?? null)
  const call = signals.findLast(s => s.signal === "tool")
  const salient = call?.facts?.salient != null
  const failed = call?.type === "fail"
  const passed = call?.type === "ok" && salient
  const stopped = signals.some(s => s.signal === "interrupt" || s.signal === "refusal")
  const committed = signals.some(s => s.signal === "change" && MOVES_HISTORY.has(s.type))
  const correction = feedback === "explicit_negative"
  const retry = feedback === "implicit_retry"
  const praise = feedback === "explicit_positive"
  const bad = correction || retry || stopped || (failed && salient)
  const good = praise || passed || committed
  const marked: Readonly<Partial<Record<Mark, boolean>>> = {
    fail: failed && salient,
    pass: passed && !committed,
    correction,
    again: retry,
    praise,
    commit: committed,
    interrupt: stopped,
  }
  return {
    frustration: bad ? 1 : good || feedback === "accept" ? 0 : null,
    success: correction || (failed && salient) ? 0 : good ? 1 : null,
    correction,
    repeat: retry && SAME_WORDS.test(said?.because ?? ""),
    tool: failed ? "fail" : call?.type === "ok" ? "ok" : null,
    marks: MARKS.filter(mark => marked[mark] === true),
  }
}

/** Calls that failed in a row. */
export const streakAfter = (before: number, tool: Evidence["tool"]): number =>
  tool === "fail" ? before + 1 : tool === "ok" ? 0 : before

// The two running aggregates of an episode (S2-17, S2-35): how much goes wrong, how much goes well.

export interface Averages {
  readonly frustration: number
  readonly success: number
}
/** Nobody is frustrated at the start, and nothing is known of success. */
export const START: Averages = { frustration: 0, success: 0.5 }

export const average = (
  now: Averages,
  evidence: Pick<Evidence, "frustration" | "success">,
  alpha: number,
): Averages => ({
  frustration: next(now.frustration, evidence.frustration, alpha),
  success: next(now.success, evidence.success, alpha),
})

const next = (ema: number, signal: 0 | 1 | null, alpha: number): number =>
  signal === null ? ema : alpha * signal + (1 - alpha) * ema

// When an alarm may go off again: cool-down, messages in between, most per episode (S2-45..47). Beyond the most it is
// only written down.

export interface Trip extends Pick<NonNullable<AlarmAnswer>, "trip" | "intervention" | "spoken"> {
  readonly message: number
  readonly at: number
  readonly because: string
}
export interface Gate {
  readonly last: Trip | null
  readonly trips: number
}
/** `mute`: trips are written down and never spoken */
export const GATE_PARAMS = { enabled: true, mute: false, cooldownSeconds: 120, spacing: 3, perEpisode: 3 }
export const OPEN: Gate = { last: null, trips: 0 }

/** The gate after something wants to trip: unchanged while it is shut. */
export function pass(
  gate: Gate,
  wants: Pick<Trip, "trip" | "intervention" | "because"> | null,
  here: { readonly message: number; readonly at: number },
  speaks: boolean,
  params: typeof GATE_PARAMS,
): Gate {
  if (wants === null || !params.enabled) return gate
  const { last, trips } = gate
  if (last !== null) {
    if (here.message - last.message < params.spacing) return gate
    if (here.at - last.at < params.cooldownSeconds * 1000) return gate
  }
  const spoken = speaks && !params.mute && trips < params.perEpisode
  return { last: { ...wants, ...here, spoken }, trips: trips + 1 }
}

/** The trip that this very message set off. */
export const tripAt = (
  { last }: Gate,
  { message, at }: { readonly message: number; readonly at: number },
): Trip | null => (last !== null && last.message === message && last.at === at ? last : null)

// What an alarm rule remembers of one episode: stepped by each message, gone when the episode's messages fade, so that episodes do
// not weigh on each other.

export function perEpisode<State, P extends Params>(
  name: string,
  start: State,
  /** the same state when the message changes nothing: nothing is written then */
  next: (state: State, message: AlarmInput, params: P) => State,
) {
  const STATE = table<State>(name, "episode")
  const of = ({ rows }: RuleContext, episode: string): State => STATE.get(rows, episode) ?? start
  return {
    of,
    set: ({ rows }: RuleContext, episode: string, state: State): void => STATE.set(rows, episode, state),
    tables: [STATE],
    on: {
      "message heard"({ rows }, { message }, params) {
        const before = STATE.get(rows, message.episode)
        const after = next(before ?? start, message, params)
        if (after !== before) STATE.set(rows, message.episode, after)
        return undefined
      },
      "messages faded"({ rows }, { episode }) {
        STATE.delete(rows, episode)
        return undefined
      },
    } satisfies On<P>,
  }
}
