// What a model answered, as data: the JSON object in its text, checked against a schema. Bounded; whatever does not fit is null.
import type { s } from "../core/schema.ts"

const LONGEST = 64_000

/** The outermost object of a text: models like to put words or a fence around it. */
export function readObject<T>(text: string, schema: s.ZodMiniType<T>): T | null {
  const start = text.indexOf("{")
  const end = text.lastIndexOf("}")
  if (start < 0 || end <= start || end - start > LONGEST) return null
  let value: unknown
  try {
    value = JSON.parse(text.slice(start, end + 1))
  } catch {
    return null
  }
  const read = schema.safeParse(value)
  return read.success ? read.data : null
}
