// One move of a source's trust, as it is written down: where it stands now, with both intervals, and what moved it.
import { hashId } from "../ids.ts"
import type { Trust } from "../model.ts"

/** Sources become parts of keys, whatever stands in their names. */
export const sourceKey = (source: string): string => hashId("source", source)

export interface TrustMove {
  readonly source: string
  readonly at: number
  readonly seq: number
  readonly mean: number
  readonly lo50: number
  readonly hi50: number
  readonly lo90: number
  readonly hi90: number
  readonly n: number
  readonly because: string
  /** the card or the episode it speaks of */
  readonly ref: string | null
}

/** Lets `change` happen; the move it made, or none where the source stands as before. */
export function moveOf(
  source: string,
  because: string,
  ref: string | null,
  trust: (mass: number) => Trust,
  change: () => void,
): readonly ({ readonly what: "trust moved" } & { readonly move: Omit<TrustMove, "at" | "seq"> })[] {
  const before = trust(0.5)
  change()
  const half = trust(0.5)
  if (half.mean === before.mean && half.n === before.n) return []
  const most = trust(0.9)
  const bounds = { lo50: half.low, hi50: half.high, lo90: most.low, hi90: most.high }
  return [{ what: "trust moved", move: { source, mean: half.mean, n: half.n, ...bounds, because, ref } }]
}
