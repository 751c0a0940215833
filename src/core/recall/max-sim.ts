// MaxSim: for each word of the query the nearest word of the document, weighed by how rare the query word is. Finds
// paraphrases that share a few near words; the sentence vector finds those that share only the subject.
import { dotAt } from "./embedder.ts"
import type { WordTable } from "./word-table.ts"

interface WordBags {
  readonly dims: number
  /** one unit vector per distinct word, row after row */
  readonly units: Float32Array
  /** distinct words of each document as row numbers */
  readonly docs: readonly Uint32Array[]
  readonly rowOf: ReadonlyMap<string, number>
}

export function buildWordBags(table: WordTable, docs: readonly (readonly string[])[]): WordBags {
  const rowOf = new Map<string, number>()
  const bags = docs.map(list => {
    const rows = new Set<number>()
    for (const word of list) {
      if (word.length < 2) continue
      let row = rowOf.get(word)
      if (row === undefined) {
        row = rowOf.size
        rowOf.set(word, row)
      }
      rows.add(row)
    }
    return Uint32Array.from(rows)
  })
  const units = new Float32Array(rowOf.size * table.dims)
  for (const [word, row] of rowOf) units.set(table.unit(word), row * table.dims)
  return { dims: table.dims, units, docs: bags, rowOf }
}

/** 0 … 1 per document: the weighted mean over the query's words of the best cosine, negative ones counting as 0. */
export function maxSim(bags: WordBags, table: WordTable, query: ReadonlyMap<string, number>): Float64Array {
  const out = new Float64Array(bags.docs.length)
  const { dims, units } = bags
  // Each corpus word is compared at most once per query word.
  const near = new Float32Array(bags.rowOf.size)
  const seen = new Uint32Array(bags.rowOf.size)
  let turn = 0
  let total = 0
  for (const [word, weight] of query) {
    if (word.length < 2 || weight <= 0) continue
    total += weight
    turn++
    const vector = table.unit(word)
    const own = bags.rowOf.get(word)
    for (const [n, doc] of bags.docs.entries()) {
      let best = 0
      for (const row of doc) {
        if (seen[row] !== turn) {
          seen[row] = turn
          near[row] = row === own ? 1 : dotAt(vector, units, row * dims, dims)
        }
        if (near[row]! > best) best = near[row]!
      }
      out[n]! += weight * best
    }
  }
  return total > 0 ? out.map(sum => sum / total) : out
}
