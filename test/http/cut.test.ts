// Nothing gets out that an answer's schema does not name, at any depth; and what the schema library refuses is refused.
import { describe, expect, it } from "vitest"
import { toJSONSchema } from "zod/mini"
import { cut } from "../../src/http/cut.ts"
import { ROUTES } from "../../src/http/routes.ts"

interface Json {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Json[]
  readonly properties?: Readonly<Record<string, Json>>
  readonly items?: Json
  readonly additionalProperties?: Json
}
const LEAK = "never to be told"
const PLAIN: Readonly<Record<string, unknown>> = { string: "a", integer: 3, number: 0.5, boolean: true, null: null }
const entries = (of: Readonly<Record<string, Json>>, make: (inner: Json) => unknown) =>
  Object.entries(of).map(([name, inner]) => [name, make(inner)])

/** An answer that fits, with a field too many in every object. */
function leaky(json: Json, full: boolean): unknown {
  if (json.anyOf) return leaky(json.anyOf[full ? 0 : json.anyOf.length - 1]!, full)
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (json.properties) return { ...Object.fromEntries(entries(json.properties, p => leaky(p, full))), leak: LEAK }
  if (json.items) return full ? [leaky(json.items, true), leaky(json.items, true)] : []
  if (json.type === "object") return { one: leaky(json.additionalProperties!, full) }
  return PLAIN[[json.type!].flat().at(full ? 0 : -1)!]
}
/** Every value of it, one at a time, replaced by an object that says more. */
function* spoilt(value: unknown): Generator<unknown> {
  yield { leak: LEAK }
  if (typeof value !== "object" || value === null) return
  for (const [name, inner] of Object.entries(value))
    for (const other of name === "leak" ? [] : spoilt(inner))
      yield Array.isArray(value) ? value.map((v, i) => (String(i) === name ? other : v)) : { ...value, [name]: other }
}

describe("[security] what an answer may say", () => {
  const answers = new Set(ROUTES.map(route => route.answer))
  it("is what its schema names, and what the schema library would leave of it", () => {
    for (const schema of answers)
      for (const full of [true, false]) {
        const answer = leaky(toJSONSchema(schema as never) as Json, full)
        expect(cut(schema, answer)).toEqual(schema.parse(answer))
        expect(JSON.stringify(cut(schema, answer))).not.toContain(LEAK)
      }
  })
  it("is nothing when a value is of another kind than its schema has", () => {
    for (const schema of answers) {
      const answer = leaky(toJSONSchema(schema as never) as Json, true)
      for (const wrong of spoilt(answer)) {
        const told = (() => {
          try {
            return JSON.stringify(cut(schema, wrong))
          } catch {
            return null
          }
        })()
        expect(told ?? "").not.toContain(LEAK)
        expect(told === null).toBe(!schema.safeParse(wrong).success)
      }
    }
  })
})
