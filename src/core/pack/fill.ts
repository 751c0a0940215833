// Best first into the slots: what must be shown before the rest, which may be refused before its slot is full. Draws no chance.
import { SLOT_OF } from "../model.ts"
import type { RankAnswer, RankCandidate, Ranked, RankInput } from "../questions/cards.ts"

type Slot = Ranked["slot"]
interface Filling {
  /** what else a card takes room in, beside its slot: its topic, say */
  readonly also?: (c: RankCandidate) => readonly string[]
  /** why a card stays out; `taken`: how many shown cards take room there */
  readonly refuses?: (c: RankCandidate, score: number, taken: (room: string) => number) => string | null
  /** how many cards that must be shown a slot holds at most; absent = all of them */
  readonly most?: (slot: Slot) => number
}

export function fill(
  { candidates, slots }: Pick<RankInput, "candidates" | "slots">,
  score: (c: RankCandidate) => number,
  { also = () => [], refuses = () => null, most = () => Number.POSITIVE_INFINITY }: Filling = {},
): RankAnswer {
  const used: Record<string, number> = {}
  const taken = (room: string): number => used[room] ?? 0
  return (
    candidates
      // + 0: nothing times a negative value is 0, not −0, which JSON does not know
      .map(c => ({ c, slot: SLOT_OF[c.kind], score: score(c) + 0 }))
      .sort(
        (a, b) => Number(b.c.mustShow) - Number(a.c.mustShow) || b.score - a.score || (a.c.card < b.c.card ? -1 : 1),
      )
      .map(({ c, slot, score }): Ranked => {
        const full = taken(slot) >= (c.mustShow ? most(slot) : slots[slot])
        const reason = (c.mustShow ? null : refuses(c, score, taken)) ?? (full ? "slot full" : null)
        if (reason === null) for (const room of [slot, ...also(c)]) used[room] = taken(room) + 1
        return { card: c.card, slot, score, shown: reason === null, chance: reason === null ? 1 : 0, reason }
      })
  )
}

export const shownFirst = (a: Ranked, b: Ranked): number => Number(b.shown) - Number(a.shown) || b.score - a.score
export const shownOf = (answer: RankAnswer): string => `${answer.filter(r => r.shown).length} of ${answer.length}`
/** Being new counts a share, and half of it after so many days. */
export const freshness = (
  c: RankCandidate,
  p: { readonly recencyShare: number; readonly recencyDays: number },
): number => 1 - p.recencyShare + p.recencyShare * 0.5 ** (c.ageDays / p.recencyDays)
