// What the record of one prompt says about whether its work succeeded, as small integer codes (so that history is tiny
// and free of text). Ground truth: credit.md 4 (1). Weighing the codes is label.ts; nothing here knows a table.
import { isLooking } from "../model.ts"
import type { EpisodeRecord, PromptRecord, ToolRecord } from "../questions/credit.ts"

export const NONE = -1
export interface PromptSignals {
  /** 0 last test passed, 1 the only test failed, 2 failed again after a failure */
  readonly test: number
  /** how much longer than usual for this many calls, fifths */
  readonly pace: number
  /** overlap of the next message with this one, six bins */
  readonly echo: number
  /** the next message: 0 no verdict, 1 praise, 2 complaint, 3 complaint that carries an error trace */
  readonly word: number
  /** how many other messages of the session could have held a verdict, and how many did */
  readonly others: number
  readonly spoke: number
  /** 0 went on or ended normally, 1 vanished after this prompt */
  readonly end: number
  /** calls with a known exit, and the failing ones */
  readonly hard: number
  readonly hardFail: number
  /** calls judged by their words only: those that look, and those that change something */
  readonly look: number
  readonly lookFail: number
  readonly act: number
  readonly actFail: number
}
export const SIGNAL_KEYS = [
  "test",
  "pace",
  "echo",
  "word",
  "others",
  "spoke",
  "end",
  "hard",
  "hardFail",
  "look",
  "lookFail",
  "act",
  "actFail",
] as const satisfies readonly (keyof PromptSignals)[]

/** Running regression of ln minutes on ln(1 + calls): what a prompt of this size usually takes. */
export interface Pace {
  readonly n: number
  readonly x: number
  readonly y: number
  readonly xx: number
  readonly xy: number
  readonly yy: number
}
// One unit of made-up experience per moment keeps the first sessions sane: about a minute a call, a factor e^0.6 either way.
export const START_PACE: Pace = { n: 6, x: 10.8, y: 7.8, xx: 20.6, xy: 15.2, yy: 13 }

const callsOf = (p: PromptRecord): number => Math.log(1 + p.tools.length)
export function paced(pace: Pace, p: PromptRecord): Pace {
  if (!(p.durMin > 0) || p.tools.length === 0) return pace
  const x = callsOf(p)
  const y = Math.log(p.durMin)
  return { n: pace.n + 1, x: pace.x + x, y: pace.y + y, xx: pace.xx + x * x, xy: pace.xy + x * y, yy: pace.yy + y * y }
}

const PACE_EDGES = [-0.84, -0.25, 0.25, 0.84]
const ECHO_EDGES = [0.2, 0.4, 0.6, 0.75, 0.9]
const bin = (edges: readonly number[], v: number): number => {
  let i = 0
  while (i < edges.length && v >= edges[i]!) i++
  return i
}

function paceOf(pace: Pace, p: PromptRecord): number {
  if (!(p.durMin > 0) || p.tools.length === 0) return NONE
  const mx = pace.x / pace.n
  const my = pace.y / pace.n
  const vx = pace.xx / pace.n - mx * mx
  const slope = vx > 1e-9 ? (pace.xy / pace.n - mx * my) / vx : 0
  const sd = Math.sqrt(Math.max(pace.yy / pace.n - my * my - slope * slope * vx, 0.04))
  return bin(PACE_EDGES, (Math.log(p.durMin) - my - slope * (callsOf(p) - mx)) / sd)
}

const failed = (t: ToolRecord): boolean => (t.exit !== null ? t.exit !== 0 : t.ok != null ? !t.ok : t.outErr)
const verdictOf = (fb: PromptRecord["fb"], withError: boolean): number =>
  fb === "explicit_positive" || fb === "accept" ? 1 : fb === "explicit_negative" ? (withError ? 3 : 2) : 0

/** Signals of every prompt of a closed episode. */
export function signalsOf(episode: EpisodeRecord, pace: Pace): readonly PromptSignals[] {
  const { prompts } = episode
  const words = prompts.map((_, i) => {
    const next = prompts[i + 1]
    if (next) return next.fb === null ? NONE : verdictOf(next.fb, next.hasError)
    return episode.closing !== null ? verdictOf(episode.closing, false) : NONE
  })
  const heard = words.filter(w => w !== NONE).length
  const spoken = words.filter(w => w > 0).length
  return prompts.map((p, i) => {
    const next = prompts[i + 1]
    const tests = p.tools.filter(t => t.test)
    const lastTest = tests.at(-1)
    const calls = p.tools.filter(t => !t.test)
    const hard = calls.filter(t => t.exit !== null || t.ok != null)
    const soft = calls.filter(t => t.exit === null && t.ok == null)
    const look = soft.filter(t => isLooking(t.does))
    const act = soft.filter(t => !isLooking(t.does))
    const word = words[i]!
    return {
      test: lastTest === undefined ? NONE : !failed(lastTest) ? 0 : tests.length > 1 ? 2 : 1,
      pace: paceOf(pace, p),
      echo: next === undefined || next.overlap === null ? NONE : bin(ECHO_EDGES, next.overlap),
      word,
      others: heard - (word === NONE ? 0 : 1),
      spoke: spoken - (word > 0 ? 1 : 0),
      end: next !== undefined ? 0 : vanished(episode) ? 1 : episode.endReason === null ? NONE : 0,
      hard: hard.length,
      hardFail: hard.filter(failed).length,
      look: look.length,
      lookFail: look.filter(failed).length,
      act: act.length,
      actFail: act.filter(failed).length,
    }
  })
}

const vanished = (e: EpisodeRecord): boolean =>
  e.endReason === "timeout" || e.endReason === "vanished" || e.endReason === "abandoned"
