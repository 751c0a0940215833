// text.forgotten in the fold: up to here everything stands as it was read; from here on a card whose words, or all of whose
// cited words, are gone is no card any more. What it did before stays with its record, so that no other card is credited anew.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { episodeOf, type FoldContext, removeCard, saveEpisode } from "./context.ts"
import { index } from "./stages.ts"
import { TABLE } from "./tables.ts"

export function textForgotten(context: FoldContext, event: Event<DataOf<"text.forgotten">>): void {
  for (const id of event.data.episodes) {
    const episode = episodeOf(context.rows, id)
    // Written as it is, so that whoever follows the rows looks at its words again.
    if (episode) saveEpisode(context.rows, episode)
  }
  const named = new Set(event.data.refs)
  const isGone = (ref: string): boolean => named.has(ref) || context.text(ref) === null
  for (const [id, card] of TABLE.card.list(context.rows)) {
    const touched = named.has(card.statement) || card.evidence.some(e => named.has(e.blob))
    if (!touched || !(named.has(card.statement) || card.evidence.every(e => isGone(e.blob)))) continue
    // Out of the index of live cards first.
    index(context, { ...card, stage: "archived" })
    TABLE.wordless.set(context.rows, id, card)
    removeCard(context.rows, id)
  }
}
