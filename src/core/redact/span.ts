// A stretch of text found to be secret, and the mask that takes its place.
// Ground truth: masks are walls; nothing inside one is ever read again. Finding secrets does not belong here.

export type Span = { readonly kind: string; readonly start: number; readonly end: number }

export const mask = (kind: string): string => `[masked: ${kind}]`

export const PRIVATE_MARK = "[private]"

/** Every mask already in a text, ours or from an earlier run. */
export const MASKS = /\[masked: [a-z0-9-]{1,40}\]|\[private\]/g

const ESCAPE_LETTERS = "nrtbf"

const isWordUnit = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const isHexUnit = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)

/**
 * Whether a token may begin at `index`. A letter before it usually says no, except when that letter ends an
 * escape (`\n`, `%3D`) or a terminal colour code: tool output glues those to the token.
 */
export const opensToken = (text: string, index: number): boolean => {
  if (index === 0) return true
  const before = text.charCodeAt(index - 1)
  if (!isWordUnit(before)) return true
  if (index >= 2 && text[index - 2] === "\\" && ESCAPE_LETTERS.includes(text[index - 1]!)) return true
  if (index >= 3 && text[index - 3] === "%" && isHexUnit(before) && isHexUnit(text.charCodeAt(index - 2))) return true
  if (text[index - 1] === "m") return /\x1b\[[0-9;]{0,12}m$/.test(text.slice(Math.max(0, index - 16), index))
  if (index >= 6 && text[index - 6] === "\\" && text[index - 5] === "u") return true
  return false
}
