// Writes docs/log-format.md from the event registry. `npm run docs` writes it, test/core/events checks that it is current.
import { EVENTS } from "../src/core/events/registry.ts"
import { toJSONSchema } from "zod/v4/core"

export function logFormat(): string {
  const parts = [
    "# The log format",
    "",
    "Generated from `src/core/events` by `npm run docs`. Do not edit.",
    "",
    "Every event is one row: `seq` (order), `id` (128 bits, hex), `type`, `v`, `ts` (milliseconds), `episode`, `scope`, `data`",
    "(JSON below) and `chain` = sha256(previous chain ‖ sha256(bytes)). Free text never stands in an event: fields marked *text*",
    "hold a reference `b:…` (HMAC of the text under this store's key) to a blob that can be erased; those marked *name* hold a name",
    "somebody gave, which stays. `masked` may stand in any",
    "`data`: secrets masked, by kind; so may `recorded`: when an event that says it is from later was written down. Observed events are named after their source, so seeing a thing twice is one event;",
    "authored events carry a UUIDv7. A shipped version never changes: a new one comes with a named upcast.",
    "",
  ]
  for (const event of EVENTS) {
    const shape = toJSONSchema(event.data as never, { unrepresentable: "any" }) as { properties?: Record<string, unknown> }
    parts.push(`## ${event.type}`, "", `Version ${event.version}, ${event.origin}. ${event.about}`, "")
    const fields = Object.entries(shape.properties ?? {})
    if (fields.length > 0) {
      parts.push("| field | type |", "|---|---|")
      for (const [name, schema] of fields)
        parts.push(`| \`${name}\` | ${event.texts.includes(name) ? "*text* " : (event.names as readonly string[]).includes(name) ? "*name* " : ""}${typeName(schema)} |`)
      parts.push("")
    }
    const ups = Object.entries(event.upcasts).map(([n, up]) => `- v${n} \`${up.name}\``)
    if (ups.length > 0) parts.push(...ups, "")
  }
  return `${parts.join("\n").trimEnd()}\n`
}

function typeName(schema: unknown): string {
  const t = schema as { type?: string | string[]; anyOf?: unknown[]; enum?: unknown[]; const?: unknown; items?: unknown; properties?: Record<string, unknown>; pattern?: string }
  if (t.anyOf) return t.anyOf.map(typeName).join(" or ")
  if (t.enum) return t.enum.map(v => `\`${v}\``).join(", ")
  if (t.const !== undefined) return `\`${String(t.const)}\``
  if (t.type === "array") return `list of ${typeName(t.items)}`
  if (t.type === "object" && t.properties) return `{${Object.keys(t.properties).join(", ")}}`
  if (t.pattern?.startsWith("^b:")) return "reference"
  if (t.pattern === "^[0-9a-f]{32}$") return "id"
  return [t.type ?? "any"].flat().join(" or ")
}
