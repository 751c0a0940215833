// Words that the user took back: they never come in again by themselves, however they are typed or found. Only a note in so
// many words brings them back. Kept as a keyed hash of the words, without case and punctuation.
import { squash } from "../propose/similar.ts"
import type { FoldContext } from "./context.ts"
import type { CardView } from "./state.ts"
import { TABLE } from "./tables.ts"

const keyOf = (context: FoldContext, statement: string): string => context.hash(squash(statement))

type Words = Pick<CardView, "id" | "statement">
const keyIn = (context: FoldContext, card: Words): string | null =>
  context.read(`taken back ${card.statement}`, () => {
    const statement = context.text(card.statement)
    return statement === null ? null : keyOf(context, statement)
  })

export function takeBack(context: FoldContext, card: Words): void {
  const key = keyIn(context, card)
  if (key !== null) TABLE.takenBack.set(context.rows, key, card.id)
}
/** The act that took them back was undone itself. */
export function giveWords(context: FoldContext, card: Words): void {
  const key = keyIn(context, card)
  if (key !== null && TABLE.takenBack.get(context.rows, key) === card.id) TABLE.takenBack.delete(context.rows, key)
}

export const isTakenBack = (context: FoldContext, statement: string): boolean =>
  TABLE.takenBack.get(context.rows, keyOf(context, statement)) !== undefined
