// What is visible about one prompt's work, as categories: one per signal, absent when it was not seen (and then it adds nothing).
// Edits are not a signal (D07). Not here: what a category is worth (tables.ts).
import type { TurnEvidence } from "../questions/happened.ts"

/** Seen at most once per prompt. */
export const CODED = [
  "test",
  "build",
  "typecheck",
  "lint",
  "pace",
  "echo",
  "end",
  "tries",
  "interrupted",
  "refused",
  "committed",
  "reverted",
  "survived",
  "reported",
  "judge",
] as const
/** The next message, of a person who says verdicts aloud and of one who hardly does. */
export const WORDS = ["talk", "quiet"] as const
/** Counted call by call: what runs, what looks, what changes something. */
export const CALLS = ["runs", "looks", "acts"] as const
type Coded = (typeof CODED)[number]
export type CallKind = (typeof CALLS)[number]
export type SignalName = Coded | (typeof WORDS)[number] | CallKind
type Word = "none" | "praise" | "complaint" | "trace"

/** One prompt in categories: small, and free of text. */
export interface Seen {
  readonly codes: Readonly<Partial<Record<Coded, string>>>
  readonly word: Word | null
  /** other messages of the session that could have held a verdict, and those that did */
  readonly heard: number
  readonly spoke: number
  readonly calls: TurnEvidence["calls"]
}

const ECHO_EDGES = [0.2, 0.4, 0.6, 0.75, 0.9]
/** a message taken for the same request again, whatever words it has */
const RETRY_BIN = 3
/** what a detector is less sure of than this is not heard as a verdict */
const SURE = 0.4
const JUDGE_SURE = [0.25, 0.75] as const

const passFail = (value: boolean | null): string | null => (value === null ? null : value ? "pass" : "fail")
const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? "yes" : "no")
const sure = (e: TurnEvidence): boolean => e.feedbackConfidence === null || e.feedbackConfidence >= SURE

const CODES: { readonly [C in Coded]: (e: TurnEvidence, pace: Pace) => string | null } = {
  test: e => (e.test === false && e.testAgain ? "again" : passFail(e.test)),
  build: e => passFail(e.build),
  typecheck: e => passFail(e.typecheck),
  lint: e => passFail(e.lint),
  pace: (e, pace) => fifth(pace, e.minutes, e.nTools)?.toString() ?? null,
  echo: e => echoOf(e),
  end: e => e.end,
  tries: e => (e.tries === null ? null : e.tries <= 1 ? "one" : e.tries === 2 ? "two" : "more"),
  interrupted: e => yesNo(e.interrupted),
  refused: e => yesNo(e.refused > 0),
  committed: e => yesNo(e.committed),
  reverted: e => yesNo(e.reverted),
  survived: e => (e.survived === null ? null : e.survived >= 0.7 ? "kept" : e.survived >= 0.3 ? "part" : "gone"),
  reported: e => yesNo(e.reported),
  judge: e => (e.judge === null ? null : e.judge >= JUDGE_SURE[1] ? "good" : e.judge <= JUDGE_SURE[0] ? "bad" : null),
}
export const codeOf = (signal: Coded, e: TurnEvidence, pace: Pace): string | null => CODES[signal](e, pace)

/** How far the next message says the same again; one that was taken for a retry is at least close. */
function echoOf(e: TurnEvidence): string | null {
  const retry = e.feedback === "implicit_retry" && sure(e)
  if (e.echo === null) return retry ? String(RETRY_BIN) : null
  return String(Math.max(retry ? RETRY_BIN : 0, bin(ECHO_EDGES, e.echo)))
}

export function wordOf(e: Pick<TurnEvidence, "feedback" | "feedbackConfidence" | "trace">): Word | null {
  if (e.feedback === null) return null
  if (e.feedbackConfidence !== null && e.feedbackConfidence < SURE) return "none"
  if (e.feedback === "explicit_positive" || e.feedback === "accept") return "praise"
  return e.feedback === "explicit_negative" ? (e.trace ? "trace" : "complaint") : "none"
}

export function seenOf(e: TurnEvidence, pace: Pace): Seen {
  const codes: Partial<Record<Coded, string>> = {}
  for (const signal of CODED) {
    const code = codeOf(signal, e, pace)
    if (code !== null) codes[signal] = code
  }
  return { codes, word: wordOf(e), heard: e.heard, spoke: e.spoke, calls: e.calls }
}

/** "No interrupt seen" is not praise: it is counted by the refit and adds nothing to a label. */
export const isSilent = (signal: SignalName, category: string): boolean =>
  category === "no" && (signal === "interrupted" || signal === "refused")
/** How work went along says something of how it went, and is nobody's word on it: no verdict rests on it alone. */
const ALONG: readonly string[] = ["pace", "end", "tries", "committed no", "echo 0", "echo 1", "echo 2"]
export const isAlong = (signal: SignalName, category: string): boolean =>
  ALONG.includes(signal) || ALONG.includes(`${signal} ${category}`)

// How long work of this many calls usually takes here: a running regression of ln minutes on ln(1 + calls), and in which fifth one
// turn falls.

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
const EDGES = [-0.84, -0.25, 0.25, 0.84]

export function paced(pace: Pace, minutes: number | null, calls: number): Pace {
  if (minutes === null || !(minutes > 0) || calls === 0) return pace
  const x = Math.log(1 + calls)
  const y = Math.log(minutes)
  return { n: pace.n + 1, x: pace.x + x, y: pace.y + y, xx: pace.xx + x * x, xy: pace.xy + x * y, yy: pace.yy + y * y }
}

/** 0 fast … 4 slow; null when there is nothing to time. */
export function fifth(pace: Pace, minutes: number | null, calls: number): number | null {
  if (minutes === null || !(minutes > 0) || calls === 0) return null
  const mx = pace.x / pace.n
  const my = pace.y / pace.n
  const vx = pace.xx / pace.n - mx * mx
  const slope = vx > 1e-9 ? (pace.xy / pace.n - mx * my) / vx : 0
  const sd = Math.sqrt(Math.max(pace.yy / pace.n - my * my - slope * slope * vx, 0.04))
  const z = (Math.log(minutes) - my - slope * (Math.log(1 + calls) - mx)) / sd
  return bin(EDGES, z)
}

const bin = (edges: readonly number[], v: number): number => {
  let i = 0
  while (i < edges.length && v >= edges[i]!) i++
  return i
}
