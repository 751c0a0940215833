// Where a key stands in a sorted list of keys.
/** Index of the first key ≥ `key`. */
export function place(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  if (high > 0 && keys[high - 1]! < key) return high
  while (low < high) {
    const mid = (low + high) >> 1
    if (keys[mid]! < key) low = mid + 1
    else high = mid
  }
  return low
}
