// Decides whether a value standing where a secret could be is one.
// Ground truth: how sure the place is (flag, quotes, bare code) times how the value looks. No entropy alone decides.

import type { KeyClass } from "./key-name.ts"
import { isPlaceholder } from "./placeholder.ts"
import {
  hasDigit,
  hasLetter,
  isCode,
  isDense,
  isNatural,
  isReference,
  isScrambled,
  isWordy,
  isWordyWithDigits,
} from "./shape.ts"

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
