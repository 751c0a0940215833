// THE way into the views for whoever only reads them: memory, teams, models, the doors, and the fold itself where it looks something up.
// The fold's tables and those of how an episode goes, typed, without a pen.
import { ASSESSED } from "../assess/tables.ts"
import type { Rows } from "./rows.ts"
import { type CardView, type EpisodeView, type TurnView, turnKey } from "./state.ts"
import type { ReadTable } from "./table.ts"
import { TABLE } from "./tables.ts"

type Tables = typeof TABLE & typeof ASSESSED
export const read: {
  readonly [Name in keyof Tables]: Tables[Name] extends ReadTable<infer Row> ? ReadTable<Row> : never
} = {
  ...TABLE,
  ...ASSESSED,
}

/** The fold's clock: the running maximum of the times that are believed (clock.ts). */
export const clockOf = (rows: Rows): number => read.meta.get(rows, "clock") ?? 0

export const episodeOf = (rows: Rows, id: string | null): EpisodeView | undefined =>
  id === null ? undefined : read.episode.get(rows, id)
export const turnOf = (rows: Rows, episode: string, index: number): TurnView | undefined =>
  index < 0 ? undefined : read.turn.get(rows, turnKey(episode, index))
/** The last turn of an episode, open or not. */
export const lastTurn = (rows: Rows, episode: EpisodeView): TurnView | undefined =>
  turnOf(rows, episode.id, episode.turns - 1)

export const cardOf = (rows: Rows, id: string): CardView | undefined => read.card.get(rows, id)
/** Also one whose words were forgotten: what was shown then was shown. */
export const onceCardOf = (rows: Rows, id: string): CardView | undefined =>
  cardOf(rows, id) ?? read.wordless.get(rows, id)

/** Live cards by the key of the index: of a scope (`repo:id/`), of a kind in it (`repo:id/fact/`), all of them. */
export const liveCards = (rows: Rows, prefix = ""): readonly CardView[] =>
  read.scopeCards.list(rows, prefix).flatMap(([key]) => cardOf(rows, key.slice(key.lastIndexOf("/") + 1)) ?? [])
export const liveCardsIn = (rows: Rows, scopes: readonly string[]): readonly CardView[] =>
  scopes.flatMap(scope => liveCards(rows, `${scope}/`))
