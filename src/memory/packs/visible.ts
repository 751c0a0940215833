// What an agent in one place may open by id: cards of its repository, its domains and the person.
// Anything else is not there for it, whatever id it was told (security 9: nothing is read by a name from outside).
import { MettleError } from "../../core/errors.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { findCard } from "../reading/read.ts"

export function visibleCard(memory: Memory, given: string, scopes: readonly string[]): CardView {
  const card = findCard(memory, given)
  if (scopes.includes(`${card.scope.tier}:${card.scope.id}`)) return card
  throw new MettleError("E_NOT_FOUND", `no card "${given}" here`)
}
