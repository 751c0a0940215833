// docs/http-api/openapi.json is generated from src/http/routes.ts and schemas.ts; `UPDATE_DOCS=1 npx vitest run test/http/openapi.test.ts` writes it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { toJSONSchema } from "zod/mini"
import { expectedAt, ROUTES, routeFor } from "../../src/http/routes.ts"
import { openapi } from "../../tools/openapi.ts"
import { ROOT } from "../house/source.ts"

const generated = (): string =>
  `${JSON.stringify(
    openapi("1", schema => toJSONSchema(schema as never) as Record<string, unknown>),
    null,
    1,
  )}
`

describe("the documented API", () => {
  it("[U-10] docs/http-api/openapi.json says what the routes answer and accept", () => {
    const folder = join(ROOT, "docs", "http-api")
    const file = join(folder, "openapi.json")
    if (process.env.UPDATE_DOCS) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, generated())
    }
    expect(readFileSync(file, "utf8")).toBe(generated())
  })
  it("every route is found by its own path and by no other method than the guard is told", () => {
    const broken = ROUTES.flatMap(route => {
      const path = route.path.replace("{id}", "c-7f2a41")
      const found = routeFor(route.method, path)?.route === route
      return found && expectedAt(path)?.methods.includes(route.method) && !expectedAt(path)?.open ? [] : [route.path]
    })
    expect(broken).toEqual([])
  })
  it("no route takes a path from outside: the only variable is an id", () => {
    expect(ROUTES.filter(route => /[:*]|\{(?!id\})/.test(route.path)).map(route => route.path)).toEqual([])
  })
})
