// What an answer's schema lets through: the schema is read once, into a function that copies the named fields and looks at each value. The schema
// library reads its description anew for every value, which took as long as making the answer. What does not fit is refused, as it would be there.
import type * as s from "../core/schema.ts"

type Cut = (value: unknown) => unknown
/** What is read of a description. The names are the schema library's. */
interface Described {
  readonly type: string
  readonly shape: Readonly<Record<string, s.ZodMiniType>>
  readonly element: s.ZodMiniType
  readonly innerType: s.ZodMiniType
  readonly valueType: s.ZodMiniType
  readonly entries: Readonly<Record<string, string>>
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: Bound } }[]
}
/** One check of a value: most are of the least that a count may be. */
interface Bound {
  readonly check: string
  readonly value?: number
  readonly inclusive?: boolean
}
const refuse = (what: string): never => {
  throw new TypeError(`an answer without ${what} where its schema has one`)
}
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Kinds whose parts may hold more than the schema names, and the plain values that most answers are made of. */
const KINDS: Readonly<Record<string, (of: Described) => Cut>> = {
  object: ({ shape }) => {
    const fields = Object.entries(shape).map(([name, schema]) => [name, cutTo(schema)] as const)
    return value => {
      if (!isRecord(value)) return refuse("an object")
      const cut: Record<string, unknown> = {}
      for (const [name, field] of fields) cut[name] = field(value[name])
      return cut
    }
  },
  array: ({ element }) => {
    const each = cutTo(element)
    return value => (Array.isArray(value) ? value.map(each) : refuse("a list"))
  },
  record: ({ valueType }) => {
    const each = cutTo(valueType)
    return value =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner)]))
        : refuse("an object")
  },
  nullable: ({ innerType }) => {
    const inner = cutTo(innerType)
    return value => (value === null ? null : inner(value))
  },
  string: () => value => (typeof value === "string" ? value : refuse("a text")),
  boolean: () => value => (typeof value === "boolean" ? value : refuse("a yes or no")),
  number: () => value => (Number.isFinite(value) ? value : refuse("a number")),
  count: () => value => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : refuse("a count")),
  enum: ({ entries }) => {
    const words = new Set<unknown>(Object.values(entries))
    return value => (words.has(value) ? value : refuse("one of its words"))
  },
}
const isCount = ({ format, checks }: Described): boolean => {
  const bounds = checks?.map(({ _zod: { def } }) => def) ?? []
  return (
    format === "safeint" &&
    bounds.length === 1 &&
    bounds[0]!.check === "greater_than" &&
    bounds[0]!.value === 0 &&
    bounds[0]!.inclusive === true
  )
}

/** Anything else, and whatever has checks of its own, the schema looks at itself. */
function cutTo(schema: s.ZodMiniType): Cut {
  const of = schema._zod.def as unknown as Described
  const isPlain = of.format === undefined && (of.checks ?? []).length === 0
  const kind = isCount(of) ? "count" : isPlain ? of.type : ""
  return KINDS[kind]?.(of) ?? (value => schema.parse(value))
}

const made = new Map<s.ZodMiniType, Cut>()
/** The answer as its schema has it; what does not fit is thrown out whole. */
export function cut(schema: s.ZodMiniType, answer: unknown): unknown {
  const known = made.get(schema) ?? cutTo(schema)
  made.set(schema, known)
  return known(answer)
}
