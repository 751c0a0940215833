// The short way through a world: one session at a time under a pack policy, its record told to the rules, no events, no fold. Only
// where that is the same as the product (test/stories/world-in-the-fold.test.ts), for the ceiling that true labels give, and for
// learners that no preset ships. A world is made up or read from tools/credit-worlds; its truth stays apart from the record.
import type { Value } from "../../src/core/model.ts"
import type { RankCandidate } from "../../src/core/questions/cards.ts"
import type { CardFacts, EpisodeRecord, ValueAnswer } from "../../src/core/questions/worth.ts"
import { alone } from "../../src/core/rules/rule.ts"
import { seeded } from "../../src/core/stats.ts"
import { episodeRecord, labCard, learnerOf } from "../../src/lab/credit.ts"

export interface WorldContext {
  readonly idx: number
  readonly lenZ: number
  readonly hasError: boolean
  readonly overlap: number | null
  readonly fb: string | null
  readonly slots: number
  readonly candidates: readonly { readonly id: number | string; readonly score: number }[]
}
export interface WorldSession {
  readonly day: number
  readonly repo: number | string
  readonly endReason: string | null
  readonly closing: string | null
  readonly oracleMin?: number
  readonly truth: { readonly p: readonly number[]; readonly S: readonly number[] }
  nextPrompt(): WorldContext | null
  inject(list: readonly { id: number | string; mode: 1 | -1 }[]): void
  run(): { tools: unknown[]; durMin: number; cited: unknown[] }
  contribution(id: number | string): number
}
export interface World {
  readonly cards: readonly Readonly<Record<string, unknown>>[]
  session(ep: number): WorldSession
  effects(): { readonly tau: ArrayLike<number> }
}
interface WorldTool {
  readonly tool: string
  readonly outErr: boolean
  readonly exit: number | null
}
export interface Pick {
  readonly shown: boolean
  readonly chance: number
  readonly mode: 1 | -1
}
/** One entry per candidate, in their order. */
export type Policy = (ctx: WorldContext, session: WorldSession, ep: number) => readonly Pick[]

interface Episode {
  readonly record: EpisodeRecord
  /** true chance of success, mean over the prompts */
  readonly success: number
  /** what truly became of each prompt */
  readonly truth: readonly number[]
}

/** Characters of a prompt, as the product's records turn them into a length (records.ts). */
const LENGTH = { mean: 4.6, sd: 1.2 }
export const charsOf = (lenZ: number): number => Math.max(0, Math.round(Math.expm1(LENGTH.mean + LENGTH.sd * lenZ)))
const lenZOf = (chars: number): number => (Math.log1p(chars) - LENGTH.mean) / LENGTH.sd
const EDIT = "Edit"
const MINUTE = 60_000

/** What a product can see of it: no topic, the outcome of calls as a client tells it, the closing words as one more message. */
export function runEpisode(world: World, ep: number, policy: Policy): Episode {
  const session = world.session(ep)
  const prompts: unknown[] = []
  let durMin = 0
  for (let ctx = session.nextPrompt(); ctx; ctx = session.nextPrompt()) {
    const picks = policy(ctx, session, ep)
    const { candidates, ...visible } = ctx
    session.inject(candidates.flatMap((c, i) => (picks[i]!.shown ? [{ id: c.id, mode: picks[i]!.mode }] : [])))
    const out = session.run()
    durMin += out.durMin
    const cand = candidates.map((c, rank) => ({
      ...c,
      rank,
      pi: picks[rank]!.chance,
      shown: picks[rank]!.shown,
      mode: picks[rank]!.mode,
    }))
    const tools = (out.tools as readonly WorldTool[]).map(t => ({
      ...t,
      ok: t.exit === null ? !t.outErr : t.exit === 0,
    }))
    prompts.push({
      ...visible,
      ...out,
      cand,
      tools,
      lenZ: lenZOf(charsOf(ctx.lenZ)),
      durMin: Math.round(out.durMin * MINUTE) / MINUTE,
      taskKind: tools.some(t => t.tool === EDIT) ? "edit" : "read",
    })
  }
  const { day, repo, endReason, closing, truth } = session
  if (closing !== null)
    prompts.push({
      ...{ idx: prompts.length, lenZ: lenZOf(charsOf(0)), hasError: false, taskKind: "read", overlap: 0, fb: closing },
      ...{ nActive: 0, slots: 0, cand: [], tools: [], durMin: 1 / 60, cited: [] },
    })
  const record = episodeRecord({ ep, day, repo, prompts, endReason, closing: null, durMin })!
  return { record, success: truth.p.reduce((a, b) => a + b, 0) / Math.max(1, truth.p.length), truth: truth.S }
}

export const factsOf = (world: World): readonly CardFacts[] => world.cards.map(labCard)

/** cards of a world hold everywhere, and what holds everywhere counts less in a pack (pack.ts) */
const EVERYWHERE = 0.8
// the seeds' own caps and floors are about real stores
const WORLD_PARAMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  slots: { perTopic: Number.POSITIVE_INFINITY, minScore: 0, recencyShare: 0 },
  "beta-thompson": { redraws: 0 },
}

/** presets of which the short way gives the same numbers as the fold */
export const SAME: readonly string[] = ["mettle", "plain"]

interface LearnerRun {
  readonly policy: Policy
  /** `truth`: what truly became of each prompt, for the ceiling of what labels can give */
  take(record: EpisodeRecord, truth?: readonly number[]): void
  ask(card: string): ValueAnswer
}

/** `chance`: what names the draw of a prompt and of its episode */
export function learnerRun(
  preset: string,
  cards: readonly CardFacts[],
  seed: number | string,
  chance: (ep: number, idx: number) => readonly [string, string] = (ep, idx) => [
    `${seed}/${ep}/${idx}`,
    `${seed}/${ep}`,
  ],
): LearnerRun {
  const learner = learnerOf(preset)
  const { own } = learner
  const { value, rank, stage } = learner.rules
  if (stage.length > 0) throw new RangeError(`${preset} moves cards between stages: only the fold does that`)
  const facts = new Map(cards.map(c => [c.id, c]))
  const rankParams = { ...rank.params, ...WORLD_PARAMS[rank.name] }
  let asked = new Map<string, ValueAnswer>()
  const ask = (card: string): ValueAnswer => {
    const v = asked.get(card) ?? learner.ask(facts.get(card)!)
    asked.set(card, v)
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
    learner.take(known, cards)
    asked = new Map()
  }
  return { policy, take, ask }
}

const SURE = 0.99
const withTruth = (prompt: EpisodeRecord["prompts"][number], ok: number | undefined) =>
  ok === undefined ? prompt : { ...prompt, label: ok > 0 ? SURE : 1 - SURE }
