// The canonical dump of folded state: tables and rows in key order, object keys in order, doubles as the
// hex of their eight bytes, safe integers as decimals. Two folds agree exactly when their dumps have the same hash.
import { createHash } from "node:crypto"
import type { Rows } from "./rows.ts"

/** A JSON-safe value as canonical text. */
export function canonical(value: unknown): string {
  if (typeof value === "number") return numeral(value)
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(item => canonical(item ?? null)).join(",")}]`
  if (typeof value === "object") {
    // A rule's state may be an object that knows its own JSON: what counts is what the file would hold.
    if ("toJSON" in value && typeof value.toJSON === "function") return canonical(JSON.parse(JSON.stringify(value)))
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`
  }
  throw new TypeError(`${typeof value} is not JSON-safe`)
}

function numeral(value: number): string {
  if (Number.isSafeInteger(value)) return String(value) // −0 is 0, as JSON has it
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON-safe`)
  const bytes = new DataView(new ArrayBuffer(8))
  bytes.setFloat64(0, value)
  return "#" + bytes.getBigUint64(0).toString(16).padStart(16, "0")
}

/** The dump line by line, never as one string. */
export function* dump(rows: Rows): Generator<string> {
  for (const table of rows.tables()) {
    yield `table ${JSON.stringify(table)}`
    for (const [key, value] of rows.range(table, "", "\x7f")) yield `${JSON.stringify(key)} ${canonical(value)}`
  }
}

export function dumpHash(rows: Rows): string {
  const hash = createHash("sha256")
  for (const line of dump(rows)) hash.update(line).update("\n")
  return hash.digest("hex")
}
