// Things by what they share, in the order they first came. Node 20 has no Map.groupBy.
export function grouped<T, K>(things: readonly T[], by: (thing: T) => K): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>()
  for (const thing of things) {
    const key = by(thing)
    const mine = found.get(key)
    if (mine) mine.push(thing)
    else found.set(key, [thing])
  }
  return found
}
