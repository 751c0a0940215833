// One pattern over " tokens " from whole-word alternatives. At first only those whose first letters stand in a clause are
// compiled: compiling whole tables costs a hook that reads one prompt fifty milliseconds. Finds exactly what all of them
// together would find first (tested); the tables per language are not here.

export interface Phrases {
  /** all alternatives as one pattern */
  readonly source: string
  exec(words: string): { readonly index: number } | null
  test(words: string): boolean
}

export const phrases = (...alternatives: readonly string[]): Phrases => matching(alternatives.join("|"), "")
/** The same, only at the start of a clause. */
export const openings = (...alternatives: readonly string[]): Phrases => matching(alternatives.join("|"), "^")

/** Who asks more often than this reads many prompts: then the whole pattern is worth its compilation. */
const SELDOM = 40

function matching(source: string, anchor: "" | "^"): Phrases {
  let table: readonly { readonly text: string; readonly heads: readonly string[] }[] | null = null
  let asked = 0
  let all: RegExp | null = null
  const pattern = (alternatives: string): RegExp => new RegExp(`${anchor} (?:${alternatives})(?= )`, "u")
  const fitting = (words: string): RegExp | null => {
    if (asked >= SELDOM) return (all ??= pattern(source))
    asked++
    table ??= split(source).map(text => ({ text, heads: headsOf(text).map(head => ` ${head}`) }))
    const stands = (head: string): boolean => (anchor === "" ? words.includes(head) : words.startsWith(head))
    const chosen = table.filter(({ heads }) => heads.some(stands))
    return chosen.length === 0 ? null : pattern(chosen.map(({ text }) => text).join("|"))
  }
  return {
    source: `${anchor} (?:${source})(?= )`,
    exec: words => fitting(words)?.exec(words) ?? null,
    test: words => fitting(words)?.test(words) ?? false,
  }
}

/** What opens, closes or parts; an escape and a class are passed over as a whole. */
const MARKS = /\\.|\[(?:\\.|[^\]\\])*\]|[()|]/gsu

/** The alternatives of a pattern's outermost level. */
function split(source: string): string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (const { 0: mark, index } of source.matchAll(MARKS)) {
    if (mark === "(") depth++
    else if (mark === ")") depth--
    else if (mark === "|" && depth === 0) {
      parts.push(source.slice(from, index))
      from = index + 1
    }
  }
  return [...parts, source.slice(from)]
}

/** Where the group that a pattern begins with ends. */
function groupEnd(source: string): number {
  let depth = 0
  for (const { 0: mark, index } of source.matchAll(MARKS)) {
    if (mark === "(") depth++
    else if (mark === ")" && --depth === 0) return index + 1
  }
  return source.length
}

/** What a match of one alternative can begin with, letter by letter; "" when that can be anything. */
function headsOf(text: string): string[] {
  if (text.startsWith("(")) {
    const end = groupEnd(text)
    if (/^\(\?(?:<?[!=])/.test(text)) return headsOf(text.slice(end))
    if (!text.startsWith("(?:")) return [""]
    const inner = split(text.slice(3, end - 1)).flatMap(headsOf)
    if (text[end] === "{") return [""]
    return text[end] === "?" || text[end] === "*" ? [...inner, ...headsOf(text.slice(end + 1))] : inner
  }
  const literal = /^[^\\()[\]{}?*+.^$|]*/.exec(text)![0]
  // A quantifier takes back the letter before it.
  return [/^[?*+{]/.test(text.slice(literal.length)) ? [...literal].slice(0, -1).join("") : literal]
}
