// What an agent that asks is answered, and what is logged of it: cards of its own place only, as notes with their source. Asked
// for is self-selected: it is a reading, never a pack that earns credit (docs/decisions/0011-search.md).

import { MettleError } from "../../core/errors.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { Kind } from "../../core/model.ts"
import { oneLine } from "../../core/pack/render.ts"
import type { CardView } from "../../core/views/state.ts"
import { checkWords } from "../checks/checks.ts"
import type { Memory } from "../memory.ts"
import { makePack } from "../packs/packs.ts"
import { scopesOf } from "../packs/situation.ts"
import { currentEpisode } from "./episodes.ts"
import { findCards, readDraft } from "./find.ts"
import { type CardRead, findCard, readCard } from "./read.ts"

export interface Asker {
  readonly scope: string
  readonly domains: readonly string[]
  /** what the agent's own program loads by itself */
  readonly loaded: readonly string[]
  readonly packTokens: number
}
export interface AgentNoteLine {
  readonly id: string
  readonly text: string
  readonly from: "user" | "agent" | "tool output"
}
export interface AgentCard extends AgentNoteLine {
  readonly kind: Kind
  readonly stage: string
  readonly flags: readonly string[]
}
export interface AgentCardWhole extends AgentCard {
  readonly scope: string
  readonly since: string
  /** judged uses behind its value; null when it is not measured */
  readonly judged: number | null
  readonly verdict: string | null
  readonly evidence: readonly { readonly from: AgentNoteLine["from"] | "document"; readonly quote: string | null }[]
}
export interface AgentWarning extends AgentNoteLine {
  readonly why: string
  readonly instead: string | null
}
export interface Answered<T> {
  readonly answer: T
  readonly drafts: readonly Draft[]
}

const WARNINGS = 3
const FOUND = 8
const LONGEST = 700
const QUOTES = 5

const from = (source: string): AgentNoteLine["from"] =>
  source === "user" ? "user" : source === "agent" ? "agent" : "tool output"
const words = (text: string | null): string => {
  const line = oneLine(text ?? "(forgotten)")
  return (line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`).toWellFormed()
}
const line = (card: CardRead): AgentNoteLine => ({
  id: card.short,
  text: words(card.statement),
  from: from(card.source),
})
const listed = (card: CardRead): AgentCard => ({ ...line(card), kind: card.kind, stage: card.stage, flags: card.flags })

export const scopesFor = (asker: Asker): readonly string[] => scopesOf(asker.scope, asker.domains)
export const episodeFor = (memory: Memory, asker: Asker): string | null =>
  currentEpisode(memory, asker.scope, true)?.id ?? null

type Reading = Pick<Parameters<typeof readDraft>[1], "card" | "channel" | "rank" | "query">
const reading = (memory: Memory, asker: Asker, read: Reading): Draft =>
  readDraft(memory, { ...read, by: "agent", episode: episodeFor(memory, asker), scope: asker.scope }) as Draft

export function agentPack(memory: Memory, asker: Asker, prompt: string): Answered<readonly AgentNoteLine[]> {
  const { pack } = makePack(memory, {
    scope: asker.scope,
    domains: asker.domains,
    placement: prompt === "" ? "session_start" : "prompt",
    prompt,
    loaded: asker.loaded,
    limits: { tokens: asker.packTokens },
    fresh: true,
  })
  return {
    answer: pack.items.map(item => line(readCard(memory, findCard(memory, item.card)))),
    drafts: pack.items.map((item, rank) =>
      reading(memory, asker, { card: item.card, channel: "search", rank, query: prompt === "" ? null : prompt }),
    ),
  }
}

export function agentSearch(
  memory: Memory,
  asker: Asker,
  asked: { readonly query: string; readonly kind: Kind | null; readonly global: boolean },
): Answered<readonly AgentCard[]> {
  const scopes = asked.global ? ["global:me"] : scopesFor(asker)
  const found = findCards(memory, { query: asked.query, scopes, kind: asked.kind, liveOnly: true, most: FOUND }).filter(
    card => !card.muted,
  )
  return {
    answer: found.map(listed),
    drafts: found.map((card, rank) =>
      reading(memory, asker, { card: card.id, channel: "search", rank, query: asked.query }),
    ),
  }
}

export function agentRead(memory: Memory, asker: Asker, id: string): Answered<AgentCardWhole> {
  const card = visibleCard(memory, id, scopesFor(asker))
  return {
    answer: wholeCard(memory, card),
    drafts: [reading(memory, asker, { card: card.id, channel: "explicit_read", rank: null, query: null })],
  }
}

function wholeCard(memory: Memory, view: CardView): AgentCardWhole {
  const card = readCard(memory, view)
  const whose = { user_span: "user", agent_span: "agent", doc_span: "document", tool_output: "tool output" } as const
  return {
    ...listed(card),
    scope: card.scope.tier,
    since: card.born.slice(0, 10),
    judged: card.value?.n ?? null,
    verdict: card.value?.verdict ?? null,
    evidence: card.evidence
      .slice(-QUOTES)
      .map(e => ({ from: whose[e.kind], quote: e.quote === null ? null : words(e.quote) })),
  }
}

export function agentCheck(memory: Memory, asker: Asker, action: string): Answered<readonly AgentWarning[]> {
  const { scope, domains } = asker
  const where = { scope, domains, episode: episodeFor(memory, asker), mode: "tell" } as const
  const { hits, draft } = checkWords(memory, where, action)
  return {
    answer: hits.slice(0, WARNINGS).map(hit => ({
      ...line(readCard(memory, findCard(memory, hit.card))),
      why: words(hit.why),
      instead: hit.remedy === null ? null : words(hit.remedy),
    })),
    drafts: draft === null ? [] : [draft],
  }
}

/**
 * What an agent in one place may open by id: cards of its repository, its domains and the person. Anything else is not there for
 * it, whatever id it was told (security 9: nothing is read by a name from outside).
 */
export function visibleCard(memory: Memory, given: string, scopes: readonly string[]): CardView {
  const card = findCard(memory, given)
  if (scopes.includes(`${card.scope.tier}:${card.scope.id}`)) return card
  throw new MettleError("E_NOT_FOUND", `no card "${given}" here`)
}
