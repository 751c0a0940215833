// The receipt of an episode: for every prompt, what was observed against what is usual, shared over the cards in context,
// plus everything else. Shares and rest add up to the observation by construction.
import { useInWords } from "../adherence/use.ts"
import type { CardFacts, Credit, CreditAnswer, EpisodeRecord } from "../questions/worth.ts"
import { sigmoid } from "../stats.ts"
import { type Row, rowCovariance, rowMean, rowVariance } from "./gaussian.ts"
import { copyLearner, type Learner, weightAt } from "./learner.ts"
import { designRows, ratioOf } from "./observe.ts"
import type { LearnParams } from "./params.ts"
import { tilt } from "./tilt.ts"

/** Chance of success of each prompt given everything seen, and what was expected of it before; reads, never learns. */
interface Receipt extends Omit<CreditAnswer, "observed"> {
  /** per prompt: judged chance of success minus the usual chance */
  readonly observed: readonly number[]
}

export function receipt(known: Learner, e: EpisodeRecord, cards: readonly CardFacts[], p: LearnParams): Receipt {
  const facts = new Map(cards.map(c => [c.id, c]))
  // a copy: it may meet names that the learner has not
  const l = copyLearner(known)
  const session = weightAt(l, "session", [0, p.session])
  const usual = sigmoid(l.g.mean[weightAt(l, "base", p.base)]!)
  const credits: Credit[] = []
  const observed: number[] = []
  let shared = 0
  let i = 0
  for (const whole of designRows(l, e, facts, p)) {
    const prompt = e.prompts[i]!
    // A new session is independent of all that was learned: it adds its own variance and moves nothing else.
    const row = without(whole, session)
    const m = rowMean(l.g, row)
    const k = rowCovariance(l.g, row)
    const v = rowVariance(k, row) + p.session * p.session
    const t = tilt(m, v, ratioOf(prompt, p))
    const gain = (t.mean - m) / Math.max(v, 1e-12)
    const uses = new Map(prompt.cited.map(use => [use.card, use]))
    const slope = t.before * (1 - t.before)
    const seen = t.after - usual
    observed.push(seen)
    row.at.forEach((w, n) => {
      const name = l.names[w]!
      if (!name.startsWith("d:")) return
      const card = name.slice(2)
      const source = facts.get(card)!.source
      const pooled = weightAt(l, `m:${source}`, p.source[source])
      const push = row.by[n]!
      // what it was expected to do, and its part of the surprise
      const effect = l.g.mean[w]! + l.g.mean[pooled]! + gain * ((k[w] ?? 0) + (k[pooled] ?? 0))
      // plus nothing: a negative zero would not survive the log
      const amount = Math.max(-1, Math.min(1, slope * push * effect)) + 0
      shared += amount
      const use = uses.get(card)
      const seenThere = use === undefined ? "" : `, ${useInWords(use)}`
      credits.push({
        card,
        prompt: prompt.idx,
        amount,
        weight: Math.min(1, Math.abs(push)),
        because: `in context at prompt ${prompt.idx}${seenThere}, judged ${Math.round(100 * t.after)}% against ${Math.round(100 * usual)}% usual`,
      })
    })
    i++
  }
  return { credits, observed, rest: observed.reduce((s, x) => s + x, 0) - shared }
}

const without = (row: Row, weight: number): Row => {
  const at = row.at.indexOf(weight)
  return at < 0 ? row : { at: row.at.toSpliced(at, 1), by: row.by.toSpliced(at, 1) }
}
