// The anchors of g_align: what a repository's prompts were about at first, and what they are about now (S1-26, S1-27). Kept as keyed
// hashes of word stems, so that no word lies here; alignment is the cosine of a card's stems with each.

import { table } from "../../views/table.ts"
import { contentStems } from "../../words/stems.ts"
import type { RuleContext } from "../rule.ts"
import { selfAlignment, type TagParams } from "./tag-weight.ts"

type Bag = Readonly<Record<string, number>>
interface Anchors {
  readonly prompts: number
  readonly origin: Bag
  /** the last prompts, oldest first */
  readonly live: readonly (readonly string[])[]
}
export const ANCHORS = table<Anchors>("anchors", "scope")
const NONE: Anchors = { prompts: 0, origin: {}, live: [] }
const MOST_STEMS = 60

export const stemsIn = (context: RuleContext, text: string): readonly string[] =>
  [...new Set(contentStems(text))].slice(0, MOST_STEMS).map(stem => context.hash(stem))

/** The first so many prompts make the origin; the last so many the live anchor. */
export function follow(context: RuleContext, scope: string, stems: readonly string[], most: number): void {
  const known = ANCHORS.get(context.rows, scope) ?? NONE
  const origin = known.prompts < most ? bag([stems], known.origin) : known.origin
  ANCHORS.set(context.rows, scope, { prompts: known.prompts + 1, origin, live: [...known.live, stems].slice(-most) })
}

const bag = (lists: readonly (readonly string[])[], start: Bag = {}): Bag => {
  const sum: Record<string, number> = { ...start }
  for (const stem of lists.flat()) sum[stem] = (sum[stem] ?? 0) + 1
  return sum
}

function cosine(stems: readonly string[], anchor: Bag): number {
  const sizes = stems.length * Object.values(anchor).reduce((sum, n) => sum + n * n, 0)
  // words that share nothing, or none at all, are as far from the one anchor as from the other
  return stems.reduce((sum, stem) => sum + (anchor[stem] ?? 0), 0) / Math.sqrt(sizes || 1)
}

/** g_align of a card's stems; undefined until there was a beginning and something since (S1-67). */
export function alignedWith(
  context: RuleContext,
  scope: string,
  stems: readonly string[],
  most: number,
  p: TagParams,
): number | undefined {
  const known = ANCHORS.get(context.rows, scope)
  if (!known || known.prompts < 2 * most) return undefined
  return selfAlignment(cosine(stems, bag(known.live)), cosine(stems, known.origin), p)
}
