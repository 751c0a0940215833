// Cards that packs avoid: at hand and hardly ever shown, because they are believed to be worth less than their place. Read from
// the records learning keeps; how `why` and `team status` tell "avoided" from "too early".

import { type Avoided, avoidedIn } from "../../core/learn/avoided.ts"
import { CHOOSE } from "../../core/learn/choose.ts"
import { DAY } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { readPooled } from "./pooled.ts"

/** Avoided cards among these, by id. */
export function readAvoided(memory: Memory, cards: readonly CardView[]): ReadonlyMap<string, Avoided> {
  const asked = new Map(
    cards.filter(card => isUnwanted(memory, card)).map(card => [card.id, [] as { at: number; shown: boolean }[]]),
  )
  if (asked.size === 0) return new Map()
  for (const [, record] of read.record.list(memory.views))
    for (const prompt of record.prompts)
      for (const { id, shown } of prompt.cand) asked.get(id)?.push({ at: record.day * DAY, shown })
  return new Map(
    [...asked].flatMap(([id, times]) => {
      const found = avoidedIn(times.sort((a, b) => a.at - b.at))
      return found ? [[id, found] as const] : []
    }),
  )
}

/** Believed, with what teammates saw where there is any, to promise less than a card must. */
function isUnwanted(memory: Memory, card: CardView): boolean {
  if (!isLive(card.stage) || !isLearnable(card)) return false
  const mean = readPooled(memory, card.id)?.team.mean ?? card.value?.mean ?? 0
  return mean < CHOOSE.margin
}

/** "shown 2 of 60 times it was at hand": what follows "avoided since …". */
export const avoidedCounts = ({ shown, of }: Avoided): string => `shown ${shown} of ${of} times it was at hand`
