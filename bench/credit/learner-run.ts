// A preset's rules at work in a world: folds episodes, keeps stages, chooses packs, answers for cards. The product's own rule
// code; in worlds every card is a tactic with room for `slots` of them.

import type { Stage, Value } from "../../src/core/model.ts"
import type { CardFacts, EpisodeRecord } from "../../src/core/questions/credit.ts"
import type { RankCandidate } from "../../src/core/questions/rank.ts"
import type { ValueAnswer } from "../../src/core/questions/value.ts"
import { alone, tellRecord } from "../../src/core/rules/rule.ts"
import { seeded } from "../../src/core/stats.ts"
import { LEARNERS, labeller } from "../../src/lab/learners.ts"
import type { Pick, Policy } from "./episode.ts"

const DAY = 86_400_000
/** cards of a world hold everywhere, and what holds everywhere counts less in a pack (pack.ts) */
const EVERYWHERE = 0.8
// the seeds' own caps and floors are about real stores
const WORLD_PARAMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  slots: { perTopic: Number.POSITIVE_INFINITY, minScore: 0, recencyShare: 0 },
  "beta-thompson": { redraws: 0 },
}

export interface LearnerRun {
  readonly policy: Policy
  /** `truth`: what truly became of each prompt, for the ceiling of what labels can give */
  take(record: EpisodeRecord, truth?: readonly number[]): void
  ask(card: string): ValueAnswer
  /** flagged as harmful, however the rule says so; null when it has no way to */
  flagged(card: string): boolean
}

/** `chance`: what names the draw of a prompt and of its episode */
export function learnerRun(
  preset: string,
  cards: readonly CardFacts[],
  seed: number,
  chance: (ep: number, idx: number) => readonly [string, string] = (ep, idx) => [
    `${seed}/${ep}/${idx}`,
    `${seed}/${ep}`,
  ],
): LearnerRun {
  const rules = LEARNERS[preset]
  if (!rules) throw new RangeError(`unknown preset "${preset}": one of ${Object.keys(LEARNERS).join(", ")}`)
  const { credit, value, rank, stage } = rules
  const facts = new Map(cards.map(c => [c.id, c]))
  const stages = new Map<string, { stage: Stage; inverted: boolean; wins: number; losses: number }>()
  const rankParams = { ...rank.params, ...WORLD_PARAMS[rank.name] }
  const own = alone()
  const labelled = labeller()
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
        tier: "global",
        stage: at?.stage === "deprecated" && !at.inverted ? "deprecated" : "active",
        source: fact.source,
        topic: fact.id,
        tokens: 0,
        score: EVERYWHERE * c.score,
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
      random: seeded(chance(ep, ctx.idx)[0]),
      posterior: value.posterior?.(own, false),
      episode: chance(ep, ctx.idx)[1],
    }
    const ranked = new Map(rank.decide(alone(), input, rankParams).answer.map(r => [r.card, r]))
    return ctx.candidates.map((c): Pick => {
      const r = ranked.get(String(c.id))
      return { shown: r?.shown ?? false, chance: r?.chance ?? 0, mode: stages.get(String(c.id))?.inverted ? -1 : 1 }
    })
  }
  const take = (read: EpisodeRecord, truth?: readonly number[]): void => {
    const known = truth === undefined ? read : { ...read, prompts: read.prompts.map((p, i) => withTruth(p, truth[i])) }
    const episode = labelled(known)
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
  const flagged = (card: string): boolean =>
    stage.length > 0 ? stages.get(card)?.stage === "deprecated" : isFlagged(card, cards, ask, value.name, preset)
  return { policy, take, ask, flagged }
}

const SURE = 0.99
const withTruth = (prompt: EpisodeRecord["prompts"][number], ok: number | undefined) =>
  ok === undefined ? prompt : { ...prompt, label: ok > 0 ? SURE : 1 - SURE }

/** Flagged as harmful: by its verdict, or by the common gate of credit.md 3 for seeds without a number of their own. */
export function isFlagged(
  card: string,
  cards: readonly CardFacts[],
  ask: (card: string) => ValueAnswer,
  rule: string,
  preset: string,
): boolean {
  const v = ask(card)
  if (v.verdict === "harms") return true
  if (rule !== "beta-counts" || preset === "groove" || v.n < 8) return false
  const pool = cards.map(c => ask(c.id)).filter(x => x.n > 0)
  const usual = pool.reduce((s, x) => s + x.mean * x.n, 0) / pool.reduce((s, x) => s + x.n, 0)
  return (v.mean - usual) / Math.sqrt((usual * (1 - usual)) / v.n) < -1.64
}
