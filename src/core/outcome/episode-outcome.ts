// How a whole session went by the seeds' own formulas, read from the credit record: the inputs their credit rules share, and the
// implicit score: duration, errors, retries and success as steps, and their blend (S3-02 … S3-07). Constants are the seeds' (ids beside
// each). What one prompt's work was worth is core/learn; nothing here learns.

import type { Candidate, Credit, EpisodeRecord, ToolRecord } from "../questions/worth.ts"
import { mean } from "../stats.ts"

export const IMPLICIT_PARAMS = {
  minutes: [5, 30] as readonly [number, number],
  duration: [1, 0.6, 0.2] as Steps,
  errors: [1, 0.6, 0.2] as Steps,
  retries: [1, 0.7, 0.3] as Steps,
  maxErrorsForHelpful: 2,
  weights: { success: 0.4, duration: 0.2, errors: 0.2, retries: 0.2 },
  helpful: 0.7,
  harmful: 0.4,
}
type Steps = readonly [number, number, number]
type ImplicitParams = typeof IMPLICIT_PARAMS

const step = (isGood: boolean, isFair: boolean, [good, fair, bad]: Steps): number =>
  isGood ? good : isFair ? fair : bad

export function implicitRaw(
  s: Record<"minutes" | "errors" | "retries", number> & { readonly success: boolean },
  p: ImplicitParams = IMPLICIT_PARAMS,
): number {
  const { weights: w } = p
  const [quick, middling] = p.minutes
  return (
    w.success * (s.success ? 1 : 0) +
    w.duration * step(s.minutes < quick, s.minutes <= middling, p.duration) +
    w.errors * step(s.errors <= 0, s.errors <= p.maxErrorsForHelpful, p.errors) +
    w.retries * step(s.retries <= 0, s.retries === 1, p.retries)
  )
}
const EXACT = 1e-9
/** Thresholds include their ends; sums of decimals are compared with a hair's tolerance. */
export const implicitType = (raw: number, p: ImplicitParams = IMPLICIT_PARAMS): "helpful" | "neutral" | "harmful" =>
  raw >= p.helpful - EXACT ? "helpful" : raw <= p.harmful + EXACT ? "harmful" : "neutral"

/** S0-30 … S0-34 */
const SENTIMENT: Readonly<Record<string, number>> = {
  explicit_positive: 1,
  accept: 1,
  explicit_negative: 0,
  implicit_retry: 0.2,
  resend: 0.2,
  implicit_continuation: 0.7,
  neutral: 0.5,
}

const callsOf = (e: EpisodeRecord): readonly ToolRecord[] => e.prompts.flatMap(p => p.tools)
/** S0-39, S0-40: failing words, or a shell call with a bad exit. */
export const callFailed = (t: ToolRecord): boolean => t.outErr || (t.exit !== null && t.exit !== 0)
export const madeEdits = (e: EpisodeRecord): boolean => callsOf(e).some(t => t.does === "edits")
const errorCount = (e: EpisodeRecord): number => callsOf(e).filter(t => t.outErr).length

/** Every classified message of the session, the closing one last. */
const heardIn = (e: EpisodeRecord) => [...e.prompts.map(p => p.fb), e.closing].filter(fb => fb !== null)

/** S0-49; `before`: how the first prompt reads, where that is known */
export function blendScore(
  e: EpisodeRecord,
  before: readonly number[] = [],
): { readonly score: number; readonly sentiment: number | null } {
  const calls = callsOf(e)
  const rate = calls.length === 0 ? 1 : calls.filter(t => !callFailed(t)).length / calls.length
  const said = [...before, ...heardIn(e).map(fb => SENTIMENT[fb] ?? 0.5)]
  const sentiment = said.length === 0 ? null : mean(said)
  const score =
    0.25 * rate +
    0.35 * (sentiment ?? 0.5) +
    0.2 * (madeEdits(e) ? 0.8 : 0.3) +
    0.2 * Math.max(0, 1 - 0.2 * errorCount(e))
  return { score, sentiment }
}

const said = (fb: string | null): boolean | null =>
  fb === "explicit_positive" ? true : fb === "explicit_negative" ? false : null

/** Did the session succeed: the last test, else the user's last word, else that it ended normally. */
export function episodeProxy(e: EpisodeRecord): boolean {
  const test = callsOf(e).findLast(t => t.test)
  if (test) return test.exit === 0
  const word = heardIn(e)
    .map(said)
    .findLast(w => w !== null)
  return word ?? e.endReason === "exit"
}

/** S3-06 on the record. */
export const implicitOf = (e: EpisodeRecord): number =>
  implicitRaw({
    minutes: e.durMin,
    errors: errorCount(e),
    retries: e.prompts.filter(p => p.fb === "implicit_retry").length,
    success: episodeProxy(e),
  })

/** S4-40 … S4-43 in order; `verified` keeps tests and words only. */
export function anchoredOf(e: EpisodeRecord, verified: boolean) {
  /** where each came, and whether it was good; a word comes with the prompt that follows */
  const out: { readonly prompt: number; readonly good: boolean }[] = []
  e.prompts.forEach((p, i) => {
    const word = i > 0 ? said(p.fb) : null
    if (word !== null) out.push({ prompt: p.idx - 0.5, good: word })
    for (const t of p.tools)
      if (t.exit !== null && (t.test || !verified)) out.push({ prompt: p.idx, good: t.exit === 0 })
  })
  const word = said(e.closing)
  if (word !== null) out.push({ prompt: Number.POSITIVE_INFINITY, good: word })
  return out
}

type FirstShown = Pick<Candidate, "id" | "score"> & { readonly prompt: number }
/** Every card shown, where it was first shown. */
export function shownIn(e: EpisodeRecord): readonly FirstShown[] {
  const first = new Map<string, FirstShown>()
  for (const p of e.prompts)
    for (const c of p.cand)
      if (c.shown && !first.has(c.id)) first.set(c.id, { id: c.id, prompt: p.idx, score: c.score })
  return [...first.values()]
}

/** What each card shown gets, whole. */
export const creditsIn = (
  e: EpisodeRecord,
  of: (shown: FirstShown) => Pick<Credit, "amount" | "because" | "counts">,
): readonly Credit[] => shownIn(e).map(shown => ({ card: shown.id, prompt: shown.prompt, weight: 1, ...of(shown) }))
