// The nearest of many unit vectors that lie row after row in one array: a plain scan, which below some thousand rows beats
// every index.
import { dotAt } from "./embedder.ts"

/** Row numbers best first; of equal ones the earlier row. */
export function nearestRows(asked: Float32Array, vectors: Float32Array, rows: number, most: number): number[] {
  const dims = rows > 0 ? vectors.length / rows : 0
  const best: { readonly row: number; readonly score: number }[] = []
  for (let row = 0; row < rows && most > 0; row++) {
    const score = dotAt(asked, vectors, row * dims, dims)
    const last = best[most - 1]
    if (last && score <= last.score) continue
    let at = best.length
    while (at > 0 && best[at - 1]!.score < score) at--
    best.splice(at, 0, { row, score })
    if (best.length > most) best.pop()
  }
  return best.map(({ row }) => row)
}
