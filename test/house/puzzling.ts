// Words that people met on a page, in a help or in a notice and did not understand; docs/concepts.md may define them, what is read
// in passing may not need them. A rule or a source with its version ("user-words@2") is one of them.
export const PUZZLING =
  /\b(?:anchored|novel|budgeted|eligible|store against budget|shortlist|posterior|propensity|jaccard|cosine|exposures?|p95|fail streak|resident|burn-in|facets?|tripped|trips?|salient|provenance|upcast|n = \d+)\b|[a-z]-[a-z]+@\d+/i

/** The first of them with what stands around it, or null. */
export function puzzle(text: string): string | null {
  const found = PUZZLING.exec(text)
  return found && text.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40).replace(/\s+/g, " ")
}
