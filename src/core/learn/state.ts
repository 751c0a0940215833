// A learner as the state of a rule: unchanged from outside, safe in JSON, cheap to step. A class only because a private
// field is what keeps typed arrays out of reach of JSON and of Object.freeze; everything else is functions.

import { partOf } from "./gaussian.ts"
import { type CardStat, copyLearner, type Learner, newLearner } from "./learner.ts"

export class LearnState {
  readonly #learner: Learner
  readonly #shared: readonly string[] | null
  /** `shared`: keep only what choosing needs, the cards' own effects and these */
  constructor(learner: Learner, shared: readonly string[] | null = null) {
    this.#learner = learner
    this.#shared = shared
    Object.freeze(this)
  }
  /** to read; whoever wants to change it takes a copy */
  get learner(): Learner {
    return this.#learner
  }
  toJSON(): FrozenLearner {
    return freeze(this.#shared === null ? this.#learner : reduced(this.#learner, this.#shared))
  }
}

/** What a value rule believes, live or as JSON brought it: what credit shares out by and rank draws from. */
export type Posterior = LearnState | FrozenLearner

interface FrozenLearner extends Pick<Learner, "episodes" | "day" | "slope" | "prompts"> {
  readonly v: 4
  readonly names: readonly string[]
  readonly mean: string
  readonly cov: string
  readonly extra: string
  readonly recent: readonly string[]
  readonly cards: readonly (readonly [string, CardStat])[]
  readonly parked: readonly (readonly [string, readonly [number, number]])[]
  readonly scores: string
}

const text = (a: Float64Array | Float32Array): string =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).toString("base64")
const bytes = (s: string): ArrayBuffer => new Uint8Array(Buffer.from(s, "base64")).buffer
const singles = (s: string): Float32Array => new Float32Array(bytes(s))
const floats = (s: string): Float64Array => new Float64Array(bytes(s))

function freeze({ g, names, cards, parked, scores, episodes, day, slope, prompts }: Learner): FrozenLearner {
  const [mean, extra] = [text(g.mean.slice(0, g.size)), text(g.extra.slice(0, g.size))]
  return {
    ...{ v: 4, names, mean, cov: text(g.cov), extra, recent: g.recent.map(text) },
    ...{ cards: [...cards], parked: [...parked], scores: text(scores), episodes, day, slope, prompts },
  }
}

function revive({ names, mean, cov, extra, recent, cards, parked, scores, ...counts }: FrozenLearner): Learner {
  const { episodes, day, slope, prompts } = counts
  const places = names.map((name, i) => [name, i] as const).filter(([name]) => name !== "")
  return {
    g: {
      ...{ size: names.length, mean: floats(mean), extra: floats(extra) },
      ...{ cov: singles(cov), recent: recent.map(singles) },
    },
    ...{ names: [...names], index: new Map(places), parked: new Map(parked), borrowed: false },
    cards: new Map(cards.map(([id, c]) => [id, { ...c }])),
    ...{ scores: floats(scores), episodes, day, slope, prompts },
  }
}

/** What choosing needs and nothing else. Made only when it is kept: in memory the whole learner chooses the same. */
export const forPrompts = (l: Learner, shared: readonly string[]): LearnState => new LearnState(l, shared)

/** The cards' own effects and what they share, no eligibility. */
function reduced(l: Learner, shared: readonly string[]): Learner {
  const kept = [...l.index].filter(([name]) => name.startsWith("d:") || shared.includes(name))
  kept.sort((a, b) => a[1] - b[1])
  return {
    ...l,
    g: partOf(
      l.g,
      kept.map(([, i]) => i),
    ),
    names: kept.map(([name]) => name),
    index: new Map(kept.map(([name], i) => [name, i])),
    cards: new Map(),
    parked: new Map([...l.parked].filter(([name]) => name.startsWith("d:"))),
  }
}

const revived = new WeakMap<object, Learner>()
/** Without a state: a learner that knows nothing yet. */
export function learnerIn(state: Posterior | undefined): Learner {
  if (state instanceof LearnState) return state.learner
  if (state === undefined) return newLearner()
  const known = revived.get(state)
  if (known) return known
  const learner = revive(state)
  revived.set(state, learner)
  return learner
}
const isFrozen = (kept: unknown): kept is FrozenLearner => typeof kept === "object" && kept !== null && "cov" in kept
/** A kept state, live or through JSON, as a state; anything else knows nothing yet. */
export const stateFrom = (kept: unknown): LearnState =>
  kept instanceof LearnState ? kept : new LearnState(learnerIn(isFrozen(kept) ? kept : undefined))
export const ownLearner = (state: Posterior | undefined): Learner => copyLearner(learnerIn(state))
