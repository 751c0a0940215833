// Reads a name that may announce a secret, and where it stands: on its own line, in quotes, in an environment.
// Ground truth: key-name.ts for what a name means. Its value is read elsewhere.

import { isUnknownEnvKey, type KeyClass, keyClass } from "./key-name.ts"
import type { Place } from "./value-reader.ts"

const NAME_LIMIT = 80
const NAME_RIGHT = /[A-Za-z0-9_.-]{0,60}/y
const OWNERS =
  "access|secret|api|private|auth|account|master|encryption|signing|shared|storage|primary|secondary|client|subscription|license|session|bot|bearer|refresh|personal|security|unseal|recovery|root|admin|deploy|webhook|service|app|application|consumer|user|database|db|server|ssh|merchant"
const SPACED_NAME = new RegExp(`(?:(?:${OWNERS}) ){1,3}$`, "i")
/** Most words before a name end otherwise. */
const ENDINGS = new Set(OWNERS.split("|").map(owner => owner.slice(-2)))

export type Name = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly cls: KeyClass
  readonly weak: boolean
}

/** Letters, digits and `_ . $ -`. */
const isNameUnit = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 46 ||
  code === 36 ||
  code === 45

export const nameAt = (text: string, anchor: number, length: number, floor: number): Name | undefined => {
  let first = anchor
  while (first > floor && anchor - first < NAME_LIMIT && isNameUnit(text.charCodeAt(first - 1))) first--
  const left = text.slice(first, anchor)
  NAME_RIGHT.lastIndex = anchor + length
  const right = NAME_RIGHT.exec(text)?.[0] ?? ""
  let name = left + text.slice(anchor, anchor + length) + right
  let start = anchor - left.length
  // An escape before the name (`\nTOKEN=`) leaves its letter on it.
  if (text[start - 1] === "\\" && /^[nrt][A-Za-z_]/.test(name)) {
    name = name.slice(1)
    start++
  }
  let full = name.length
  while (full > 0 && (name[full - 1] === "." || name[full - 1] === "-")) full--
  if (full < name.length) name = name.slice(0, full)
  const end = start + name.length
  const spaced =
    text[start - 1] === " " && ENDINGS.has(text.slice(start - 3, start - 1).toLowerCase())
      ? (SPACED_NAME.exec(text.slice(Math.max(floor, start - 40), start))?.[0] ?? "")
      : ""
  if (text[start - 1] === " " && /public[ -]key $/i.test(text.slice(Math.max(0, start - 11), start))) return undefined
  // A test runner's verdict, not a name.
  if (name === "PASS" && text[end] === ":") return undefined
  const cls = keyClass(spaced + name)
  if (cls !== undefined) return { text: name, start: start - spaced.length, end, cls, weak: false }
  return isUnknownEnvKey(name) ? { text: name, start, end, cls: "key", weak: true } : undefined
}

const LINE_LEAD =
  /^[ \t]*(?:[-+>*|] ?|\d{1,6}[:→|\t-] ?|export |set |setx |declare -x |ENV |ARG |env |SET |\$env:|\$Env:|\x1b\[[\d;]*m)*["'`]?$/

/** Behind another pair and its ";", as no code and no sentence has it. */
const IN_CONNECTION = /(?:^|[;"'\s])[A-Za-z][\w .]{0,30}=[^;="'\n]{1,48};[ ]?$/

export const placeOf = (text: string, name: Name): { place: Place; isEnv: boolean } => {
  const before = text.slice(Math.max(0, name.start - 48), name.start)
  const newline = before.lastIndexOf("\n")
  const escaped = before.lastIndexOf("\\n")
  const lead = before.slice(newline > escaped ? newline + 1 : escaped < 0 ? 0 : escaped + 2)
  const startsLine = (lead.length < before.length || name.start <= 48) && LINE_LEAD.test(lead)
  const quote = /["'`]$/.exec(before)?.[0]
  return {
    place: {
      startsLine,
      inConnection: IN_CONNECTION.test(before),
      outerQuote: quote !== undefined && text[name.end] !== quote ? quote : undefined,
    },
    isEnv: /^[A-Z][A-Z0-9_]{2,}$/.test(name.text),
  }
}
