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

export const isHexUnit = (code: number): boolean =>
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

/**
 * All matches of a global pattern. String.matchAll copies its pattern on every call, which costs more than the matching. `marks`: the
 * pattern never matches a text with none of them; to compile one costs a hook far more than to look for them.
 */
export const matches = (
  text: string,
  made: RegExp | (() => RegExp),
  ...marks: readonly string[]
): RegExpExecArray[] => {
  const found: RegExpExecArray[] = []
  if (marks.length > 0 && !marks.some(mark => text.includes(mark))) return found
  const pattern = typeof made === "function" ? made() : made
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === "") pattern.lastIndex++
  }
  return found
}

/** Where each of them stands. */
export const placesOf = (text: string, pattern: RegExp, ...marks: readonly string[]): readonly Omit<Span, "kind">[] =>
  matches(text, pattern, ...marks).map(match => ({ start: match.index, end: match.index + match[0].length }))

/** What a sticky pattern finds at `at`, and nowhere else. */
export const execAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** What the last group of a pattern catches, where it is taken for a secret. */
export const caught = (
  text: string,
  pattern: RegExp,
  kind: string,
  isSecret: (value: string, match: RegExpExecArray) => boolean,
  ...marks: readonly string[]
): Span[] =>
  matches(text, pattern, ...marks).flatMap(match => {
    const value = match[match.length - 1]!
    const start = match.index + match[0].lastIndexOf(value)
    return isSecret(value, match) ? [{ kind, start, end: start + value.length }] : []
  })

/** The text without the units of `tail` at its end. Walked back: /[,;]+$/ tries again at every unit of a long run. */
export const withoutTail = (text: string, tail: string): string => {
  let end = text.length
  while (end > 0 && tail.includes(text[end - 1]!)) end--
  return end === text.length ? text : text.slice(0, end)
}

/** The text up to the first escape such as `\\n`, with the backslashes that lead to it; null when there is none. */
export const beforeEscape = (text: string, letters: RegExp): string | null => {
  for (let at = text.indexOf("\\"); at >= 0; ) {
    const from = at
    while (text[at] === "\\") at++
    if (letters.test(text[at] ?? "")) return text.slice(0, from)
    at = text.indexOf("\\", at)
  }
  return null
}
