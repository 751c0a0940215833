// Words that the user took back: they never come in again by themselves, however they are typed or found. Only a note in so
// many words brings them back. Kept as a keyed hash of the words, without case and punctuation.
import { squash } from "../propose/similar.ts"
import type { FoldContext } from "./context.ts"
import type { CardView } from "./state.ts"
import { TABLE } from "./tables.ts"

const keyOf = (context: FoldContext, statement: string): string => context.hash(squash(statement))

export function takeBack(context: FoldContext, card: Pick<CardView, "id" | "statement">): void {
  const key = context.read("taken back", () => {
    const statement = context.text(card.statement)
    return statement === null ? null : keyOf(context, statement)
  })
  if (key !== null) TABLE.takenBack.set(context.rows, key, card.id)
}

export const isTakenBack = (context: FoldContext, statement: string): boolean =>
  TABLE.takenBack.get(context.rows, keyOf(context, statement)) !== undefined
