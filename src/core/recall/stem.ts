// A light English stemmer: plural, -ing, -ed, -ly and the commonest noun endings, so that a request and a card meet.
// Ground truth: both sides of a search go through the same function; the stem need not be a word. No dictionary here.

const VOWEL = /[aeiouy]/

const hasVowel = (text: string): boolean => VOWEL.test(text)

/** running → runn → run; caching → cach (and cache → cach, see below) */
function undouble(stem: string): string {
  const last = stem.at(-1)
  return last !== undefined && last === stem.at(-2) && !"lsz".includes(last) ? stem.slice(0, -1) : stem
}

function plural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2)
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function tense(word: string): string {
  for (const end of ["ing", "ed"]) {
    if (!word.endsWith(end)) continue
    const stem = word.slice(0, -end.length)
    if (stem.length < 3 || !hasVowel(stem)) return word
    return stem.endsWith("i") ? `${stem.slice(0, -1)}y` : undouble(stem)
  }
  return word
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ["ization", "iz"],
  ["isation", "iz"],
  ["ational", "at"],
  ["fulness", "ful"],
  ["iveness", "iv"],
  ["ation", "at"],
  ["ement", "e"],
  ["ment", ""],
  ["ness", ""],
  ["ably", "abl"],
  ["ibly", "ibl"],
  ["ally", "al"],
  ["ly", ""],
  ["ion", ""],
]

function noun(word: string): string {
  for (const [end, put] of ENDINGS) {
    if (word.length - end.length >= 4 && word.endsWith(end)) return word.slice(0, -end.length) + put
  }
  return word
}

/** The stem of one lower-case word. Words of three letters or fewer, and anything with a digit, stay as they are. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word
  const bare = noun(tense(plural(word)))
  const out = bare.endsWith("e") && bare.length > 3 ? bare.slice(0, -1) : bare
  return out.endsWith("y") && out.length > 3
    ? `${out.slice(0, -1)}i`
    : out.endsWith("is") && out.length > 5
      ? `${out.slice(0, -2)}iz`
      : out
}
