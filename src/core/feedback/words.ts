// Words of a prompt: Unicode tokens, keyword sets and their overlap. Ground truth: requirements D10 and D73 (any script,
// normalised equality before overlap, abstain on empty sets). What a word means belongs to the cue tables.

const WORD = /[\p{L}\p{M}\p{N}]+(?:['_./-][\p{L}\p{M}\p{N}]+)*/gu
/** Scripts written without spaces, where a "word" is a pair of neighbouring characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Lower case, one kind of apostrophe, compatibility forms folded: what every cue table is written against. */
export function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
}

/** Tokens of an already normalised text. */
export function tokens(normalised: string): readonly string[] {
  return normalised.match(WORD) ?? []
}

/** Tokens joined by single blanks with one at each end, so that a cue is a plain " cue " lookup. */
export function spaced(normalised: string): string {
  return ` ${tokens(normalised).join(" ")} `
}

/** Content words: longer than `minLength` characters, or neighbouring pairs in scripts without spaces. */
export function keywords(text: string, minLength: number): ReadonlySet<string> {
  const found = new Set<string>()
  for (const token of tokens(normalise(text))) {
    if (UNSPACED.test(token)) {
      const chars = [...token]
      if (chars.length === 1) found.add(token)
      for (let i = 0; i + 1 < chars.length; i++) found.add(chars[i]! + chars[i + 1]!)
    } else if (token.length > minLength) found.add(token)
  }
  return found
}

/** Jaccard overlap; null when either side is empty, because nothing can be said then. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number | null {
  if (a.size === 0 || b.size === 0) return null
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / (a.size + b.size - shared)
}

/** The same prompt again, apart from case, spacing and closing punctuation. */
export function sameText(a: string, b: string): boolean {
  const flat = (text: string) =>
    normalise(text)
      .replace(/\s+/g, " ")
      .replace(/[\s.!?…]{1,50}$/u, "")
      .trim()
  return flat(a) === flat(b)
}
