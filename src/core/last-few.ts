// Several take the same text apart, one after another: what the last few came to is kept.

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
