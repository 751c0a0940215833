// Norms for a file that people own: which cards stand in the block of AGENTS.md or CLAUDE.md, and the text with or without it.
import { isNorm } from "../../core/model.ts"
import { hasBlock, type Norm, reviewed, withNorms, withoutNorms } from "../../core/pack/norms-block.ts"
import type { Memory } from "../memory.ts"
import { readCards } from "../reading/read.ts"

/** Active norms in the user's own words, oldest first, so that diffs stay small. */
export const normsFor = (memory: Memory, scopes: readonly string[]): readonly Norm[] =>
  readCards(memory, { scopes })
    .filter(card => isNorm(card.kind) && (card.stage === "active" || card.stage === "proven") && !card.muted)
    .filter(card => card.source === "user")
    .toReversed()
    .flatMap(({ statement, short }) => (statement === null ? [] : [{ statement, short }]))

/** The text with these norms and what others changed in the block; null takes the block out. `empty`: the file held nothing else. */
export function changeBlock(
  before: string,
  norms: readonly Norm[] | null,
  isGone: (short: string) => boolean = () => false,
): { readonly text: string; readonly empty: boolean } {
  const next = norms === null ? null : reviewed(before, norms, isGone)
  const text = next === null ? withoutNorms(before) : withNorms(before, next.norms, next.held)
  return { text, empty: text === "" && hasBlock(before) }
}

/** Whether a norm of this memory is no longer in use; what is not known here is somebody else's. */
export function goneNorms(memory: Memory): (short: string) => boolean {
  const gone = new Set(
    readCards(memory)
      .filter(card => isNorm(card.kind) && (card.stage === "archived" || card.stage === "superseded" || card.muted))
      .map(card => card.short),
  )
  return short => gone.has(short)
}
