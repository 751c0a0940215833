// Pooled Thompson choice: one draw of what cards of each origin are worth per session, a light draw per card on every
// prompt, the best few that pay for their place; chances from redraws given the session's draw (docs/credit.md).

import { pointsPerLogit } from "./estimate.ts"
import { cholesky, covarianceOf } from "./gaussian.ts"
import { highScore, type Learner, marginalOf, relevance } from "./learner.ts"
import type { LearnParams, Prior } from "./params.ts"

export const CHOOSE = {
  /** points of success a card must promise to be worth its place */
  margin: 0.004,
  /** width of the per-card draw and of the session's draw, in posterior standard deviations */
  spark: 0.15,
  /** the per-card draw widens, and caution gives way, to the later figure over the first `settle` episodes */
  sparkLater: 0.3,
  settle: 200,
  pool: 0.7,
  /** points a card not yet known must promise on top, in standard deviations of its own belief */
  caution: 0.25,
  cautionLater: 0.08,
  /** points more that a card must promise whose truth is in doubt */
  recheck: 0.02,
  redraws: 200,
  /** at most so many cards of one topic; 0 = no limit */
  perTopic: 2,
}
type ChooseParams = Readonly<typeof CHOOSE>

interface Choosable {
  readonly id: string
  readonly score: number
  readonly source: "user" | "agent" | "extracted"
  readonly topic: string
  /** its truth is in doubt */
  readonly unsure?: boolean
}
/** Standard normals from pairs of uniforms. */
function gaussians(random: () => number): () => number {
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const kept = spare
      spare = null
      return kept
    }
    const r = Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12)))
    const turn = 2 * Math.PI * random()
    spare = r * Math.sin(turn)
    return r * Math.cos(turn)
  }
}

export const POOLED = ["m:user", "m:agent", "m:extracted", "x:crowd"] as const
const priorOf = (p: LearnParams, name: (typeof POOLED)[number]): Prior =>
  name === "x:crowd" ? p.covariates.crowd : p.source[name.slice(2) as "user" | "agent" | "extracted"]

/** The session's draw: standard normals, one per pooled weight. Kept by the caller for the length of a session. */
export const episodeDraw = (random: () => number): readonly number[] => {
  const normal = gaussians(random)
  return POOLED.map(() => normal())
}

export function choose(
  l: Learner,
  candidates: readonly Choosable[],
  slots: number,
  draw: readonly number[],
  random: () => number,
  p: LearnParams,
  c: ChooseParams,
) {
  const n = candidates.length
  if (n === 0) return []
  const pool = pooledDraw(l, draw, p, c)
  const { mean, cov } = givenPool(l, candidates, pool, p)
  const settled = Math.min(1, l.episodes / c.settle)
  const spark = c.spark + (c.sparkLater - c.spark) * settled
  const caution = c.caution + (c.cautionLater - c.caution) * settled
  const slope = pointsPerLogit(l)
  const high = highScore(l)
  const gain = candidates.map(x => slope * relevance(x.score, high, p))
  const fixed = candidates.map((x, i) => {
    const cost = slope * (pool.value("x:crowd") / 5)
    const unsure = x.unsure ? c.recheck : 0
    const doubt = caution * Math.sqrt(Math.max(cov[i * n + i]!, 0))
    return gain[i]! * (pool.value(`m:${x.source}`) + mean[i]! - doubt) + cost - unsure
  })
  const width = gain.map(g => spark * g)
  const { drawn, drawAnew } = cardDraws(fixed, width, cholesky(cov, n), random)
  const { taken, pick } = picking(candidates, slots, c)
  const redraw = (): Int32Array => {
    drawAnew()
    return taken.subarray(0, pick(drawn))
  }
  const shown = new Set(redraw())
  const values = Array.from(drawn)
  const hits = new Float64Array(n)
  for (let r = 0; r < c.redraws; r++) for (const i of redraw()) hits[i] = hits[i]! + 1
  return candidates.map((x, i) => ({
    id: x.id,
    shown: shown.has(i),
    value: values[i]!,
    chance: (hits[i]! + 0.5) / (c.redraws + 1),
  }))
}

