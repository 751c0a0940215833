// Packs: gather candidates, let the rank rule choose, log the whole shortlist with chances. What is logged here is
// what learning stands on later, so nothing is shown that is not logged.
import { authored, type Draft } from "../../core/events/draft.ts"
import { hashId } from "../../core/ids.ts"
import { isNorm, type Placement, SLOT_OF } from "../../core/model.ts"
import { hasBlock } from "../../core/pack/norms-block.ts"
import {
  alreadyLoaded,
  buildPack,
  intentOf,
  LIMITS,
  type Pack,
  type Packable,
  type PackLimits,
} from "../../core/pack/pack.ts"
import { ruleId } from "../../core/rules/rule.ts"
import { seeded } from "../../core/stats.ts"
import { episodeOf, lastTurn, ruleFor } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { hasErrorText } from "../../core/views/prompt-facts.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, waitsForYes } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { controlDraw } from "./control.ts"
import { isBrokenLately, learnedFor } from "./learned.ts"
import { pooledStamp } from "./pooled.ts"
import { candidatesFor } from "./scorer.ts"
import { isAged, packables, scopesOf, weighing } from "./situation.ts"

export interface Situation {
  readonly scope: string | null
  readonly domains?: readonly string[]
  readonly episode?: string | null
  readonly placement: Placement
  /** what is asked; empty at session start */
  readonly prompt: string
  /** the error at hand, if any */
  readonly error?: string | null
  readonly limits?: Partial<PackLimits>
  /** text the client loads by itself (CLAUDE.md …): not said again */
  readonly loaded?: readonly string[]
  /** a context of its own, as a sub-agent has: what the episode was shown is not in it */
  readonly fresh?: boolean
  /** what chance is drawn from; unsaid, it is drawn anew */
  readonly seed?: string
}
export interface Built {
  readonly pack: Pack
  readonly draft: Draft<"pack.built">
  /** the episode's own draw, to be recorded with its first pack */
  readonly drawn: Draft<"parameters.drawn"> | null
}

/** Candidates beyond those shown that are logged with their reasons. */
const LOGGED = 24
/** Where no setting says otherwise. */
const FACT_DAYS = 90

export function makePack(memory: Memory, situation: Situation): Built {
  const context = memory.context()
  const now = memory.parts.now()
  const episode = episodeOf(context.rows, situation.episode ?? null)
  const turn = episode ? lastTurn(context.rows, episode) : undefined
  const failed = situation.error != null || (turn?.tools.at(-1)?.ok ?? null) === false
  const intent = intentOf(situation.prompt, failed)
  const query = [situation.prompt, situation.error ?? ""].join("\n").trim()
  const shownHere = situation.fresh ? new Map<string, Placement>() : shownAlready(memory, situation)
  // A norm broken lately is said again at the first prompt, nearer the action; never louder than that.
  const again = (id: string): boolean =>
    situation.placement === "prompt" && shownHere.get(id) === "session_start" && isBrokenLately(memory, id)
  const inContext = new Set([...shownHere.keys()].filter(id => !again(id)))
  const { ids, relevance } = candidatesFor(memory, query, scopesOf(situation.scope, situation.domains ?? []))
  const cards = ids.flatMap(id => read.card.get(context.rows, id) ?? [])
  const all = packables(cards, relevance, ref => memory.text(ref), now)
  const loads = alreadyLoaded(situation.loaded ?? [])
  const statements = new Map(all.map(c => [c.card, c.statement]))
  const refused = new Map(
    cards.map(card => [
      card.id,
      isAged(card, now, memory.parts.factDays ?? FACT_DAYS)
        ? "not seen true for long"
        : whyNotEligible(card, inContext, () => loads(statements.get(card.id) ?? "")),
    ]),
  )
  const candidates = all.filter(c => refused.get(c.card) === null)
  const { control, drawn } = controlDraw(memory, situation.episode ?? null, situation.scope)
  const held = control ? candidates.filter(c => !c.mustShow && !isNorm(c.kind)) : []
  const rule = ruleFor(context, "rank")
  const seed = situation.seed ?? Buffer.from(memory.parts.randomBytes()).toString("hex")
  const pack = buildPack(rule, context, {
    candidates: control ? candidates.filter(c => !held.includes(c)) : candidates,
    placement: situation.placement,
    intent,
    limits: { tokens: situation.limits?.tokens ?? LIMITS.tokens, slots: situation.limits?.slots ?? LIMITS.slots },
    random: seeded(seed),
    ...learnedFor(memory, situation.scope, situation.placement, cards),
    weigh: weighing(memory, now),
    episode: situation.episode ?? null,
    now,
  })
  const ineligible = all.flatMap(c => {
    const reason = refused.get(c.card)
    return reason ? [{ card: c.card, slot: SLOT_OF[c.kind], reason, score: c.score, chance: 0 }] : []
  })
  const spared = held.map(c => ({
    card: c.card,
    slot: SLOT_OF[c.kind],
    reason: "control episode",
    score: c.score,
    chance: 0,
  }))
  const full: Pack = { ...pack, leftOut: [...pack.leftOut, ...spared, ...ineligible] }
  return {
    pack: full,
    drawn,
    draft: draftOf(memory, situation, full, candidates, {
      rule: ruleId(rule),
      seed,
      intent,
      asOf: memory.views.seq(),
      turnEvent: turn?.event ?? null,
      now,
      draws: redraws(rule.params),
    }),
  }
}

