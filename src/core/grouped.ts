// Things by what they have in common, or what is told of each; every group in the order its members came.
export function grouped<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]>
export function grouped<T, K, V>(all: Iterable<T>, keyOf: (one: T) => K, told: (one: T) => V): Map<K, V[]>
export function grouped<T, K>(all: Iterable<T>, keyOf: (one: T) => K, told = (one: T): unknown => one) {
  const groups = new Map<K, unknown[]>()
  for (const one of all) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known) known.push(told(one))
    else groups.set(key, [told(one)])
  }
  return groups
}
