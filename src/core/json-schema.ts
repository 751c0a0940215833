// JSON Schema of our own schemas: for programs in other languages and for documents. Apart from the schema library, so that
// a hook never carries the translator.
import { toJSONSchema } from "zod/mini"
import { EVENTS } from "./events/registry.ts"

export type JsonSchema = Readonly<Record<string, unknown>>

const jsonSchemaOf = (schema: unknown): JsonSchema => toJSONSchema(schema as never) as JsonSchema

/** One schema per event type: the whole event as it stands in the log. `b:` references name texts. */
export const eventJsonSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    EVENTS.map(({ type, version, about, data }) => {
      const { $schema, ...shape } = jsonSchemaOf(data)
      const id = { type: "string", pattern: "^[0-9a-f]{32}$" }
      return [
        type,
        {
          $schema,
          title: `${type} v${version}`,
          description: about,
          type: "object",
          required: ["seq", "id", "type", "v", "ts", "episode", "scope", "data"],
          properties: {
            seq: { type: "integer", minimum: 1 },
            id,
            type: { const: type },
            v: { const: version },
            ts: { type: "number" },
            episode: { anyOf: [id, { type: "null" }] },
            scope: { anyOf: [{ type: "string" }, { type: "null" }] },
            data: shape,
          },
        },
      ]
    }),
  )
