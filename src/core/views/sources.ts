// How far a source is believed, as the fold asks the trust rule.
import type { Trust } from "../model.ts"
import { sourceKey } from "../trust/tally.ts"
import { decide, type FoldContext, ruleFor } from "./context.ts"
import { clockOf } from "./read.ts"
import { TABLE } from "./tables.ts"

export function trustIn(context: FoldContext, source: string, mass?: number): Trust {
  const asked = { source, now: clockOf(context.rows) }
  return decide(context, ruleFor(context, "trust"), mass === undefined ? asked : { ...asked, mass }).answer
}

/** The same, or null while nothing ever moved it: most sources at most times, and then nothing needs computing. */
export function trustIfMoved(context: FoldContext, source: string): Trust | null {
  const key = sourceKey(source)
  const first = TABLE.trustMove.first(context.rows, `${key}/`, `${key}/\x7f`)
  return first === undefined ? null : trustIn(context, source)
}

/** A source nobody ever heard of. */
export const UNKNOWN = "unknown"

/** How far inferred feedback of a source counts: fully until it proved wrong more often than a source nobody knows. */
export function believed(context: FoldContext, source: string): number {
  const trust = trustIfMoved(context, source)
  return trust === null || trust.n === 0 ? 1 : Math.min(1, trust.mean / trustIn(context, UNKNOWN).mean)
}
