// Reads the value that follows a name, up to where it ends, and decides whether it is a secret.

import type { KeyClass } from "./key-name.ts"
import {
  hasDigit,
  hasLetter,
  isCode,
  isDense,
  isNatural,
  isPlaceholder,
  isReference,
  isScrambled,
  isWordy,
  isWordyWithDigits,
} from "./shape.ts"
import { beforeEscape, execAt, withoutTail } from "./span.ts"

// Reads the value that follows a name: past the separator, inside its quotes, up to where it ends.
// Ground truth: JSON, YAML, env files, INI, XML, PHP, shells and the usual programming languages.

export type Value = { readonly start: number; readonly end: number; readonly isQuoted: boolean }

export type NamePlace = {
  /** The name starts its line, so the value runs to the blank or the line's end. */
  readonly startsLine: boolean
  /** The quote right before the name, which then also ends the value (`"TOKEN=abc"`). */
  readonly outerQuote: string | undefined
  /** One of the pairs of a connection string (`Server=db;Password=a,b;`): only the next ";" ends the value. */
  readonly inConnection?: boolean
}

const QUOTE_LIMIT = 8192
/** Of a value without an end in sight this much is read and judged; wholeEnd says where it really ends. */
const BARE_LIMIT = 512
const OPEN =
  /(?:[ubrfUBRF@$]{1,2}#{0,2}(?=["']))?("""|\[\[(?=[^\s\]])|'''|\\{1,6}["']|["'`]|&quot;|&#0?39;|&#34;|%22|%27|[“‘«„])/y
const CLOSERS: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "«": "»", "„": "“", "[[": "]]" }
const BARE = /[^\s"'`,;&|<>(){}[\]\\]+(?:\\(?![nrt"'])[^\s"'`,;&|<>(){}[\]\\]+)*/y
const FIELD = /[^\s"'`;<>\\]+/y
const LINE = /[^\s"'`\\]+(?:["'`\\](?=[^\s,;)}\]])[^\s"'`\\]*)*/y
const NEXT_FIELD = /(?:[;&,|]|%26|\\n|\\r)\s?["']?[A-Za-z_][\w .-]{0,40}["']?\s?(?:=|:(?!\/\/)|%3D)/i

const quotedEnd = (text: string, from: number, quote: string): number => {
  const close = CLOSERS[quote] ?? quote
  const limit = Math.min(text.length, from + QUOTE_LIMIT)
  if (quote === '"' || quote === "'" || quote === "`") {
    for (let i = from; i < limit; i++) {
      const unit = text[i]
      if (unit === "\\") i++
      else if (unit === quote) return i
      else if (unit === "\n" && quote !== "`") return -1
    }
    return -1
  }
  const end = text.slice(from, limit).indexOf(close)
  return end < 0 ? -1 : from + end
}

