// How likely did this prompt's work succeed? Signals weighed by tables P(signal | ok) and P(signal | bad) that start as
// written-down guesses and are refitted by EM on the session's own history (credit.md 4 (1)). Says evidence as a log
// likelihood ratio, so that the caller's own expectation of the prompt stays separate.
import { NONE, type PromptSignals, SIGNAL_KEYS } from "./signals.ts"

export interface LabelTables {
  readonly test: Pair
  readonly pace: Pair
  readonly echo: Pair
  readonly end: Pair
  /** words of sessions that speak, and of sessions that hardly do: none, praise, complaint, complaint with a trace */
  readonly talk: Pair
  readonly quiet: Pair
  readonly hard: Pair
  readonly look: Pair
  readonly act: Pair
  /** share of sessions whose user says verdicts aloud */
  readonly talker: number
}
/** [given ok, given bad], each summing to 1 */
export type Pair = readonly [readonly number[], readonly number[]]

export const EXPERT: LabelTables = {
  test: [
    [0.76, 0.21, 0.03],
    [0.25, 0.6, 0.15],
  ],
  pace: [
    [0.25, 0.23, 0.2, 0.17, 0.15],
    [0.14, 0.17, 0.2, 0.23, 0.26],
  ],
  echo: [
    [0.44, 0.28, 0.2, 0.04, 0.03, 0.01],
    [0.26, 0.2, 0.18, 0.13, 0.13, 0.1],
  ],
  end: [
    [0.95, 0.05],
    [0.84, 0.16],
  ],
  talk: [
    [0.31, 0.56, 0.08, 0.05],
    [0.31, 0.12, 0.36, 0.21],
  ],
  quiet: [
    [0.9, 0.045, 0.025, 0.03],
    [0.88, 0.025, 0.05, 0.045],
  ],
  hard: [
    [0.89, 0.11],
    [0.77, 0.23],
  ],
  look: [
    [0.93, 0.07],
    [0.9, 0.1],
  ],
  act: [
    [0.9, 0.1],
    [0.82, 0.18],
  ],
  talker: 0.35,
}
const CODED = ["test", "pace", "echo", "end"] as const
const CALLS = ["hard", "look", "act"] as const
const FAILED = { hard: "hardFail", look: "lookFail", act: "actFail" } as const

/** Chance that this session's user speaks verdicts, from its other messages. */
export function talkerness(t: LabelTables, s: PromptSignals): number {
  const silentTalk = (t.talk[0][0]! + t.talk[1][0]!) / 2
  const silentQuiet = (t.quiet[0][0]! + t.quiet[1][0]!) / 2
  const odds =
    (t.talker / (1 - t.talker)) *
    ((1 - silentTalk) / (1 - silentQuiet)) ** s.spoke *
    (silentTalk / silentQuiet) ** (s.others - s.spoke)
  return odds / (1 + odds)
}

/** ln P(signals | ok) − ln P(signals | bad); signals not seen add nothing. */
export function evidence(t: LabelTables, s: PromptSignals, temper = 1): number {
  let l = 0
  for (const key of CODED) if (s[key] !== NONE) l += Math.log(t[key][0][s[key]]! / t[key][1][s[key]]!)
  if (s.word !== NONE) {
    const tau = talkerness(t, s)
    l += Math.log(
      (tau * t.talk[0][s.word]! + (1 - tau) * t.quiet[0][s.word]!) /
        (tau * t.talk[1][s.word]! + (1 - tau) * t.quiet[1][s.word]!),
    )
  }
  let calls = 0
  for (const key of CALLS) {
    const [n, bad] = [s[key], s[FAILED[key]]]
    calls += bad * Math.log(t[key][0][1]! / t[key][1][1]!) + (n - bad) * Math.log(t[key][0][0]! / t[key][1][0]!)
  }
  return l + temper * calls
}

/** One remembered prompt: its signals and what was expected of it before they came. */
export interface Remembered {
  readonly signals: PromptSignals
  readonly prior: number
}

/** EM over the remembered prompts, held near the guesses by `strength` made-up prompts per table. */
export function refit(history: readonly Remembered[], start: LabelTables, strength: number, rounds = 3): LabelTables {
  let t = start
  for (let round = 0; round < rounds; round++) {
    const counts = {
      test: blank(3),
      pace: blank(5),
      echo: blank(6),
      end: blank(2),
      talk: blank(4),
      quiet: blank(4),
      hard: blank(2),
      look: blank(2),
      act: blank(2),
    }
    let talkers = 0
    let heard = 0
    for (const { signals: s, prior } of history) {
      const odds = (prior / (1 - prior)) * Math.exp(evidence(t, s))
      const y = odds / (1 + odds)
      const add = (to: number[][], code: number, w: number): void => {
        to[0]![code]! += w * y
        to[1]![code]! += w * (1 - y)
      }
      for (const key of CODED) if (s[key] !== NONE) add(counts[key], s[key], 1)
      if (s.word !== NONE) {
        const before = talkerness(t, s)
        const pTalk = y * t.talk[0][s.word]! + (1 - y) * t.talk[1][s.word]!
        const pQuiet = y * t.quiet[0][s.word]! + (1 - y) * t.quiet[1][s.word]!
        const tau = (before * pTalk) / (before * pTalk + (1 - before) * pQuiet)
        add(counts.talk, s.word, tau)
        add(counts.quiet, s.word, 1 - tau)
        talkers += tau
        heard++
      }
      for (const key of CALLS) {
        add(counts[key], 1, s[FAILED[key]])
        add(counts[key], 0, s[key] - s[FAILED[key]])
      }
    }
    t = {
      test: held(counts.test, EXPERT.test, strength),
      pace: held(counts.pace, EXPERT.pace, strength),
      echo: held(counts.echo, EXPERT.echo, strength),
      end: held(counts.end, EXPERT.end, strength),
      talk: held(counts.talk, EXPERT.talk, strength),
      quiet: held(counts.quiet, EXPERT.quiet, strength),
      hard: held(counts.hard, EXPERT.hard, strength * 3),
      look: held(counts.look, EXPERT.look, strength * 3),
      act: held(counts.act, EXPERT.act, strength * 3),
      talker: (talkers + strength * EXPERT.talker) / (heard + strength),
    }
  }
  return t
}

const blank = (n: number): number[][] => [new Array<number>(n).fill(0), new Array<number>(n).fill(0)]
const held = (counts: number[][], guess: Pair, strength: number): Pair => {
  const side = (i: 0 | 1): number[] => {
    const raw = guess[i].map((g, c) => counts[i]![c]! + strength * g)
    const total = raw.reduce((a, b) => a + b, 0)
    return raw.map(r => r / total)
  }
  return [side(0), side(1)]
}

/** Signals as a flat run of numbers and back, for a state that survives JSON. */
export const packSignals = (s: PromptSignals): number[] => SIGNAL_KEYS.map(k => s[k])
export const unpackSignals = (run: ArrayLike<number>, at: number): PromptSignals =>
  Object.fromEntries(SIGNAL_KEYS.map((k, i) => [k, run[at + i]!])) as unknown as PromptSignals
