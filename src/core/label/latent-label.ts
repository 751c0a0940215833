// outcome.latent: the probability that one prompt's work succeeded, from everything visible about it (docs/credit.md):
//   logit y = logit π + Σ_k ln[ P_k(s_k | ok) / P_k(s_k | bad) ],   a missing signal adds 0.
import type { Unit } from "../model.ts"
import { logit, sigmoid } from "../stats.ts"
import { CALLS, CODED, isAlong, isSilent, type Seen, type SignalName } from "./signals.ts"
import { EXPERT_TABLES, type LabelTables, type Odds } from "./tables.ts"

export interface LabelPart {
  readonly signal: SignalName | "word"
  readonly category: string
  /** log likelihood ratio it added */
  readonly adds: number
  /** something or somebody told how it went: a check, a word, a call that failed, what became of it later */
  readonly tells: boolean
}
export interface LatentLabel {
  readonly p: Unit
  /** ln P(seen | ok) − ln P(seen | bad): what was seen, apart from what was expected */
  readonly llr: number
  /** how many signals spoke; 0 = the prior alone */
  readonly n: number
  readonly parts: readonly LabelPart[]
}
/** Calls of one prompt hang together: each counts a little less than alone. */
const TEMPER = 0.9
const LOWEST = 1e-4
const ratio = ([ok, bad]: Odds): number => Math.log(Math.max(LOWEST, ok) / Math.max(LOWEST, bad))

/** Chance that this session's user says verdicts aloud, from its other messages. */
export function talkerness(t: LabelTables, s: Pick<Seen, "heard" | "spoke">): number {
  const silent = (signal: "talk" | "quiet"): number => {
    const [ok, bad] = t.signals[signal].none!
    return (ok + bad) / 2
  }
  const [talk, quiet] = [silent("talk"), silent("quiet")]
  const odds =
    (t.talker / (1 - t.talker)) * ((1 - talk) / (1 - quiet)) ** s.spoke * (talk / quiet) ** (s.heard - s.spoke)
  return odds / (1 + odds)
}

function partsOf(seen: Seen, tables: LabelTables): readonly LabelPart[] {
  const parts: LabelPart[] = []
  for (const signal of CODED) {
    const category = seen.codes[signal]
    const odds = category === undefined ? undefined : tables.signals[signal][category]
    if (category === undefined || odds === undefined || isSilent(signal, category)) continue
    parts.push({ signal, category, adds: ratio(odds), tells: !isAlong(signal, category) })
  }
  if (seen.word !== null) {
    const tau = talkerness(tables, seen)
    const [talk, quiet] = [tables.signals.talk[seen.word]!, tables.signals.quiet[seen.word]!]
    const mixed = ([0, 1] as const).map(side => tau * talk[side] + (1 - tau) * quiet[side]) as [number, number]
    parts.push({ signal: "word", category: seen.word, adds: ratio(mixed), tells: seen.word !== "none" })
  }
  for (const signal of CALLS) {
    const [n, failed] = seen.calls[signal]
    if (n === 0) continue
    const { ok, failed: bad } = tables.signals[signal] as { readonly ok: Odds; readonly failed: Odds }
    parts.push({
      signal,
      category: `${failed} of ${n} failed`,
      adds: TEMPER * (failed * ratio(bad) + (n - failed) * ratio(ok)),
      tells: failed > 0,
    })
  }
  return parts
}

export function labelSeen(seen: Seen, tables: LabelTables = EXPERT_TABLES): LatentLabel {
  const parts = partsOf(seen, tables)
  const llr = parts.reduce((sum, part) => sum + part.adds, 0)
  return { p: sigmoid(logit(tables.prior) + llr), llr, n: parts.length, parts }
}
