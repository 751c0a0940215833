// The short way through a world: rules told records, no events, no fold. Only where that is the same as the product
// (test/stories/world-in-the-fold.test.ts), for the ceiling that true labels give, and for learners that no preset ships.

import type { Value } from "../../src/core/model.ts"
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

/** presets of which the short way gives the same numbers as the fold */
export const SAME: readonly string[] = ["mettle", "plain"]

export interface LearnerRun {
  readonly policy: Policy
  /** `truth`: what truly became of each prompt, for the ceiling of what labels can give */
  take(record: EpisodeRecord, truth?: readonly number[]): void
  ask(card: string): ValueAnswer
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
  if (stage.length > 0) throw new RangeError(`${preset} moves cards between stages: only the fold does that`)
  const facts = new Map(cards.map(c => [c.id, c]))
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
      return {
        card: fact.id,
        kind: "tactic",
        tier: "global",
        stage: "active",
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
      return { shown: r?.shown ?? false, chance: r?.chance ?? 0, mode: 1 }
    })
  }
  const take = (read: EpisodeRecord, truth?: readonly number[]): void => {
    const known = truth === undefined ? read : { ...read, prompts: read.prompts.map((p, i) => withTruth(p, truth[i])) }
    const episode = labelled(known)
    const { credits } = credit.decide(alone(), { episode, cards }, credit.params).answer
    tellRecord(value, own, { record: episode, credits, cards })
    day = episode.day
    asked = new Map()
  }
  return { policy, take, ask }
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
