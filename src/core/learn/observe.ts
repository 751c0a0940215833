// Takes one closed episode into the learner: hidden success of every prompt explained by difficulty, session, every
// shortlisted card (eligible) and every card in context (exposed); one pass, rank-one updates (docs/credit.md). In place on a
// learner its caller owns.
import type { CardFacts, EpisodeRecord, PromptRecord } from "../questions/worth.ts"
import { logit } from "../stats.ts"
import {
  aloneAgain,
  condition,
  freeWeights,
  type Row,
  resetWeight,
  rowCovariance,
  rowMean,
  rowVariance,
  settle,
  varianceOf,
  widen,
} from "./gaussian.ts"
import {
  type CardStat,
  highScore,
  type Learner,
  marginalOf,
  ownNames,
  relevance,
  SCORE_BINS,
  sharedMean,
  weightAt,
} from "./learner.ts"
import type { LearnParams, Prior } from "./params.ts"
import { tilt } from "./tilt.ts"

const SLOT = 1 / 5

interface Exposure {
  readonly at: number
  readonly weight: number
  readonly mode: 1 | -1
}

/** Walks an episode, yielding the design row of each prompt. */
export function* designRows(
  l: Learner,
  e: EpisodeRecord,
  facts: ReadonlyMap<string, CardFacts>,
  p: LearnParams,
): Generator<Row> {
  const high = highScore(l)
  const shown = new Map<string, Exposure>()
  const listed = new Map<string, Exposure>()
  for (const prompt of e.prompts) {
    const at: number[] = []
    const by: number[] = []
    const put = (name: string, prior: Prior, value: number): void => {
      if (value === 0) return
      at.push(weightAt(l, name, prior))
      by.push(value)
    }
    for (const c of prompt.cand) {
      if (c.channel === "search" || c.channel === "explicit_read") continue
      const weight = relevance(c.score, high, p)
      listed.set(c.id, { at: prompt.idx, weight, mode: 1 })
      if (c.shown) shown.set(c.id, { at: prompt.idx, weight, mode: c.mode })
    }
    put("base", p.base, 1)
    put("session", [0, p.session], 1)
    const v = p.covariates
    put("x:length", v.length, prompt.lenZ)
    put("x:error", v.error, prompt.hasError ? 1 : 0)
    put("x:edit", v.edit, prompt.taskKind === "edit" ? 1 : 0)
    put("x:later", v.later, Math.log(1 + prompt.idx))
    put("x:again", v.again, prompt.overlap !== null && prompt.overlap >= 0.6 ? 1 : 0)
    put("x:crowd", v.crowd, shown.size * SLOT)
    put(`r:${e.repo}`, [0, p.repo], 1)
    const used = new Set(prompt.cited.map(use => use.card))
    const pooled = { user: 0, agent: 0, extracted: 0 }
    for (const [id, x] of shown) {
      const fact = facts.get(id)
      if (!fact) continue
      const use = used.has(id) ? 1 + p.used : 1
      const push = use * p.decay ** (prompt.idx - x.at) * x.weight * (x.mode < 0 ? p.inverted : 1)
      pooled[fact.source] += push
      put(`d:${id}`, [0, p.card], push)
    }
    for (const source of ["user", "agent", "extracted"] as const) put(`m:${source}`, p.source[source], pooled[source])
    for (const [id, x] of listed) {
      if (facts.has(id)) put(`b:${id}`, [0, p.eligible], p.decay ** (prompt.idx - x.at) * x.weight)
    }
    yield { at, by }
  }
}

/** Takes in one closed episode. */
export function observe(l: Learner, e: EpisodeRecord, cards: readonly CardFacts[], p: LearnParams): void {
  const facts = new Map(cards.map(c => [c.id, c]))
  makeRoom(l, e, p)
  ownStats(l, e)
  tally(l, e, facts, p)
  drift(l, e.day, p)
  const session = weightAt(l, "session", [0, p.session])
  resetWeight(l.g, session, 0, p.session * p.session)
  const before = effectsOf(l, e, p)
  let i = 0
  for (const row of designRows(l, e, facts, p)) {
    const prompt = e.prompts[i]!
    const m = rowMean(l.g, row)
    const k = rowCovariance(l.g, row)
    const v = rowVariance(k, row)
    const llr = ratioOf(prompt, p)
    const t = tilt(m, v, llr)
    condition(l.g, k, (t.mean - m) / v, Math.max(0, (v - t.variance) / (v * v)))
    l.slope += t.before * (1 - t.before)
    l.prompts += 1
    i++
  }
  // a session is over when it is over: what follows knows nothing of it
  aloneAgain(l.g, session)
  settle(l.g)
  remember(l, e, before, p)
  l.episodes += 1
}

