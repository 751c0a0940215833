// Pooling what several people saw of the same card: each person in each repository is learned from apart, and their evidence
// is shared out by a tree (person within repository within card), so that nobody's many episodes outweigh everybody.
// Ground truth: random-effects pooling with normal likelihoods. No state here; own evidence is never counted twice.
import { ESTIMATE, type Estimate, type EstimateParams, oddsOf, pointsPerLogit, SOURCES } from "./estimate.ts"
import { condition, covarianceOf, partOf, rowCovariance, rowMean, rowVariance } from "./gaussian.ts"
import { type CardStat, type Learner, marginalOf, weightAt } from "./learner.ts"
import type { LearnParams } from "./params.ts"

interface PoolParams {
  /** how far a card's effect differs between people, and between repositories, in log-odds */
  readonly person: number
  readonly repo: number
}
export const POOL: PoolParams = { person: 0.15, repo: 0.15 }

/** What evidence says of a card's effect (origin and own together), free of any prior: precision and precision × value. */
export interface Weighed {
  readonly precision: number
  readonly pull: number
}
const NONE: Weighed = { precision: 0, pull: 0 }
/** of the prior's own weight */
const LEAST = 0.01
const plus = (a: Weighed, b: Weighed): Weighed => ({
  precision: a.precision + b.precision,
  pull: a.pull + b.pull,
})
/** The same seen from one level up, where effects differ by `sd`: however much one says, no more than 1 / sd² is heard. */
export const heard = ({ precision, pull }: Weighed, sd: number): Weighed => {
  const share = 1 / (1 + sd * sd * precision)
  return { precision: precision * share, pull: pull * share }
}

const priorOf = (source: CardStat["source"], p: LearnParams): readonly [number, number] => {
  const [mean, sd] = p.source[source]
  return [mean, sd * sd + p.card * p.card]
}

/** What one learner saw of a card: its belief with the prior taken out. */
export function evidenceOn(l: Learner, card: string, source: CardStat["source"], p: LearnParams): Weighed {
  const d = l.index.get(`d:${card}`)
  const mu = l.index.get(`m:${source}`)
  if (!l.cards.has(card) || mu === undefined) return NONE
  const [own, ownVar] = marginalOf(l, `d:${card}`, p.card)
  const mean = own + l.g.mean[mu]!
  const variance = ownVar + covarianceOf(l.g, mu, mu) + 2 * (d === undefined ? 0 : covarianceOf(l.g, d, mu))
  const [before, wide] = priorOf(source, p)
  // Time makes a belief vaguer, also beyond the prior: what it says is still said, with next to no weight of its own.
  const precision = Math.max(1 / Math.max(variance, 1e-9) - 1 / wide, LEAST / wide)
  return { precision, pull: mean * (1 / wide + precision) - before / wide }
}

/** What one learner saw of one card, in a few numbers: all that pooling needs of it. */
interface Saw extends Weighed {
  readonly exposed: number
  readonly sessions: number
  readonly eligible: number
  /** points of success per log-odds, summed over prompts where it was eligible */
  readonly points: number
}
export function sawOf(l: Learner, p: LearnParams): Readonly<Record<string, Saw>> {
  const slope = pointsPerLogit(l)
  return Object.fromEntries(
    [...l.cards].map(([card, { source, exposed, sessions, eligible, weight }]) => [
      card,
      { ...evidenceOn(l, card, source, p), exposed, sessions, eligible, points: slope * weight },
    ]),
  )
}

/** One person in one repository. */
export interface Unit {
  readonly person: string
  readonly repo: string
  readonly saw: Readonly<Record<string, Saw>>
}
/** Who saw which card: most people see few of a large team's cards. */
export function unitsByCard(units: readonly Unit[]): ReadonlyMap<string, readonly Unit[]> {
  const out = new Map<string, Unit[]>()
  for (const unit of units)
    for (const card of Object.keys(unit.saw)) {
      const seen = out.get(card)
      if (seen) seen.push(unit)
      else out.set(card, [unit])
    }
  return out
}

export interface PooledEstimate extends Estimate {
  /** people whose episodes showed it at least once */
  readonly people: number
  /** everybody's evidence together */
  readonly evidence: Weighed
}

