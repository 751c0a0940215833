// A function whose call is put off until something of its result is asked for. Arguments may be such results
// themselves, also inside lists and plain objects. Made for schemas, which are described far more often than used.

const REAL = Symbol("real")

/** The same function to its callers; only the moment of the call differs. */
export const putOff = <F extends (...args: never[]) => object>(make: F): F =>
  ((...args: unknown[]) =>
    standIn(() => (make as unknown as (...given: unknown[]) => object)(...args.map(real)))) as unknown as F

function standIn(make: () => object): object {
  let made: object | null = null
  const get = (): Record<PropertyKey, unknown> => (made ??= make()) as Record<PropertyKey, unknown>
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === REAL) return get()
        // Checks are part of the description.
        if (name === "check" && made === null)
          return (...checks: unknown[]) =>
            standIn(() => (get().check as (...c: unknown[]) => object)(...checks.map(real)))
        const value = get()[name]
        return typeof value === "function" ? value.bind(made) : value
      },
      has: (_, name) => name === REAL || name in get(),
      ownKeys: () => Reflect.ownKeys(get()),
      getOwnPropertyDescriptor: (_, name) => {
        const found = Reflect.getOwnPropertyDescriptor(get(), name)
        return found && { ...found, configurable: true }
      },
    },
  )
}

function real(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(real)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  // Our own stand-ins have a plain prototype too: they say so themselves.
  const own = REAL in value ? (value as Record<symbol, unknown>)[REAL] : null
  return own ?? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, real(inner)]))
}
