// Packs: gather candidates, let the rank rule choose, log the whole shortlist with chances. What is logged here is
// what learning stands on later, so nothing is shown that is not logged.

import type { Draft } from "../../core/events/draft.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { hashId } from "../../core/ids.ts"
import { isNorm, type Placement, SLOT_OF, SLOTS, type Slot } from "../../core/model.ts"
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
import { type Rule, ruleId } from "../../core/rules/rule.ts"
import { seeded } from "../../core/stats.ts"
import { ruleFor } from "../../core/views/context.ts"
import { sinceCut } from "../../core/views/episode/exposures.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, lastTurn, read } from "../../core/views/read.ts"
import { type CardView, waitsForYes } from "../../core/views/state.ts"
import { hasErrorText } from "../../core/words/prompt-facts.ts"
import type { Memory } from "../memory.ts"
import { isBrokenLately, learnedFor } from "./learned.ts"
import { pooledStamp } from "./pooled.ts"
import { candidatesFor, isAged, packables, scopesOf, weighing } from "./situation.ts"

interface Situation {
  readonly scope: string | null
  readonly domains?: readonly string[]
  readonly episode?: string | null
  readonly placement: Placement
  /** what is asked; empty at session start */
  readonly prompt: string
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
  const intent = intentOf(situation.prompt, turn?.tools.at(-1)?.ok === false)
  const { ids, relevance } = candidatesFor(
    memory,
    situation.prompt.trim(),
    scopesOf(situation.scope, situation.domains ?? []),
  )
  const cards = ids.flatMap(id => read.card.get(context.rows, id) ?? [])
  const all = packables(cards, relevance, ref => memory.text(ref), now)
  const refused = refusals(memory, situation, cards, all, now)
  const candidates = all.filter(c => !refused.has(c.card))
  const { control, drawn } = controlDraw(memory, situation.episode ?? null, situation.scope)
  const held = control ? candidates.filter(c => !c.mustShow && !isNorm(c.kind)) : []
  const rule = ruleFor(context, "rank")
  const seed = situation.seed ?? Buffer.from(memory.parts.randomBytes()).toString("hex")
  const chosen = buildPack(rule, context, {
    candidates: candidates.filter(c => !held.includes(c)),
    placement: situation.placement,
    intent,
    limits: { ...LIMITS, ...situation.limits },
    random: seeded(seed),
    ...learnedFor(memory, situation.scope, situation.placement, cards),
    weigh: weighing(memory, now),
    episode: situation.episode ?? null,
    now,
  })
  const unranked = (c: Packable, reason: string) => [
    { card: c.card, slot: SLOT_OF[c.kind], reason, score: c.score, chance: 0 },
  ]
  const spared = held.flatMap(c => unranked(c, "control episode"))
  const ineligible = all.flatMap(c => (refused.has(c.card) ? unranked(c, refused.get(c.card)!) : []))
  const pack: Pack = { ...chosen, leftOut: [...chosen.leftOut, ...spared, ...ineligible] }
  const asked = situation.placement === "prompt" ? (turn?.event ?? null) : null
  return { pack, drawn, draft: draftOf(memory, situation, pack, candidates, { rule, seed, intent, asked }) }
}

/** Why live cards are kept out before ranking, by card. */
function refusals(
  memory: Memory,
  situation: Situation,
  cards: readonly CardView[],
  all: readonly Packable[],
  now: number,
): ReadonlyMap<string, string> {
  const { turns, shown: shownHere } = situation.fresh ? NOTHING_YET : inContext(memory, situation)
  // A norm broken lately is said again at the first prompt, nearer the action; never louder than that.
  const isDueAgain = (id: string): boolean =>
    situation.placement === "prompt" && shownHere.get(id) === "session_start" && isBrokenLately(memory, id)
  const saidHere = ({ evidence }: CardView): boolean => evidence.some(({ event }) => turns.has(event))
  const statements = new Map(all.map(c => [c.card, c.statement]))
  const loads = alreadyLoaded(situation.loaded ?? [])
  const why = (card: CardView): string | null => {
    if (isAged(card, now, memory.parts.factDays ?? FACT_DAYS)) return "not seen true for long"
    if (card.stage === "trial" || waitsForYes(card)) return "waits for an outcome or a nod"
    if (card.muted) return "marked wrong"
    if (card.stale) return "its evidence changed"
    if (saidHere(card) || (shownHere.has(card.id) && !isDueAgain(card.id))) return "already in context"
    return loads(statements.get(card.id) ?? "") ? "the client loads it already" : null
  }
  return new Map(
    cards.flatMap(card => {
      const reason = why(card)
      return reason === null ? [] : [[card.id, reason] as const]
    }),
  )
}

