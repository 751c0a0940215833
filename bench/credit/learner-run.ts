// A preset's rules at work in a world: folds episodes, keeps stages, chooses packs, answers for cards. The product's own rule
// code; in worlds every card is a tactic with room for `slots` of them.

import { CHOOSE } from "../../src/core/learn/choose.ts"
import type { Stage, Value } from "../../src/core/model.ts"
import type { CardFacts, EpisodeRecord } from "../../src/core/questions/credit.ts"
import type { RankCandidate } from "../../src/core/questions/rank.ts"
import type { ValueAnswer } from "../../src/core/questions/value.ts"
import { alone, tellRecord } from "../../src/core/rules/rule.ts"
import { seeded } from "../../src/core/stats.ts"
import { LEARNERS } from "../../src/lab/learners.ts"
import type { Pick, Policy } from "./episode.ts"

const DAY = 86_400_000
// worlds have few topics and every card is a tactic, so the cap per topic and the floor of relevance stand open
const WORLD_PARAMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "pooled-thompson": { choose: { ...CHOOSE, perTopic: 0 }, minScore: 0 },
  slots: { perTopic: Number.POSITIVE_INFINITY, minScore: 0, recencyShare: 0 },
  "beta-thompson": { redraws: 0 },
}

export interface LearnerRun {
  readonly policy: Policy
  take(record: EpisodeRecord): void
  ask(card: string): ValueAnswer
  /** flagged as harmful, however the rule says so; null when it has no way to */
  flagged(card: string): boolean
}

export function learnerRun(preset: string, cards: readonly CardFacts[], seed: number): LearnerRun {
  const rules = LEARNERS[preset]
  if (!rules) throw new RangeError(`unknown preset "${preset}": one of ${Object.keys(LEARNERS).join(", ")}`)
  const { credit, value, rank, stage } = rules
  const facts = new Map(cards.map(c => [c.id, c]))
  const stages = new Map<string, { stage: Stage; inverted: boolean; wins: number; losses: number }>()
  const rankParams = { ...rank.params, ...WORLD_PARAMS[rank.name] }
  const own = alone()
  let day = 0
  let asked = new Map<string, ValueAnswer>()
  const ask = (card: string): ValueAnswer => {
    let v = asked.get(card)
    if (!v) {
      v = value.decide(own, { card: facts.get(card)!, now: day * DAY }, value.params).answer
      asked.set(card, v)
    }
    return v
  }
  const needsValue = rank.name !== "pooled-thompson" && rank.name !== "slots"
  const policy: Policy = (ctx, _session, ep) => {
    const candidates = ctx.candidates.map((c): RankCandidate => {
      const fact = facts.get(String(c.id))!
      const at = stages.get(fact.id)
      return {
        card: fact.id,
        kind: "tactic",
        tier: "repo",
        stage: at?.stage === "deprecated" && !at.inverted ? "deprecated" : "active",
        source: fact.source,
        topic: fact.topic,
        tokens: 0,
        score: c.score,
        lexical: c.score,
        semantic: c.score,
        ageDays: 0,
        value: needsValue ? (ask(fact.id) as Value) : null,
        truth: 1,
        mustShow: false,
      }
    })
    const input = {
      candidates,
      slots: { norms: 0, negatives: 0, tactics: ctx.slots, facts: 0 },
      placement: "prompt" as const,
      intent: null,
      random: seeded(`${seed}/${ep}/${ctx.idx}`),
      posterior: value.posterior?.(own, false),
      episode: `${seed}/${ep}`,
      topicGuess: ctx.topicGuess,
    }
    const ranked = new Map(rank.decide(alone(), input, rankParams).answer.map(r => [r.card, r]))
    return ctx.candidates.map((c): Pick => {
      const r = ranked.get(String(c.id))
      return { shown: r?.shown ?? false, chance: r?.chance ?? 0, mode: stages.get(String(c.id))?.inverted ? -1 : 1 }
    })
  }
  const take = (episode: EpisodeRecord): void => {
    const { credits } = credit.decide(alone(), { episode, cards }, credit.params).answer
    tellRecord(value, own, { record: episode, credits, cards })
    day = episode.day
    asked = new Map()
    if (stage.length === 0) return
    for (const c of credits) {
      const at = stages.get(c.card) ?? { stage: "trial" as Stage, inverted: false, wins: 0, losses: 0 }
      // S3-44: success = helpful, so that neutral counts as failure there
      if ((1 + c.amount) / 2 >= 0.7 - 1e-9) at.wins++
      else at.losses++
      stages.set(c.card, at)
      const v = ask(c.card)
      for (const rule of stage) {
        const moved = rule.decide(
          alone(),
          {
            card: c.card,
            kind: "tactic",
            scope: { tier: "repo", id: episode.repo },
            stage: at.stage,
            pinned: false,
            value: v,
            support: 0,
            contradiction: 0,
            disputeMass: 0,
            lastExposureAt: day * DAY,
            bornAt: 0,
            recheckSince: null,
            wins: at.wins,
            losses: at.losses,
            winsByRepo: {},
            now: day * DAY,
            faded: v.faded,
          },
          rule.params,
        ).answer
        if (!moved) continue
        at.stage = moved.to
        at.inverted ||= moved.invert === true
        break
      }
    }
  }
  const flagged = (card: string): boolean => {
    if (stage.length > 0) return stages.get(card)?.stage === "deprecated"
    const v = ask(card)
    if (v.verdict === "harms") return true
    if (value.name !== "beta-counts" || preset === "groove" || v.n < 8) return false
    // the common gate of credit.md 3 for seeds without a number of their own
    const pool = cards.map(c => ask(c.id)).filter(x => x.n > 0)
    const usual = pool.reduce((s, x) => s + x.mean * x.n, 0) / pool.reduce((s, x) => s + x.n, 0)
    return (v.mean - usual) / Math.sqrt((usual * (1 - usual)) / v.n) < -1.64
  }
  return { policy, take, ask, flagged }
}