/** Evidence of many units on one card: people within repositories, repositories within the card. Sums run in the order given. */
export function treeOf(units: readonly Unit[], card: string, pool: PoolParams): Weighed {
  const repos = new Map<string, Weighed>()
  for (const unit of units) {
    const saw = unit.saw[card]
    if (!saw) continue
    const seen = heard(saw, pool.person)
    repos.set(unit.repo, plus(repos.get(unit.repo) ?? NONE, seen))
  }
  // Seen in one repository only, it is worth what it was worth there.
  const between = repos.size > 1 ? pool.repo : 0
  let all = NONE
  for (const seen of repos.values()) all = plus(all, heard(seen, between))
  return all
}

/** What everybody's evidence together says of each card. */
export function pooledEstimates(
  units: readonly Unit[],
  cards: readonly { readonly id: string; readonly source: CardStat["source"] }[],
  p: LearnParams,
  pool: PoolParams = POOL,
  q: EstimateParams = ESTIMATE,
): ReadonlyMap<string, PooledEstimate> {
  const out = new Map<string, PooledEstimate>()
  const who = unitsByCard(units)
  for (const source of SOURCES) {
    const rows = cards
      .filter(c => c.source === source)
      .map(c => ({ ...c, ...momentsOf(who.get(c.id) ?? [], c.id, source, p, pool, q) }))
    const odds = oddsOf(rows, q)
    rows.forEach((r, i) => {
      const [help, nothing, harm] = odds[i]!
      const { id, mean, sd, n, sessions, people, own, se, evidence } = r
      out.set(id, {
        ...{ card: id, mean, sd, n, sessions, people, help, nothing, harm, utility: help + nothing / 2 },
        ...{ own, ownSd: se, evidence },
      })
    })
  }
  return out
}

function momentsOf(
  units: readonly Unit[],
  card: string,
  source: CardStat["source"],
  p: LearnParams,
  pool: PoolParams,
  q: EstimateParams,
) {
  let [n, sessions, eligible, points] = [0, 0, 0, 0]
  const people = new Set<string>()
  for (const { saw, person } of units) {
    const mine = saw[card]
    if (!mine) continue
    n += mine.exposed
    sessions += mine.sessions
    eligible += mine.eligible
    points += mine.points
    if (mine.sessions > 0) people.add(person)
  }
  const k = eligible > 0 ? points / eligible : 0.21 * 0.7
  const evidence = treeOf(units, card, pool)
  const [before, wide] = priorOf(source, p)
  const precision = 1 / wide + evidence.precision
  // as in estimate.ts: next to no evidence is read as very little, so that odds stay finite
  const told = Math.max(evidence.precision, 0.02 / p.card ** 2)
  return {
    n,
    sessions,
    people: people.size,
    mean: (k * (before / wide + evidence.pull)) / precision,
    sd: Math.max(1e-6, k / Math.sqrt(precision)),
    own: (k * evidence.pull) / told,
    se: (q.widen * k) / Math.sqrt(told),
    evidence,
  }
}

/**
 * The learner as choosing reads it, with what others saw of these cards taken in: only the named shared weights and these
 * cards are kept, so that it costs a little square and not the whole belief.
 */
export function withOthers(
  l: Learner,
  shared: readonly string[],
  cards: readonly { readonly id: string; readonly source: CardStat["source"]; readonly others: Weighed | null }[],
  p: LearnParams,
): Learner {
  const told = cards.flatMap(({ id, source, others }) =>
    others !== null && others.precision > 0 ? [{ id, source, others }] : [],
  )
  const names = [...shared, ...cards.map(c => `d:${c.id}`)].filter(name => l.index.has(name))
  const g = partOf(
    l.g,
    names.map(name => l.index.get(name)!),
  )
  const index = new Map(names.map((name, i) => [name, i]))
  const own: Learner = { ...l, g, names, index, parked: new Map(l.parked), borrowed: false }
  for (const { id, source, others } of told) {
    // one observation of the card's whole effect: what its origin shares and its own part
    const at = [weightAt(own, `m:${source}`, p.source[source]), weightAt(own, `d:${id}`, [0, p.card])]
    const row = { at, by: [1, 1] }
    const k = rowCovariance(g, row)
    const v = rowVariance(k, row) + 1 / others.precision
    condition(g, k, (others.pull / others.precision - rowMean(g, row)) / v, 1 / v)
  }
  return own
}
