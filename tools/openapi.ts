// The API as an OpenAPI 3.1 document, made from the routes and their schemas. A description only: nothing here answers.
import { FEED_PATH, HEALTH_PATH, ROUTES, type Route } from "../src/http/routes.ts"
import * as shapes from "../src/http/schemas.ts"

type Json = Readonly<Record<string, unknown>>
/** Turns a schema of ours into a JSON Schema; the schema library's own function, given from outside. */
type ToJsonSchema = (schema: unknown) => Json

const REFUSALS: Readonly<Record<string, string>> = {
  "400": "the request does not fit",
  "401": "the token is missing or wrong",
  "403": "another origin or site",
  "404": "there is nothing here",
  "405": "not with this method",
  "413": "the body is too large",
  "415": "not application/json, or compressed",
  "421": "not a name of this server",
}

export function openapi(version: string, schemaOf: ToJsonSchema): Json {
  const used = new Map<string, Json>()
  const named = (schema: unknown): Json => {
    const name = Object.entries(shapes).find(([, shape]) => shape === schema)![0]
    const { $schema: _dialect, ...rest } = schemaOf(schema) as Record<string, unknown>
    used.set(name, rest)
    return { $ref: `#/components/schemas/${name}` }
  }
  const content = (schema: unknown) => ({ "application/json": { schema: named(schema) } })
  const refusals = Object.fromEntries(Object.keys(REFUSALS).map(s => [s, { $ref: `#/components/responses/${s}` }]))
  const refused = Object.entries(REFUSALS).map(([s, description]) => [
    s,
    { description, content: content(shapes.failure) },
  ])
  const operation = (route: Route): Json => ({
    summary: route.about,
    parameters: [
      ...(route.path.includes("{id}")
        ? [
            {
              name: "id",
              in: "path",
              required: true,
              schema: { type: "string" },
              description: "an id, its start, or the short form",
            },
          ]
        : []),
      ...Object.entries(route.query ?? {}).map(([name, description]) => ({
        ...{ name, in: "query", required: false, schema: { type: "string" }, description },
      })),
    ],
    ...(route.body ? { requestBody: { required: true, content: content(route.body) } } : {}),
    responses: { "200": { description: "as asked", content: content(route.answer) }, ...refusals },
  })
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of ROUTES)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  return {
    openapi: "3.1.0",
    info: {
      title: "mettle open",
      version,
      description:
        "What the dashboard asks. Served on 127.0.0.1 only, with a token of its own per start (mettle open --no-browser --json prints it). Host, Origin, Sec-Fetch-Site, token, method and content type are checked in that order; there are no CORS headers and no cookies.",
    },
    servers: [{ url: "http://127.0.0.1:{port}", variables: { port: { default: "0" } } }],
    security: [{ bearer: [] }, { header: [] }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        header: { type: "apiKey", in: "header", name: "x-mettle-token" },
      },
      responses: Object.fromEntries(refused),
      schemas: Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    paths: {
      ...paths,
      [FEED_PATH]: {
        get: {
          summary: "What happens, as server-sent events: hello, message, change",
          responses: { "200": { description: "a stream", content: { "text/event-stream": {} } }, ...refusals },
        },
      },
      [HEALTH_PATH]: {
        get: {
          summary: "A sign of life that says nothing",
          security: [],
          responses: { "200": { description: "alive" } },
        },
      },
    },
  }
}