/** The value at `from` (separator and blanks already passed). */
export const readValue = (text: string, from: number, place: NamePlace): Value | undefined => {
  const open = execAt(OPEN, text, from)
  // With an outer quote around the pair, an equal quote here closes the pair: the value is empty.
  if (open !== null && open[1] !== place.outerQuote) {
    const start = from + open[0].length
    const end = quotedEnd(text, start, open[1]!)
    if (end >= start) return { start, end, isQuoted: true }
    const cut = /^[^\s"'`]+/.exec(text.slice(start, start + BARE_LIMIT))
    return cut === null ? undefined : { start, end: start + cut[0].length, isQuoted: true }
  }
  if (open !== null) return undefined
  if (place.outerQuote !== undefined) {
    const end = quotedEnd(text, from, place.outerQuote)
    if (end > from && !/\s/.test(text.slice(from, end))) {
      const field = NEXT_FIELD.exec(text.slice(from, Math.min(end, from + 2048)))
      return { start: from, end: field === null ? end : from + field.index, isQuoted: true }
    }
  }
  const pattern = place.inConnection ? FIELD : place.startsLine ? LINE : BARE
  let value = execAt(pattern, text.slice(from, from + BARE_LIMIT), 0)?.[0]
  if (value === undefined) return undefined
  const field = NEXT_FIELD.exec(value)
  if (field !== null && field.index > 0 && !place.inConnection) value = value.slice(0, field.index)
  if (place.inConnection) return { start: from, end: from + value.length, isQuoted: false }
  value = place.startsLine ? (beforeEscape(value, /[nr]/) ?? withoutTail(value, ",;")) : withoutTail(value, ".:!?")
  return value === "" ? undefined : { start: from, end: from + value.length, isQuoted: false }
}

/** Where a value ends that was too long to be read whole: whatever is glued to it belongs to it. */
export const wholeEnd = (text: string, { start, end }: Value): number => {
  return end - start < BARE_LIMIT - 2 ? end : end + execAt(GLUED, text, end)![0].length
}
const GLUED = /[^\s"'`]*/y

// Decides whether a value standing where a secret could be is one.
// Ground truth: how sure the place is (flag, quotes, bare code) times how the value looks. No entropy alone decides.

/** sure: an environment line or a password flag. quoted: a literal. bare: could as well be code or prose. */
export type Trust = "sure" | "quoted" | "bare"

const APP_PASSWORD = /^[a-z]{4}(?: [a-z]{4}){3}$/
const PASSPHRASE = /^[a-z]+(?:[- _.][a-z]+){3,23}$/

const spaced = (value: string, cls: KeyClass, trust: Trust): boolean => {
  if (cls === "password" && trust !== "bare" && APP_PASSWORD.test(value)) return true
  if (isNatural(value)) return false
  // Line noise with blanks in it, as in generated salts.
  return trust !== "bare" && value.length >= 24 && /[^\w\s]{2}/.test(value) && hasDigit(value) && hasLetter(value)
}

export const isSecretValue = (value: string, cls: KeyClass, trust: Trust): boolean => {
  if (value.length < 4 || isPlaceholder(value) || isReference(value)) return false
  if (trust === "bare" && (isCode(value) || /^[a-z_]+=\d+$/.test(value))) return false
  // A negated name in code.
  if (trust !== "sure" && /^!+[A-Za-z_$.]+$/.test(value)) return false
  if (trust === "quoted" && /^[\w$.]+\([^)]*\)$/.test(value)) return false
  if (/\s/.test(value.trim())) return spaced(value.trim(), cls, trust)
  if (/[^\x21-\x7e]/.test(value) && !hasDigit(value)) return false
  if (isWordy(value)) {
    if (isScrambled(value)) return true
    if (cls !== "password") return false
    return (
      (trust === "sure" && value.length >= 6) ||
      (PASSPHRASE.test(value) && !/must|should|least|reset|enter/.test(value))
    )
  }
  if (/^[\d.,:-]+$/.test(value))
    return /^\d+$/.test(value) && cls === "password" && trust !== "bare" && value.length >= 6
  if (isWordyWithDigits(value)) {
    const isSingle = /^[A-Za-z]+\d+$/.test(value)
    if (cls === "password")
      return (
        value.length >= 6 &&
        (isSingle
          ? trust !== "bare" || /\d{3,}$/.test(value)
          : trust === "sure" || (trust === "quoted" && value.length >= 10))
      )
    return trust === "sure" && value.length >= 10 && isSingle
  }
  const digits = hasDigit(value)
  const letters = hasLetter(value)
  if (cls === "password")
    return (
      value.length >= (trust === "bare" ? 6 : 5) &&
      (digits || /[A-Za-z][^\w\s]+[A-Za-z0-9]/.test(value)) &&
      (trust !== "bare" || letters)
    )
  if (!letters) return false
  if (value.length < (trust === "sure" ? 6 : 8)) return false
  return digits
    ? isDense(value) || value.length >= 16
    : value.length >= 16 && /[^\w\s.-]/.test(value) && trust !== "bare"
}