function draftOf(
  memory: Memory,
  situation: Situation,
  pack: Pack,
  candidates: readonly Packable[],
  made: {
    rule: string
    seed: string
    intent: string | null
    asOf: number
    turnEvent: string | null
    now: number
    draws: number
  },
): Draft<"pack.built"> {
  const byId = new Map(candidates.map(c => [c.card, c]))
  const stamp = pooledStamp(memory.parts.meta)
  const team = stamp === null ? [] : [stamp]
  const line = (
    card: string,
    slot: "norms" | "negatives" | "tactics" | "facts",
    rank: number,
    shown: boolean,
    reason: string | null,
    chance: number,
  ) => {
    const c = byId.get(card)!
    return {
      card,
      hash: hashId(c.statement).slice(0, 12),
      slot,
      score: c.score,
      lexical: c.lexical,
      semantic: c.semantic,
      rank,
      tokens: c.tokens,
      shown,
      mode: 1 as const,
      reason,
      chance,
    }
  }
  const shown = pack.items.map((i, rank) => line(i.card, i.slot, rank, true, null, i.chance))
  const rest = pack.leftOut
    .filter(l => byId.has(l.card))
    .sort((a, b) => b.score - a.score)
    .slice(0, LOGGED)
    .map((l, i) => line(l.card, l.slot, shown.length + i, false, l.reason, l.chance))
  return authored(
    "pack.built",
    memory.parts.randomBytes(),
    { ts: made.now, episode: situation.episode ?? null, scope: situation.scope },
    {
      asOf: made.asOf,
      placement: situation.placement,
      prompt: situation.placement === "prompt" ? made.turnEvent : null,
      call: null,
      rule: made.rule,
      preset: memory.preset.name,
      seed: made.seed,
      // State is a function of rules, log and what a team taught: naming them names the posterior.
      posterior: hashId("posterior", memory.fingerprint, made.asOf, ...team).slice(0, 16),
      draws: made.draws,
      tokens: pack.tokens,
      chars: pack.text.length,
      slots: Object.values(situation.limits?.slots ?? LIMITS.slots).reduce((a, b) => a + b, 0),
      ...(situation.loaded === undefined ? {} : { method: situation.loaded.some(hasBlock) ? "both" : "hook" }),
      intent: made.intent,
      hasError: hasErrorText(situation.prompt),
      promptChars: situation.prompt.length,
      shortlist: [...shown, ...rest],
    },
  )
}

/** How many redraws stand behind the chances of a rule that draws. */
const redraws = (params: Readonly<Record<string, unknown>>): number => {
  const { choose } = params as { readonly choose?: { readonly redraws?: number } }
  return choose?.redraws ?? 0
}

/** Reasons that keep a live card out before ranking. null = eligible. */
function whyNotEligible(card: CardView, inContext: ReadonlySet<string>, loaded: () => boolean): string | null {
  if (card.stage === "trial" || waitsForYes(card)) return "waits for an outcome or a nod"
  if (card.muted) return "marked wrong"
  if (card.stale) return "its evidence changed"
  if (inContext.has(card.id)) return "already in context"
  if (loaded()) return "the client loads it already"
  return null
}

/** Cards shown in this episode and still in context, and where last: since the last compaction. */
function shownAlready(memory: Memory, situation: Situation): ReadonlyMap<string, Placement> {
  const context = memory.context()
  const episode = episodeOf(context.rows, situation.episode ?? null)
  if (!episode) return new Map()
  const from = episode.compactedAt === null ? 0 : episode.compactedAt + 1
  const turns = turnsOf(context, episode.id).slice(from)
  const exposures = [
    ...(episode.compactedAt === null || from < episode.turns ? episode.pending : []),
    ...turns.flatMap(t => t.exposures),
  ]
  return new Map(exposures.filter(e => e.shown && e.channel === "auto_pack").map(e => [e.card, e.placement]))
}