/** What is believed of the cards given the pooled draw: means, and how they vary together. */
function givenPool(
  l: Learner,
  candidates: readonly Choosable[],
  pool: ReturnType<typeof pooledDraw>,
  p: LearnParams,
): { readonly mean: Float64Array; readonly cov: Float64Array } {
  const n = candidates.length
  const at = candidates.map(x => l.index.get(`d:${x.id}`))
  const known = at.map(i => (i === undefined ? null : pool.projected(i)))
  const mean = new Float64Array(n)
  const cov = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const ai = at[i]
    const [own, variance] = marginalOf(l, `d:${candidates[i]!.id}`, p.card)
    mean[i] = own + (ai === undefined ? 0 : pool.shift(ai))
    for (let j = 0; j <= i; j++) {
      const aj = at[j]
      const alone = i === j ? variance : 0
      const v = ai === undefined || aj === undefined ? alone : covarianceOf(l.g, ai, aj) - dot(known[i]!, known[j]!)
      cov[i * n + j] = v
      cov[j * n + i] = v
    }
  }
  return { mean, cov }
}

/** What each card promises by this draw, in `drawn`. */
function cardDraws(fixed: readonly number[], width: readonly number[], low: Float64Array, random: () => number) {
  const n = fixed.length
  const z = new Float64Array(n)
  const drawn = new Float64Array(n)
  const normal = gaussians(random)
  const drawAnew = (): void => {
    for (let i = 0; i < n; i++) z[i] = normal()
    for (let i = 0; i < n; i++) {
      let s = 0
      for (let j = 0; j <= i; j++) s += low[i * n + j]! * z[j]!
      drawn[i] = fixed[i]! + width[i]! * s
    }
  }
  return { drawn, drawAnew }
}

/** The best few that pay for their place, at most so many of one topic: taken[0 … result of pick). */
function picking(candidates: readonly Choosable[], slots: number, c: ChooseParams) {
  const taken = new Int32Array(Math.max(0, slots))
  const isFree = (i: number, room: number): boolean => {
    let same = 0
    for (let t = 0; t < room; t++) {
      if (taken[t] === i) return false
      if (candidates[taken[t]!]!.topic === candidates[i]!.topic) same++
    }
    return c.perTopic === 0 || candidates[i]!.topic === "" || same < c.perTopic
  }
  const pick = (drawn: Float64Array): number => {
    let room = 0
    for (; room < slots; room++) {
      let best = -1
      for (let i = 0; i < drawn.length; i++)
        if (drawn[i]! > c.margin && (best < 0 || drawn[i]! > drawn[best]!) && isFree(i, room)) best = i
      if (best < 0) break
      taken[room] = best
    }
    return room
  }
  return { taken, pick }
}

function dot(a: Float64Array, b: Float64Array): number {
  let s = 0
  for (let i = 0; i < a.length; i++) s += a[i]! * b[i]!
  return s
}

function pooledDraw(l: Learner, draw: readonly number[], p: LearnParams, c: ChooseParams) {
  const k = POOLED.length
  const at = POOLED.map(name => l.index.get(name))
  const cov = new Float64Array(k * k)
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) {
      const [a, b] = [at[i], at[j]]
      cov[i * k + j] =
        a !== undefined && b !== undefined ? covarianceOf(l.g, a, b) : i === j ? priorOf(p, POOLED[i]!)[1] ** 2 : 0
    }
  const low = cholesky(cov, k)
  const shifts = new Float64Array(k)
  for (let i = 0; i < k; i++) for (let j = 0; j <= i; j++) shifts[i] = shifts[i]! + c.pool * low[i * k + j]! * draw[j]!
  const solve = (b: Float64Array): Float64Array => {
    const y = new Float64Array(k)
    for (let i = 0; i < k; i++) {
      let s = b[i]!
      for (let j = 0; j < i; j++) s -= low[i * k + j]! * y[j]!
      y[i] = low[i * k + i]! > 0 ? s / low[i * k + i]! : 0
    }
    return y
  }
  const half = new Map<number, Float64Array>()
  const projected = (card: number): Float64Array => {
    let y = half.get(card)
    if (!y) {
      const b = new Float64Array(k)
      for (let i = 0; i < k; i++) b[i] = at[i] === undefined ? 0 : covarianceOf(l.g, card, at[i]!)
      y = solve(b)
      half.set(card, y)
    }
    return y
  }
  const drawn = solve(shifts)
  const means = POOLED.map((name, i) => (at[i] === undefined ? priorOf(p, name)[0] : l.g.mean[at[i]!]!))
  return {
    value: (name: string): number => {
      const i = POOLED.indexOf(name as (typeof POOLED)[number])
      return means[i]! + shifts[i]!
    },
    shift: (card: number): number => dot(projected(card), drawn),
    projected,
  }
}
