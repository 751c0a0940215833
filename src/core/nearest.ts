// What a person named: the only thing that fits, or the word they probably meant, by the smallest edit distance (with swaps of
// neighbours) if it is small enough to dare.
import { MettleError } from "./errors.ts"

/** The one that was meant by the start of a name; refused where none fits it, or several do. `named`: how the first of several are told. */
export function onlyOne<T>(
  found: readonly T[],
  given: string,
  noun: string,
  lists: string,
  named?: (one: T) => string,
): T {
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (only === undefined) throw new MettleError("E_NOT_FOUND", `no ${noun} "${given}"`, { hint: lists })
  const several = `"${given}" fits ${found.length} ${noun}s`
  throw named
    ? new MettleError("E_NOT_FOUND", `${several}: ${found.slice(0, 5).map(named).join(", ")}`, {
        hint: "give more of it",
      })
    : new MettleError("E_NOT_FOUND", `${several}: give more of it`, { hint: lists })
}

/** A hint to whoever named what is not there: the word they probably meant, or else where to look. */
export function didYouMean(word: string, known: readonly string[], otherwise: string, before = ""): string {
  const meant = nearest(word, known)
  return meant === null ? otherwise : `did you mean ${before}${meant}?`
}

export function nearest(word: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: string | null = null
  let least = limit + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const cost = distance(word.toLowerCase(), candidate.toLowerCase())
    if (cost < least) {
      least = cost
      best = candidate
    }
  }
  return best ?? (word.length >= 3 ? (known.find(candidate => candidate.startsWith(word)) ?? null) : null)
}

/** Optimal string alignment: insert, delete, replace, swap neighbours. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
