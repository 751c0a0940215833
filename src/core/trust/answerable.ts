// Who is answerable for what became of a card (D63): what the user and others said of it is kept here, and gives, each time it
// comes out differently, one judgement for every source behind the card.

import type { Event } from "../events/define.ts"
import { DAY } from "../time.ts"
import type { Rows } from "../views/rows.ts"
import type { CardView } from "../views/state.ts"
import { table } from "../views/table.ts"
import { TABLE } from "../views/tables.ts"
import { type Fate, fateOf, type UserWord } from "./fate.ts"
import type { Verdicted } from "./tally.ts"

/** What was judged of one card, and who is answerable. */
interface FateView {
  readonly words: readonly UserWord[]
  /** who else marked it, and as what; the last mark of each counts */
  readonly claims: Readonly<Record<string, { readonly claim: 0 | 1; readonly episode: string }>>
  /** fixed when it is first judged */
  readonly sources: readonly string[] | null
  readonly cast: Fate | null
}
const NO_FATE: FateView = { words: [], claims: {}, sources: null, cast: null }
export const FATE = table<FateView>("fate", "card")

export function hear(rows: Rows, card: CardView, word: UserWord): readonly Verdicted[] {
  const fate = FATE.get(rows, card.id) ?? NO_FATE
  FATE.set(rows, card.id, { ...fate, words: [...fate.words, word] })
  return judged(rows, card.id)
}

/** An agent's or a teammate's mark is a claim: it is answered for once the card's fate is known. */
export function mark(rows: Rows, event: Event, card: CardView, by: string, claim: 0 | 1 | null): readonly Verdicted[] {
  if (claim === null || by === "user") return []
  const fate = FATE.get(rows, card.id) ?? NO_FATE
  const known = Object.hasOwn(fate.claims, by) ? fate.claims[by] : undefined
  const episode = known?.episode ?? event.episode ?? dayOf(event.ts)
  FATE.set(rows, card.id, { ...fate, claims: { ...fate.claims, [by]: { claim, episode } } })
  return fate.cast ? [claimed(card.id, by, episode, fate.cast, claim)] : []
}

/** An act was taken back: the card it made, or whatever card its word was said of. */
export function undone(rows: Rows, event: Event, act: string): readonly Verdicted[] {
  const made = TABLE.card.get(rows, act)
  if (made && made.proposer !== "user@1")
    return [
      ...hear(rows, made, { act: event.id, good: 0, weight: 1, because: "undone by the user" }),
      ...(made.supersedes === null ? [] : judged(rows, made.supersedes)),
    ]
  return FATE.list(rows).flatMap(([id, fate]) => {
    if (!fate.words.some(w => w.act === act)) return []
    FATE.set(rows, id, { ...fate, words: fate.words.filter(w => w.act !== act) })
    return judged(rows, id)
  })
}

/** Looks at a card's fate again: what is to be said of its sources if that changed. Cheap when it did not. */
export function judged(rows: Rows, id: string): readonly Verdicted[] {
  const card = TABLE.card.get(rows, id)
  if (!card) return []
  const row = FATE.get(rows, id)
  const typed = card.source === "user"
  const fate = fateOf({ words: row?.words ?? [], typed, stage: card.stage, verdict: card.value?.verdict ?? null })
  const was = row?.cast ?? null
  if (fate?.good === was?.good && fate?.weight === was?.weight) return []
  const sources = row?.sources ?? sourcesOf(rows, card)
  const episode = card.episode ?? dayOf(card.bornAt)
  FATE.set(rows, id, { ...(row ?? NO_FATE), sources, cast: fate })
  return [
    ...sources.map(source => ({ source, episode, item: id, fate, ref: id })),
    ...Object.keys(row?.claims ?? {})
      .sort()
      .map(by => claimed(id, by, row!.claims[by]!.episode, fate, row!.claims[by]!.claim)),
  ]
}

const dayOf = (at: number): string => `day-${Math.floor(at / DAY)}`
const claimed = (card: string, by: string, episode: string, fate: Fate | null, claim: 0 | 1): Verdicted => ({
  ...{ source: by, episode, item: `${card}/mark`, ref: card },
  fate: fate && {
    good: claim === 1 ? fate.good : 1 - fate.good,
    weight: fate.weight,
    because: `its mark, and then: ${fate.because}`,
  },
})

/** Its proposer; for the agent's procedures the agent and its model; the tools it cites. */
function sourcesOf(rows: Rows, card: CardView): readonly string[] {
  // what the user wrote down is never a source (D63)
  const proposer = card.provenance === "note" ? [] : [card.proposer]
  if (card.source === "user") return proposer
  const model = card.episode === null ? null : TABLE.episode.get(rows, card.episode)?.model
  const agent = card.source === "agent" ? ["agent", ...(model ? [`model:${model}`] : [])] : []
  const cited = new Set(card.evidence.filter(e => e.kind === "tool_output").map(e => e.event))
  const turns = cited.size > 0 && card.episode !== null ? TABLE.turn.list(rows, `${card.episode}/`) : []
  const tools = turns.flatMap(([, t]) => t.tools.filter(tool => cited.has(tool.event)).map(tool => `tool:${tool.tool}`))
  return [...new Set([...proposer, ...agent, ...tools])].sort()
}
