// Something that is made when it is first asked for, and then kept: most of what could be asked for never is, and a hook has no time
// to make it.
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
