// Facts age: each carries when it was last seen true, by being met again, by standing where it stood, or by the user's word.
import type { CardView } from "./state.ts"

export const seenTrue = (card: CardView, at: number): Partial<CardView> =>
  card.kind === "fact" && at > (card.trueAt ?? card.bornAt) ? { trueAt: at } : {}
