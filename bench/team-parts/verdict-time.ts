// How long until a planted harmful card is called harmful, by one person alone and by people who pool, where cards are shown by
// relevance whatever they are worth; and how often it is still shown where packs are drawn as the product draws them. Five
// episodes a day each. Truth is known to the bench only.
import { CHOOSE, type Chosen, choose, episodeDraw, POOLED } from "../../src/core/learn/choose.ts"
import { estimates, verdicts } from "../../src/core/learn/estimate.ts"
import { type Learner, newLearner } from "../../src/core/learn/learner.ts"
import { observe } from "../../src/core/learn/observe.ts"
import { LEARN } from "../../src/core/learn/params.ts"
import { heard, POOL, pooledEstimates, sawOf, treeOf, type Unit, withOthers } from "../../src/core/learn/pool.ts"
import type { EpisodeRecord } from "../../src/core/questions/credit.ts"
import { seeded, sigmoid } from "../../src/core/stats.ts"

const PER_DAY = 5
const PROMPTS = 4
const SHORTLIST = 6
const SLOTS = 3
/** log-odds: one card does harm (about 13 points), two help, nine do nothing */
const EFFECTS = [-0.6, 0.5, 0.4, ...Array.from({ length: 9 }, () => 0)]
const FACTS = EFFECTS.map((_, i) => ({
  id: `c${i}`,
  kind: "tactic" as const,
  source: "agent" as const,
  topic: `t${i}`,
}))
/** the chances are not used here: a few redraws are enough */
const QUICK = { ...CHOOSE, redraws: 1 }
/** labels are read from what can be seen of the work: this often they point the right way */
const RIGHT = 0.85

export interface VerdictTime {
  /** day of the first verdict "harms" on the planted card; null when none came */
  readonly day: number | null
  /** cards that do no harm and were called harmful on the last day */
  readonly wrong: number
  readonly wronged: number
  /** prompts at which it was shown, per person and day */
  readonly shown: number
}

/** `ownOnly`: everybody learns alone, and the first person is asked; what one has without a team. */
export function verdictTime(
  seed: string,
  people: number,
  days: number,
  { ownOnly, drawn }: { readonly ownOnly: boolean; readonly drawn: boolean },
): VerdictTime {
  const random = seeded(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random())
  const crew = Array.from({ length: people }, (_, i) => ({
    learner: newLearner(),
    person: `p${i}`,
    base: 0.4 + 0.4 * normal(),
    effects: EFFECTS.map(e => e + 0.1 * normal()),
  }))
  const unitsNow = (): readonly Unit[] =>
    crew.map(({ person, learner }) => ({ person, repo: "r", saw: sawOf(learner, LEARN) }))
  let first: number | null = null
  let lived = 0
  let shown = 0
  let said: ReadonlyMap<string, string> = new Map()
  for (let day = 0; day < days; day++) {
    const units = ownOnly || !drawn ? [] : unitsNow()
    const others = units.map(me => {
      const rest = units.filter(u => u !== me)
      return FACTS.map(f => heard(treeOf(rest, f.id, POOL), POOL.person))
    })
    crew.forEach((c, i) => {
      for (let n = 0; n < PER_DAY; n++) shown += live(c, day, drawn, others[i] ?? null, `${seed}/${i}/${day}/${n}`)
    })
    lived++
    said = ownOnly ? verdicts(estimates(crew[0]!.learner, LEARN)) : verdicts(pooledEstimates(unitsNow(), FACTS, LEARN))
    if (first === null && said.get("c0") === "harms") first = day + 1
    if (first !== null && !drawn) break
  }
  const harmless = FACTS.slice(1)
  return {
    day: first,
    wrong: harmless.filter(f => said.get(f.id) === "harms").length,
    wronged: harmless.length,
    shown: shown / people / lived,
  }
}

function live(
  { learner: mine, base, effects }: { learner: Learner; base: number; effects: readonly number[] },
  day: number,
  drawn: boolean,
  others: readonly { precision: number; pull: number }[] | null,
  seed: string,
): number {
  const random = seeded(seed)
  const draw = episodeDraw(random)
  const told = FACTS.map((f, i) => ({ ...f, others: others?.[i] ?? null }))
  const learner = others === null ? mine : withOthers(mine, POOLED, told, LEARN)
  const active = new Map<number, number>()
  const hard = random() - 0.5
  const prompts = Array.from({ length: PROMPTS }, (_, idx) => {
    const listed = FACTS.map((_, i) => i)
      .map(i => [random(), i] as const)
      .sort((a, b) => a[0] - b[0])
      .slice(0, SHORTLIST)
      .map(([, i]) => i)
    const candidates = listed.map(i => ({
      ...{
        id: FACTS[i]!.id,
        score: 0.4 + 0.5 * random(),
        source: FACTS[i]!.source,
        match: null,
        topic: FACTS[i]!.topic,
      },
    }))
    const chosen = drawn ? choose(learner, candidates, SLOTS, draw, random, LEARN, QUICK) : byRelevance(candidates)
    chosen.forEach((c, n) => {
      if (c.shown) active.set(listed[n]!, idx)
    })
    const push = [...active].reduce((sum, [i, at]) => sum + effects[i]! * 0.88 ** (idx - at), 0)
    const well = random() < sigmoid(base + hard + push)
    const seen = random() < RIGHT ? well : !well
    return {
      ...{ idx, lenZ: 0, hasError: false, topicGuess: null, taskKind: "edit" as const, overlap: null, fb: null },
      ...{ nActive: 0, slots: SLOTS, tools: [], durMin: 1, cited: [], label: seen ? 0.85 : 0.2 },
      cand: chosen.map((c, rank) => ({
        ...{ id: c.id, score: candidates[rank]!.score, rank, pi: c.chance, shown: c.shown, mode: 1 as const },
        ...{ channel: "auto_pack" as const, placement: "prompt" as const },
      })),
    }
  })
  const record: EpisodeRecord = {
    ...{ ep: seed, day: 20_000 + day, repo: "r", prompts, endReason: null, closing: null, durMin: 4 },
  }
  observe(mine, record, FACTS, LEARN)
  return prompts.filter(p => p.cand.some(c => c.id === "c0" && c.shown)).length
}

function byRelevance(candidates: readonly { readonly id: string; readonly score: number }[]): readonly Chosen[] {
  const best = new Set([...candidates].sort((a, b) => b.score - a.score).slice(0, SLOTS))
  return candidates.map(c => ({ id: c.id, shown: best.has(c), value: c.score, chance: 0.5 }))
}
