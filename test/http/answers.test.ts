// Nothing gets out of the door that an answer's schema does not name, at any depth.
import { describe, expect, it } from "vitest"
import { toJSONSchema } from "zod/mini"
import { ROUTES } from "../../src/http/routes.ts"
import { answering } from "../../src/http/server.ts"

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

/** An answer that fits, with a field too many in every object. */
function leaky(json: Json): unknown {
  if (json.anyOf) return leaky(json.anyOf[0]!)
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (json.properties)
    return {
      ...Object.fromEntries(Object.entries(json.properties).map(([name, inner]) => [name, leaky(inner)])),
      leak: LEAK,
    }
  if (json.items) return [leaky(json.items)]
  if (json.type === "object") return { one: leaky(json.additionalProperties!) }
  return PLAIN[[json.type!].flat()[0]!]
}

describe("[security] what an answer may say", () => {
  it("is what its schema names", async () => {
    const answer = answering({ desk: () => ({}) as never })
    for (const { body: _, ...route } of ROUTES) {
      const said = leaky(toJSONSchema(route.answer as never) as Json)
      const matched = { route: { ...route, run: () => said }, params: {} } as never
      const { status, json } = await answer({ matched, query: new URLSearchParams(), body: null } as never)
      expect([status, JSON.stringify(json)], route.path).toEqual([200, expect.not.stringContaining(LEAK)])
    }
  })
})