function effectsOf(l: Learner, e: EpisodeRecord, p: LearnParams): Map<string, number> {
  const out = new Map<string, number>()
  for (const prompt of e.prompts)
    for (const c of prompt.cand) {
      const stat = l.cards.get(c.id)
      if (stat) out.set(c.id, sharedMean(l, stat.source, p) + marginalOf(l, `d:${c.id}`, p.card)[0])
    }
  return out
}
function remember(l: Learner, e: EpisodeRecord, before: ReadonlyMap<string, number>, p: LearnParams): void {
  for (const [id, now] of effectsOf(l, e, p)) {
    const stat = l.cards.get(id)!
    const by = now - (before.get(id) ?? now)
    const steps = [...stat.steps, [e.ep, by] as const].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    stat.steps = steps.slice(0, p.trail)
    for (const [, small] of steps.slice(p.trail)) stat.smaller += small
    stat.last = l.episodes
  }
}

/** What one prompt tells, as a log likelihood ratio: what was seen, or a label less what it assumed; nothing of one that nobody judged. */
export const ratioOf = ({ llr, label }: PromptRecord, p: LearnParams): number =>
  llr ?? (label === null ? 0 : logit(Math.max(0.005, Math.min(0.995, label))) - logit(p.labelBase))

function drift(l: Learner, day: number, p: LearnParams): void {
  const days = Math.max(0, Math.min(365, day - l.day))
  l.day = Math.max(l.day, day)
  if (days === 0) return
  l.names.forEach((name, i) => {
    if (name.startsWith("d:")) widen(l.g, i, p.drift * days)
    else if (name === "base") widen(l.g, i, p.baseDrift * days)
  })
}

function tally(l: Learner, e: EpisodeRecord, facts: ReadonlyMap<string, CardFacts>, p: LearnParams): void {
  for (const prompt of e.prompts) {
    const best = prompt.cand.flatMap(c => (c.channel === "check" ? [] : c.score)).sort((a, b) => b - a)
    for (const s of best.slice(0, Math.max(1, prompt.slots))) {
      const b = Math.max(0, Math.min(SCORE_BINS - 1, Math.floor(s * SCORE_BINS)))
      l.scores[b] = l.scores[b]! + 1
    }
  }
  const high = highScore(l)
  const seen = new Set<string>()
  let active = new Set<string>()
  for (const prompt of e.prompts) {
    for (const c of prompt.cand) {
      const fact = facts.get(c.id)
      if (!fact) continue
      const stat = statOf(l, fact)
      stat.eligible += 1
      stat.weight += relevance(c.score, high, p)
      if (c.shown && !seen.has(c.id)) {
        seen.add(c.id)
        stat.sessions += 1
      }
      if (c.shown) active = active.add(c.id)
    }
    // A use that nobody judged is none to count on.
    if (prompt.label === null && prompt.llr === undefined) continue
    for (const id of active) {
      const stat = l.cards.get(id)
      if (stat) stat.exposed += 1
    }
  }
}

/** The copy shares card counts with the state it came from; those this episode will change become its own. */
function ownStats(l: Learner, e: EpisodeRecord): void {
  for (const prompt of e.prompts)
    for (const c of prompt.cand) {
      const stat = l.cards.get(c.id)
      if (stat) l.cards.set(c.id, { ...stat })
    }
}

function statOf(l: Learner, fact: CardFacts): CardStat {
  const known = l.cards.get(fact.id)
  if (known) return known
  const fresh = { source: fact.source, eligible: 0, weight: 0, exposed: 0, sessions: 0, last: 0, steps: [], smaller: 0 }
  l.cards.set(fact.id, fresh)
  return fresh
}

/** Keeps the joint belief to `dense` cards: those listed longest ago are parked with mean and variance only. */
function makeRoom(l: Learner, e: EpisodeRecord, p: LearnParams): void {
  const wanted = new Set<string>()
  for (const prompt of e.prompts) for (const c of prompt.cand) wanted.add(c.id)
  let joint = 0
  for (const name of l.names) if (name.startsWith("b:")) joint++
  for (const id of wanted) if (!l.index.has(`b:${id}`)) joint++
  const excess = joint - p.dense
  if (excess <= 0) return
  ownNames(l)
  const oldest = l.names
    .flatMap(name => (name.startsWith("b:") && !wanted.has(name.slice(2)) ? name.slice(2) : []))
    .sort((a, b) => (l.cards.get(a)?.last ?? 0) - (l.cards.get(b)?.last ?? 0) || (a < b ? -1 : 1))
  const gone: number[] = []
  for (const id of oldest.slice(0, excess))
    for (const name of [`b:${id}`, `d:${id}`]) {
      const i = l.index.get(name)
      if (i === undefined) continue
      l.parked.set(name, [l.g.mean[i]!, varianceOf(l.g, i)])
      l.index.delete(name)
      l.names[i] = ""
      gone.push(i)
    }
  freeWeights(l.g, gone)
}
