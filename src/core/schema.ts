// The only door to the schema library: what we use of zod/mini, name by name. Handing the namespace on whole would put all of the library and its translations
// (700 KB) into the hook (docs/decisions/0002-dependencies.md). A function that is missing here is added here. A schema is made when it is first used: a hook
// touches three of two hundred, and making them all was a fifth of its time.
import * as now from "zod/mini"

export type { infer, ZodMiniObject, ZodMiniType } from "zod/mini"

export const array = putOff(now.array)
export const boolean = putOff(now.boolean)
export const gte = putOff(now.gte)
export const int = putOff(now.int)
export const length = putOff(now.length)
export const literal = putOff(now.literal)
export const lte = putOff(now.lte)
export const maxLength = putOff(now.maxLength)
export const minLength = putOff(now.minLength)
export const nullable = putOff(now.nullable)
export const number = putOff(now.number)
export const object = putOff(now.object)
export const optional = putOff(now.optional)
export const pick = putOff(now.pick)
export const record = putOff(now.record)
export const regex = putOff(now.regex)
export const strictObject = putOff(now.strictObject)
export const string = putOff(now.string)
export const union = putOff(now.union)
export const unknown = putOff(now.unknown)

// Words of the language itself can be exported under their names, not declared.
const enumLater = putOff(now.enum)

export { enumLater as enum }

// A function whose call is put off until something of its result is asked for. Arguments may be such results
// themselves, also inside lists and plain objects. Made for schemas, which are described far more often than used.

const REAL = Symbol("real")

/** The same function to its callers; only the moment of the call differs. */
export function putOff<F extends (...args: never[]) => object>(make: F): F {
  const later = (...given: unknown[]) =>
    new Proxy<Later>({ make: make as unknown as Make, given, made: null }, STAND_IN)
  return later as unknown as F
}

type Make = (...given: unknown[]) => object
/** What a stand-in knows: no closure of its own, since there are hundreds and few are ever asked. */
interface Later {
  readonly make: Make
  readonly given: readonly unknown[]
  made: Readonly<Record<PropertyKey, unknown>> | null
}
const made = (later: Later): NonNullable<Later["made"]> =>
  (later.made ??= later.make(...later.given.map(real)) as NonNullable<Later["made"]>)

const checked = putOff((of: { check: Make }, ...checks: unknown[]) => of.check(...checks))

const STAND_IN: ProxyHandler<Later> = {
  get(later, name, self) {
    if (name === REAL) return made(later)
    // Checks are part of the description.
    if (name === "check" && later.made === null) return (...checks: never[]) => checked(self as never, ...checks)
    const value = made(later)[name]
    return typeof value === "function" ? value.bind(later.made) : value
  },
  has: (later, name) => name === REAL || name in made(later),
  ownKeys: later => Reflect.ownKeys(made(later)),
  getOwnPropertyDescriptor: (later, name) => {
    const found = Reflect.getOwnPropertyDescriptor(made(later), name)
    return found && { ...found, configurable: true }
  },
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
