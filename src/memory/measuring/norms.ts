// Norms as a person asks about them: how many episodes followed each, when it was last broken, and what shows it.
import { isNorm } from "../../core/model.ts"
import { episodeOf } from "../../core/views/context.ts"
import { isBroken } from "../../core/views/norms.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive, type NormView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { cardRows } from "../reading/card-index.ts"
import { cardShort } from "../reading/read.ts"

const NONE: NormView = { counts: { obeyed: 0, violated: 0, not_applicable: 0, unknown: 0 }, recent: [], broken: null }

export type NormRead = ReturnType<typeof readNorm>
export function readNorm(memory: Memory, card: CardView) {
  const norm = read.norm.get(memory.views, card.id) ?? NONE
  const { obeyed, violated } = norm.counts
  return {
    card: card.id,
    short: cardShort(card),
    statement: memory.text(card.statement),
    scope: card.scope,
    counts: norm.counts,
    /** followed of told: episodes where it could be seen */
    followed: obeyed,
    told: obeyed + violated,
    broken: norm.broken && {
      episode: norm.broken.episode,
      event: norm.broken.event,
      at: new Date(norm.broken.at).toISOString(),
    },
    /** broken in the last telling episodes, so it is said at the prompt too */
    nearer: isBroken(norm),
  }
}

/** Norms in force, those broken last first, then those with most to tell; what is only on trial holds nobody. */
export const readNorms = (memory: Memory, scopes: readonly string[] | null): readonly NormRead[] =>
  cardRows(memory)
    .filter(card => isNorm(card.kind) && isLive(card.stage) && card.stage !== "trial")
    .filter(card => scopes === null || scopes.includes(`${card.scope.tier}:${card.scope.id}`))
    .map(card => readNorm(memory, card))
    .sort(
      (a, b) =>
        Date.parse(b.broken?.at ?? "1970-01-01") - Date.parse(a.broken?.at ?? "1970-01-01") ||
        b.told - a.told ||
        (a.card < b.card ? -1 : 1),
    )

/** What every episode showed of one norm, latest first. */
export const normEpisodes = (memory: Memory, card: string) =>
  read.adherence
    .list(memory.views)
    .flatMap(([id, row]) => {
      const followed = row[card]
      if (!followed) return []
      const at = followed.at ?? episodeOf(memory.views, id)?.lastAt ?? 0
      const { adherence, event, because } = followed
      return [{ episode: id, at: new Date(at).toISOString(), adherence, event, because }]
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