function draftOf(
  memory: Memory,
  { episode, scope, placement, prompt, limits, loaded }: Situation,
  pack: Pack,
  candidates: readonly Packable[],
  made: {
    readonly rule: Rule<"rank">
    readonly seed: string
    readonly intent: string | null
    /** the prompt it is for */
    readonly asked: string | null
  },
): Draft<"pack.built"> {
  const asOf = memory.views.seq()
  const stamp = pooledStamp(memory.parts.meta)
  const team = stamp === null ? [] : [stamp]
  return memory.authored(
    "pack.built",
    { episode, scope },
    {
      asOf,
      placement,
      prompt: made.asked,
      call: null,
      rule: ruleId(made.rule),
      preset: memory.preset.name,
      seed: made.seed,
      // State is a function of rules, log and what a team taught: naming them names the posterior.
      posterior: hashId("posterior", memory.fingerprint, asOf, ...team).slice(0, 16),
      draws: redraws(made.rule.params),
      tokens: pack.tokens,
      chars: pack.text.length,
      slots: Object.values(limits?.slots ?? LIMITS.slots).reduce((a, b) => a + b, 0),
      ...(loaded === undefined ? {} : { method: loaded.some(hasBlock) ? "both" : "hook" }),
      intent: made.intent,
      hasError: hasErrorText(prompt),
      promptChars: prompt.length,
      shortlist: shortlistOf(pack, candidates),
    },
  )
}

/** What was shown, then the best of what was not. */
function shortlistOf(pack: Pack, candidates: readonly Packable[]): DataOf<"pack.built">["shortlist"] {
  const byId = new Map(candidates.map(c => [c.card, c]))
  const rest = pack.leftOut
    .filter(l => byId.has(l.card))
    .sort((a, b) => b.score - a.score)
    .slice(0, LOGGED)
    .map(l => ({ ...l, shown: false }))
  const shown = pack.items.map(i => ({ ...i, shown: true, reason: null }))
  return [...shown, ...rest].map(({ card, slot, shown, reason, chance }, rank) => {
    const { statement, score, lexical, semantic, tokens } = byId.get(card)!
    const hash = hashId(statement).slice(0, 12)
    return { card, hash, slot, score, lexical, semantic, rank, tokens, shown, mode: 1, reason, chance }
  })
}

/** How many redraws stand behind the chances of a rule that draws. */
const redraws = (params: Readonly<Record<string, unknown>>): number => {
  const { choose } = params as { readonly choose?: { readonly redraws?: number } }
  return choose?.redraws ?? 0
}

interface InContext {
  /** its turns, by their events */
  readonly turns: ReadonlySet<string | null>
  /** cards shown in it, and where last */
  readonly shown: ReadonlyMap<string, Placement>
}
const NOTHING_YET: InContext = { turns: new Set(), shown: new Map() }

/** What of this episode still stands before the agent: since the last compaction. */
function inContext(memory: Memory, { episode: id }: Situation): InContext {
  const context = memory.context()
  const episode = episodeOf(context.rows, id ?? null)
  if (!episode) return NOTHING_YET
  const turns = turnsOf(context, episode.id)
  const since = turns.slice(episode.compactedAt === null ? 0 : episode.compactedAt + 1)
  const shown = [...episode.pending.slice(episode.compactedShown), ...turns.flatMap(t => sinceCut(episode, t))].filter(
    e => e.shown && e.channel === "auto_pack",
  )
  return { turns: new Set(since.map(t => t.event)), shown: new Map(shown.map(e => [e.card, e.placement])) }
}

// Control episodes: a share the user sets, default none, runs without measured cards, so that what memory is worth can be
// known. Drawn once per episode from its own id, logged with its chance; norms and vouched cards stay.

interface ControlDraw {
  readonly control: boolean
  /** to be recorded with the episode's first pack; null when nothing was drawn now */
  readonly drawn: Draft<"parameters.drawn"> | null
}

export function controlDraw(memory: Memory, id: string | null, scope: string | null): ControlDraw {
  const episode = episodeOf(memory.views, id)
  if (id === null || episode?.control) return { control: episode?.control ?? false, drawn: null }
  const chance = memory.parts.controlShare ?? 0
  if (chance <= 0 || (episode?.packs ?? 0) > 0) return { control: false, drawn: null }
  const seed = `control:${id}`
  const control = seeded(seed)() < chance
  const drawn = memory.authored("parameters.drawn", { episode: id, scope }, { seed, draw: {}, control, chance })
  return { control, drawn }
}

// A pack as it would be given now, for looking at: made by the same function, recorded nowhere, with the room of each slot and
// what was left out by reason.

export function previewPack(
  memory: Memory,
  asked: Pick<Situation, "scope" | "domains" | "prompt" | "loaded"> & { readonly tokens: number },
) {
  const { tokens, ...situation } = asked
  const placement = asked.prompt.trim() === "" ? "session_start" : "prompt"
  // Asked twice, in a terminal and on a page, it is the same pack.
  const { pack } = makePack(memory, { ...situation, placement, limits: { tokens }, seed: `preview:${asked.prompt}` })
  const cardOf = (id: string): CardView | null => read.card.get(memory.views, id) ?? null
  const by = new Map<string, { card: CardView; slot: Slot; score: number }[]>()
  for (const { card: id, slot, score, reason } of pack.leftOut) {
    const card = cardOf(id)
    if (card) by.set(reason, [...(by.get(reason) ?? []), { card, slot, score }])
  }
  return {
    pack,
    cardOf,
    slots: SLOTS.map(slot => {
      const mine = pack.items.filter(item => item.slot === slot)
      const taken = mine.reduce((sum, item) => sum + item.tokens, 0)
      return { slot, cap: LIMITS.slots[slot], used: mine.length, tokens: taken }
    }),
    /** the commonest reason first */
    leftOut: [...by]
      .map(([reason, cards]) => ({ reason, cards: cards.sort((a, b) => b.score - a.score) }))
      .sort((a, b) => b.cards.length - a.cards.length || (a.reason < b.reason ? -1 : 1)),
  }
}
