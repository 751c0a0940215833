// What was made once and is kept for those who ask again: one thing, what was asked for lately, or what follows from an object.

export function lately<V>(most: number) {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  const set = (name: string, value: V): void => {
    if (young.size >= most / 2) {
      old = young
      young = new Map()
    }
    young.set(name, value)
  }
  return {
    get(name: string): V | undefined {
      const known = young.get(name)
      if (known !== undefined) return known
      const before = old.get(name)
      if (before !== undefined) set(name, before)
      return before
    },
    set,
    clear() {
      young.clear()
      old.clear()
    },
  }
}

/** What follows from a text alone, read once for those that were asked for lately. */
export function readLately<V>(most: number, read: (text: string) => V): (text: string) => V {
  const met = lately<V>(most)
  return text => {
    let value = met.get(text)
    if (value === undefined) met.set(text, (value = read(text)))
    return value
  }
}

/** Whatever it gives is treated as immutable by everybody. */
export function keepLast<T>(takeApart: (text: string) => T, most = 8): (text: string) => T {
  const kept = new Map<string, T>()
  return text => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = takeApart(text)
    if (kept.size >= most) kept.delete(kept.keys().next().value!)
    kept.set(text, made)
    return made
  }
}

/** What follows from an object that never changes, made once. What else it is made with is the same each time. */
export function onceFor<K extends object, V, Beside extends readonly unknown[]>(make: (of: K, ...beside: Beside) => V) {
  const made = new WeakMap<K, { readonly value: V }>()
  return (of: K, ...beside: Beside): V => {
    let known = made.get(of)
    if (known === undefined) made.set(of, (known = { value: make(of, ...beside) }))
    return known.value
  }
}

// Something that is made when it is first asked for, and then kept: most of what could be asked for never is, and a hook has no time
// to make it.

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
