// Content words cut to a common stem, for overlap and topics. A light suffix stripper, English first; other scripts pass
// through. Not a linguistic stemmer: equal stems only have to mean "the same word, bent".

const STOP = new Set(
  "a an the and or but if then else so to of in on at by for with from as is are was were be been being am do does did done doing have has had having it its this that these those there here i we you he she they them us our my your their me not no nor never always ever only just please pls must should shall will would can could may might need needs want wants like prefer use using used uses make sure keep also all any each every some more most very really too when whenever while before after into over under than rather instead now going forward on let lets let's don't dont doesn't won't can't isn't aren't i'd i'm we're we'll you're it's that's what which who how why where remember note ok okay yes about up out get got put go one new way thing things stuff actually basically der die das und ich wir bitte nicht immer nie le la les des et je nous pas toujours jamais el los las que siempre nunca".split(
    " ",
  ),
)
/** Says how something is said, not what about. */
export const isSmallWord = (word: string): boolean => STOP.has(word)
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_+#./'-]*/gu

export function stem(word: string): string {
  const w = word.replace(/'s$/, "").replace(/['.,/-]+$/, "")
  if (w.length <= 3 || /[\d_./#+]/.test(w)) return w
  for (const [suffix, put] of SUFFIXES) {
    if (!w.endsWith(suffix) || w.length - suffix.length < 3) continue
    const base = w.slice(0, -suffix.length) + put
    return /([bdgklmnprt])\1$/.test(base) && suffix !== "s" ? base.slice(0, -1) : base.replace(/e$/, "")
  }
  return w.replace(/e$/, "")
}
const SUFFIXES: readonly (readonly [string, string])[] = [
  ["ations", "at"],
  ["ation", "at"],
  ["nesses", ""],
  ["ness", ""],
  ["ments", ""],
  ["ment", ""],
  ["ingly", ""],
  ["edly", ""],
  ["ing", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["sses", "ss"],
  ["shes", "sh"],
  ["ches", "ch"],
  ["xes", "x"],
  ["ed", ""],
  ["ly", ""],
  ["ss", "ss"],
  ["us", "us"],
  ["is", "is"],
  ["s", ""],
]
export const contentStems = (text: string): readonly string[] =>
  (text.toLowerCase().replaceAll("’", "'").match(WORD) ?? [])
    .filter(w => !STOP.has(w) && !STOP.has(w.replace(/[.'-]+$/, "")))
    .map(stem)
    .filter(w => w.length > 0)
