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

// Walks the words of a text and tells which of them open with a given beginning: one cheap walk for dozens of patterns.
// Ground truth: a word starts where a letter or digit follows none of [A-Za-z0-9_], as \b has it. Case does not matter.

type Openings<T> = {
  /** First two units, folded: most words end here. */
  readonly pairs: Uint8Array
  readonly byPair: ReadonlyMap<number, readonly { readonly start: string; readonly held: T }[]>
}

const NOT_WORD = 0
const JOINT = 255
/** A unit's folded code for letters and digits, JOINT for "_", NOT_WORD for the rest. */
const FOLD = new Uint8Array(128)
for (let code = 48; code < 58; code++) FOLD[code] = code
for (let code = 97; code < 123; code++) FOLD[code] = FOLD[code - 32] = code
FOLD[95] = JOINT

/** Each entry: lower-case beginnings parted by blanks ("~" stands for a blank inside one), and what they open. */
export const openingsOf = <T>(entries: readonly (readonly [starts: string, held: T])[]): Openings<T> => {
  const pairs = new Uint8Array(128 * 128)
  const byPair = new Map<number, { start: string; held: T }[]>()
  for (const [starts, held] of entries) {
    for (const word of starts.split(" ")) {
      const start = word.replaceAll("~", " ")
      const pair = start.charCodeAt(0) * 128 + start.charCodeAt(1)
      pairs[pair] = 1
      const known = byPair.get(pair)
      if (known) known.push({ start, held })
      else byPair.set(pair, [{ start, held }])
    }
  }
  return { pairs, byPair }
}

/** The letter of an escape (`\\n`, `\\t`) is glued to the word after it in quoted output. */
const isEscaped = (text: string, index: number, before: number): boolean =>
  (before === 110 || before === 114 || before === 116) && text.charCodeAt(index - 2) === 92

/** The first two units are known to agree; no piece is cut out of the text to compare it. */
const opensWith = (text: string, index: number, start: string): boolean => {
  for (let k = 2; k < start.length; k++) {
    const code = text.charCodeAt(index + k)
    const folded = code >= 65 && code <= 90 ? code + 32 : code
    if (folded !== start.charCodeAt(k)) return false
  }
  return true
}

/** Where words start, and the pair of units each starts with. */
type Words = { readonly text: string; readonly count: number; readonly at: Int32Array; readonly pair: Uint16Array }

/** One place for the words of all texts but the longest: a resident reads thousands a second. */
const ROOM = 1 << 15
const roomFor = (most: number) => ({ at: new Int32Array(most), pair: new Uint16Array(most) })
const room = roomFor(ROOM)

const readWords = (text: string): Words => {
  const most = (text.length >> 1) + 1
  const { at, pair } = most > ROOM ? roomFor(most) : room
  let count = 0
  let before = NOT_WORD
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const unit = code < 128 ? FOLD[code]! : NOT_WORD
    if (unit !== NOT_WORD && unit !== JOINT && (before === NOT_WORD || isEscaped(text, i, before))) {
      const next = text.charCodeAt(i + 1)
      const second = next < 128 ? (FOLD[next]! === NOT_WORD || FOLD[next]! === JOINT ? next : FOLD[next]!) : 0
      at[count] = i
      pair[count] = unit * 128 + second
      count++
    }
    before = unit
  }
  return { text, count, at, pair }
}
// Several scanners walk over the same text one after another.
const NO_WORDS: Words = { text: "", count: 0, ...room }
let last = NO_WORDS
const wordsOf = (text: string): Words => (last.text === text ? last : (last = readWords(text)))
/** Lets go of the text that was read last. */
export const forgetWords = (): void => {
  last = NO_WORDS
}

export const eachOpening = <T>(text: string, openings: Openings<T>, visit: (index: number, held: T) => void): void => {
  const { pairs, byPair } = openings
  const { count, at, pair } = wordsOf(text)
  for (let i = 0; i < count; i++) {
    if (pairs[pair[i]!] === 0) continue
    for (const { start, held } of byPair.get(pair[i]!)!) if (opensWith(text, at[i]!, start)) visit(at[i]!, held)
  }
}
