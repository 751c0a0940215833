// What may stand in place of a rule's params: a value of the same shape as the one it replaces. The shape is read off the defaults,
// so that no rule writes its constants down twice.
import { s } from "../schema.ts"
import type { Params } from "./rule.ts"

function schemaOf(value: unknown): s.ZodMiniType {
  if (typeof value === "number") return s.number()
  if (typeof value === "string") return s.string()
  if (typeof value === "boolean") return s.boolean()
  if (Array.isArray(value)) return s.array(value.length === 0 ? s.unknown() : s.union(shapes(value)))
  if (typeof value === "object" && value !== null)
    return s.strictObject(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, schemaOf(part)])))
  return s.unknown()
}
const shapes = (values: readonly unknown[]): [s.ZodMiniType, ...s.ZodMiniType[]] => {
  const [first, ...others] = values.map(schemaOf)
  return [first!, ...others]
}

/** The rule's params with some replaced. Throws RangeError on a key it does not have or a value of another shape. */
export function withOverrides<P extends Params>(rule: string, params: P, overrides: Params): P {
  for (const [key, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(params, key)) throw new RangeError(`${rule} has no param "${key}"`)
    if (!schemaOf(params[key]).safeParse(value).success)
      throw new RangeError(`${rule}: "${key}" has another shape than ${JSON.stringify(params[key])?.slice(0, 60)}`)
  }
  return { ...params, ...overrides }
}
