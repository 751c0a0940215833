// A JSON body as it comes off the wire: counted, decoded strictly, its nesting measured before it is parsed, and no name in it
// that means something to objects themselves. What the body says is the schemas' business.
import type { IncomingMessage } from "node:http"
import { repeatedName } from "../core/json-once.ts"
import type { Refusal } from "./guard.ts"

const DEEPEST = 64
const OBJECTS_OWN = new Set(["__proto__", "constructor", "prototype"])

type Body = { readonly value: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal }

/** Reads to the end, or stops reading at the first byte too many. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer | null> {
  // One block that grows, not a list of parts: a part may be a single byte, and a million of them would weigh a hundredfold.
  let kept = Buffer.allocUnsafe(16 << 10)
  let size = 0
  // Leaving early must not close the connection: there is still an answer to give.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const bytes = part as Buffer
    if (size + bytes.length > most) return null
    if (size + bytes.length > kept.length) {
      const wider = Buffer.allocUnsafe(2 * (size + bytes.length))
      kept.copy(wider, 0, 0, size)
      kept = wider
    }
    size += bytes.copy(kept, size)
  }
  return kept.subarray(0, size)
}

export function parseBody(bytes: Uint8Array): Body {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return wrong("the body is not UTF-8")
  }
  if (deeperThan(text, DEEPEST)) return wrong(`the body is nested deeper than ${DEEPEST}`)
  let foul = false
  let value: unknown
  try {
    value = JSON.parse(text, (name, inner) => {
      if (OBJECTS_OWN.has(name)) foul = true
      return typeof inner === "string" ? inner.toWellFormed() : inner
    })
  } catch {
    return wrong("the body is not JSON")
  }
  if (foul) return wrong("the body uses a name that is not allowed")
  if (repeatedName(text) !== null) return wrong("the body says a name twice")
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong("the body is not an object")
  return { value: value as Record<string, unknown> }
}

const wrong = (message: string): Body => ({ refusal: { status: 400, message } })

/** Brackets outside of strings, counted: the parser itself would go a million deep. */
function deeperThan(text: string, most: number): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 0x5c) i++
      else if (c === 0x22) quoted = false
    } else if (c === 0x22) quoted = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > most) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}
