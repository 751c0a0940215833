// Norms for a file that people own: which cards stand in the block of AGENTS.md or CLAUDE.md, and the text with or without it.
import { isNorm } from "../core/model.ts"
import { hasBlock, type Norm, withNorms, withoutNorms } from "../core/pack/norms-block.ts"
import type { Memory } from "./memory.ts"
import { readCards } from "./read.ts"

/** Active norms in the user's own words, oldest first, so that diffs stay small. */
export const normsFor = (memory: Memory, scopes: readonly string[]): readonly Norm[] =>
  readCards(memory, { scopes })
    .filter(card => isNorm(card.kind) && (card.stage === "active" || card.stage === "proven") && !card.muted)
    .filter(card => card.source === "user")
    .toReversed()
    .flatMap(({ statement, short }) => (statement === null ? [] : [{ statement, short }]))

/** The text with these norms; null takes the block out. `empty`: the file held nothing else. */
export function changeBlock(
  before: string,
  norms: readonly Norm[] | null,
): { readonly text: string; readonly empty: boolean } {
  const text = norms === null ? withoutNorms(before) : withNorms(before, norms)
  return { text, empty: text === "" && hasBlock(before) }
}
