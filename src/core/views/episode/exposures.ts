// Exposures: what was shown, searched, read or answered by check, with its chance. Derived from three events only.
import type { Event } from "../../events/define.ts"
import type { DataOf } from "../../events/registry.ts"
import { type FoldContext, saveCard, saveEpisode, saveTurn } from "../context.ts"
import { touchEpisode } from "../episodes.ts"
import { cardOf, episodeOf, lastTurn } from "../read.ts"
import { type EpisodeView, type ExposureView, seqKey, type TurnView } from "../state.ts"
import { TABLE } from "../tables.ts"

export function packBuilt(context: FoldContext, event: Event<DataOf<"pack.built">>): void {
  const { data } = event
  const exposures = data.shortlist.map(
    (item): ExposureView => ({
      pack: event.id,
      card: item.card,
      channel: "auto_pack",
      placement: data.placement,
      slot: item.slot,
      score: item.score,
      rank: item.rank,
      shown: item.shown,
      mode: item.mode,
      chance: item.chance,
      reason: item.reason,
      at: event.ts,
    }),
  )
  attach(context, event, exposures, data.placement === "prompt" ? data.slots : null)
  const episode = episodeOf(context.rows, event.episode)
  if (episode) saveEpisode(context.rows, { ...episode, packs: episode.packs + 1 })
}

/** What followed the holds of so many episodes is looked at. */
const HELD_IN = 3

export function checkAnswered(context: FoldContext, event: Event<DataOf<"check.answered">>): void {
  const { data } = event
  const exposures = data.hits.map(
    ({ card, exact, hold }, rank): ExposureView => ({
      ...seenFor(event, card, "check"),
      ...{ placement: data.placement, score: exact ? 1 : 0.5, rank, reason: hold ? "held" : null },
    }),
  )
  attach(context, event, exposures, null)
  for (const { card: id, hold } of data.hits) {
    const card = hold && event.episode !== null ? cardOf(context.rows, id) : undefined
    const others = (card?.heldIn ?? []).filter(one => one !== event.episode)
    if (card) saveCard(context.rows, { ...card, heldIn: [...others, event.episode!].slice(-HELD_IN) })
  }
  const episode = data.held && data.call !== null ? episodeOf(context.rows, event.episode) : undefined
  if (episode) saveEpisode(context.rows, { ...episode, held: [...(episode.held ?? []), data.call!] })
}

export function cardRead(context: FoldContext, event: Event<DataOf<"card.read">>): void {
  const { card, channel, rank } = event.data
  attach(context, event, [{ ...seenFor(event, card, channel), rank: rank ?? 0 }], null)
  const row = cardOf(context.rows, card)
  if (row) saveCard(context.rows, { ...row, read: row.read + 1 })
}

/** A card that somebody was shown for sure, because it was asked for or met. */
const seenFor = ({ id, ts }: Event, card: string, channel: ExposureView["channel"]): ExposureView => ({
  ...{ pack: id, card, channel, placement: "prompt", slot: channel, score: 0, rank: 0 },
  ...{ shown: true, mode: 1, chance: 1, reason: null, at: ts },
})

/** What of a turn's exposures still stands before the agent: since the last compaction. */
export function sinceCut({ compactedAt: cut, compactedShown }: EpisodeView, turn: TurnView): readonly ExposureView[] {
  if (cut === null || turn.index > cut) return turn.exposures
  return turn.index < cut ? [] : turn.exposures.slice(compactedShown)
}

function attach(context: FoldContext, event: Event, exposures: readonly ExposureView[], slots: number | null): void {
  for (const exposure of exposures) countExposure(context, event, exposure)
  const episode = touchEpisode(context, event)
  if (!episode) return
  const turn = lastTurn(context.rows, episode)
  // A pack built at session start belongs to the first prompt.
  if (!turn) saveEpisode(context.rows, { ...episode, pending: [...episode.pending, ...exposures] })
  else saveTurn(context.rows, { ...turn, exposures: [...turn.exposures, ...exposures], slots: slots ?? turn.slots })
}

function countExposure(context: FoldContext, event: Event, exposure: ExposureView): void {
  const card = cardOf(context.rows, exposure.card)
  // A card that vanished since (forgotten, rebuilt under another preset) breaks nothing.
  if (!card) return
  const shown = exposure.shown ? 1 : 0
  saveCard(context.rows, {
    ...card,
    seen: card.seen + 1,
    shown: card.shown + shown,
    lastShownAt: shown ? event.ts : card.lastShownAt,
  })
  const { method } = event.data as { readonly method?: "hook" | "both" }
  if (shown)
    TABLE.seenBy.set(context.rows, `${card.id}/${seqKey(event.seq)}`, {
      episode: event.episode,
      ...(method ? { method } : {}),
      placement: exposure.placement,
      channel: exposure.channel,
      at: event.ts,
    })
}
