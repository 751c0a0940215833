// A time lapse: a made-up world in which some cards truly help, some do nothing and one does harm, lived through by the rules
// that the product uses, so that a person can watch a harmful card lose its place. An illustration; figures are in bench.
import type { FeedbackType, Value } from "../core/model.ts"
import type { CardFacts, EpisodeRecord, PromptRecord } from "../core/questions/credit.ts"
import type { RankCandidate } from "../core/questions/rank.ts"
import type { ValueAnswer } from "../core/questions/value.ts"
import { alone, tellRecord } from "../core/rules/rule.ts"
import { logit, seeded, sigmoid } from "../core/stats.ts"
import { LEARNERS, labeller } from "./learners.ts"

interface LapseWorld {
  readonly seed: string
  readonly preset: string
  readonly episodes: number
  readonly promptsPerEpisode: number
  readonly help: number
  readonly idle: number
  /** what a helping and the harmful card do to the odds of success, in log-odds; and success without any card */
  readonly helps: number
  readonly harms: number
  readonly base: number
}
export const LAPSE: LapseWorld = {
  seed: "17",
  preset: "mettle",
  episodes: 600,
  promptsPerEpisode: 8,
  help: 6,
  idle: 3,
  helps: 0.9,
  harms: -0.5,
  base: 0.55,
}
/** One stretch of episodes: how often the harmful card was at hand and shown, and how the prompts went. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly atHand: number
  readonly shown: number
  readonly prompts: number
  readonly good: number
}
export interface Lapse {
  readonly world: LapseWorld
  /** episodes lived: all of the world's, or until the suggestion came */
  readonly lived: number
  readonly stretches: readonly Stretch[]
  /** the episode after which the rules suggest putting the harmful card away; null when they do not get there */
  readonly suggestedAt: number | null
  readonly value: Value
  /** cards that do no harm and are suggested all the same, at the end */
  readonly wrongly: number
}

const LISTED = 6
const SLOTS = 3
const DAY = 86_400_000
const EPISODES_PER_DAY = 4
/** share of prompts after which the user says how it went */
const SPOKEN = 0.3
/** episodes told together */
const STRETCH = 40

export function timeLapse(world: LapseWorld = LAPSE, lived: () => void = () => undefined): Lapse {
  const rules = LEARNERS[world.preset]
  if (!rules) throw new RangeError(`unknown preset "${world.preset}"`)
  const cards: readonly CardFacts[] = Array.from({ length: world.help + world.idle + 1 }, (_, i) => ({
    id: String(i).padStart(32, "0"),
    kind: "tactic" as const,
    source: "agent" as const,
    topic: `topic-${i}`,
  }))
  const effect = cards.map((_, i) => (i === 0 ? world.harms : i <= world.help ? world.helps : 0))
  const harmful = cards[0]!
  const luck = seeded(`${world.seed}/luck`)
  const own = alone()
  const labelled = labeller()
  const ask = (card: CardFacts, day: number): ValueAnswer =>
    rules.value.decide(own, { card, now: day * DAY }, rules.value.params).answer
  /** people seldom say how it went */
  const verdict = (ok: boolean): FeedbackType =>
    luck() > SPOKEN ? "neutral" : ok ? "explicit_positive" : "explicit_negative"
  const out: Stretch[] = []
  let suggestedAt: number | null = null
  let ep = 0
  for (; ep < world.episodes && suggestedAt === null; ep++) {
    const day = ep / EPISODES_PER_DAY
    const record = labelled(live(ep, day))
    const { credits } = rules.credit.decide(own, { episode: record, cards }, rules.credit.params).answer
    tellRecord(rules.value, own, { record, credits, cards })
    if (ask(harmful, day).verdict === "harms") suggestedAt = ep + 1
    lived()
  }
  const day = ep / EPISODES_PER_DAY
  const wrongly = cards.slice(1).filter(card => ask(card, day).verdict === "harms").length
  return { world, lived: ep, stretches: out, suggestedAt, value: ask(harmful, day), wrongly }

  function live(ep: number, day: number): EpisodeRecord {
    const at = Math.min(Math.floor(ep / STRETCH), out.length)
    let ok = true
    const prompts = Array.from({ length: world.promptsPerEpisode }, (_, idx): PromptRecord => {
      const before = ok
      const ranked = choose(ep, idx)
      const shown = ranked.filter(r => r.shown)
      ok = luck() < sigmoid(logit(world.base) + shown.reduce((sum, r) => sum + effect[Number(r.id)]!, 0))
      const mine = ranked.find(r => r.id === harmful.id)
      const { from = ep, atHand = 0, shown: times = 0, prompts: n = 0, good = 0 } = out[at] ?? {}
      out[at] = {
        ...{ from, to: ep + 1, prompts: n + 1, good: good + Number(ok) },
        ...{ atHand: atHand + Number(mine !== undefined), shown: times + Number(mine?.shown === true) },
      }
      return {
        ...{ idx, lenZ: 0, hasError: false, taskKind: "edit", overlap: null, nActive: 0 },
        ...{ slots: SLOTS, cand: ranked, durMin: 2, cited: [], label: null },
        fb: idx === 0 ? null : verdict(before),
        tools: [{ does: "runs", outErr: !ok, exit: ok ? 0 : 1, ok, test: true, file: null }],
      } as PromptRecord
    })
    return { ep: `lapse-${ep}`, day, repo: "made up", prompts, endReason: "exit", closing: verdict(ok), durMin: 8 }
  }

  function choose(ep: number, idx: number): PromptRecord["cand"] {
    const random = seeded(`${world.seed}/${ep}/${idx}`)
    const listed = [...cards]
      .map(card => ({ card, by: random() }))
      .sort((a, b) => a.by - b.by)
      .slice(0, LISTED)
      .map(({ card }, i): RankCandidate => {
        const score = 0.9 - 0.05 * i
        return {
          ...{ card: card.id, kind: card.kind, tier: "repo", stage: "active", source: card.source, topic: card.topic },
          ...{ tokens: 0, score, lexical: score, semantic: score, ageDays: 0, value: null, truth: 1, mustShow: false },
        }
      })
    const { answer } = rules!.rank.decide(
      own,
      {
        ...{
          candidates: listed,
          placement: "prompt",
          intent: null,
          random,
          posterior: rules!.value.posterior?.(own, false),
          episode: `lapse-${ep}`,
        },
        slots: { norms: 0, negatives: 0, tactics: SLOTS, facts: 0 },
      },
      rules!.rank.params,
    )
    return answer.map((r, rank) => ({
      ...{ id: r.card, score: listed.find(c => c.card === r.card)!.score, rank, pi: r.chance, shown: r.shown },
      ...{ mode: 1 as const, channel: "auto_pack" as const, placement: "prompt" as const },
    }))
  }
}
