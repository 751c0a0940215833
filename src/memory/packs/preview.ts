// A pack as it would be given now, for looking at: made by the same function, recorded nowhere, with the room of each slot and
// what was left out by reason.
import { SLOTS, type Slot } from "../../core/model.ts"
import { LIMITS } from "../../core/pack/pack.ts"
import { read } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { makePack, type Situation } from "./packs.ts"

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
