// Does a later sentence replace an earlier one? It says that something changed and speaks of the same thing: another number in the
// same place, the old name left behind, or the same frame with something else in it. Language by language only in how
// change is said; what changed is read from the two sentences.

import { stem } from "../recall/tokenise.ts"
import { saysAgain } from "../words/opposes.ts"
import { negations, overlap, stemsOf } from "../words/similar.ts"
import { wordsOf } from "../words/statement.ts"

/** Something is not as it was. A bare "now" opens half of all requests and says nothing. */
const CHANGED: readonly RegExp[] = [
  /\b(?:from now on|no longer|any ?more|moved|moving|migrat(?:ed|ing)|switch(?:ed|ing)|replaced|dropped|upgraded|downgraded|changed (?:from|to)|renamed|no more|is now|are now|now, not|stop \w+ing|stopped)\b|(?<!right |for )\bnow[.!]?$|, not \S+$/i,
  /(?<!\p{L})(?:ab (?:jetzt|sofort)|jetzt|nicht mehr|kein\p{L}* mehr|umgestiegen|umgezogen|gewechselt|ersetzt|künftig|von nun an)(?!\p{L})/iu,
  /(?<!\p{L})(?:à partir de maintenant|désormais|dorénavant|ne \p{L}+ plus|n'\p{L}+ plus|remplacé|migré|passés? (?:à|de)|plus de)(?!\p{L})/iu,
  /(?<!\p{L})(?:a partir de ahora|de ahora en adelante|ahora|ya no|hemos (?:cambiado|migrado|pasado)|cambiamos|migramos|reemplaz\p{L}+)(?!\p{L})/iu,
  /(?<!\p{L})(?:a partir de agora|agora|não \p{L}+ mais|mudamos|trocamos|substituí\p{L}*)(?!\p{L})/iu,
  /从现在(?:起|开始)|不再|改用|改成|换成|迁移到|今後|これから|やめて/u,
]
export const saysChange = (text: string): boolean => CHANGED.some(change => change.test(text.trim()))

const NAME = "[`\"']?([\\p{L}\\p{N}_@/.+#-]{2,40})[`\"']?"
/** Names of what was left behind: "from yarn to", "replaced prettier with", "dropped Node 18", "moving away from x". */
const MOVED = new RegExp(
  `(?<!\\p{L})(?:from|von|de|da|depuis)\\s+${NAME}(?:\\s+(\\d[\\w.]*))?\\s+(?:to|zu|auf|nach|a|à|para|vers)\\s`,
  "giu",
)
const SWAPPED = new RegExp(`(?<!\\p{L})${NAME}\\s+(?:durch|par|por)\\s`, "giu")
const LEFT = new RegExp(
  `(?<!\\p{L})(?:replaced|dropped|instead of|no longer|no more|away from|stopped using|statt|ersetzt|au lieu de|en (?:lugar|vez) de|ya no|nicht mehr|em vez de)\\s+(?:(?:use|using|on|the|to|deploy|run|in|with|mit|auf|de|d')\\s+)*${NAME}(?:\\s+(\\d[\\w.]*))?`,
  "giu",
)
export function leftBehind(text: string): ReadonlySet<string> {
  const out = new Set<string>()
  for (const found of [MOVED, SWAPPED, LEFT].flatMap(how => [...text.toLowerCase().matchAll(how)]))
    out.add((found[2] ?? found[1]!).replace(/[.,:;]+$/, ""))
  for (const word of out) if (word.endsWith("ing")) out.delete(word)
  return out
}

const TOKENS = /[\p{L}\p{N}_][\p{L}\p{N}_+#.%/-]*/gu
/** With the words right beside each, and the name that it is the version of. */
function valuesIn(text: string) {
  const words = (text.match(TOKENS) ?? []).map(w => w.replace(/[.,:;-]+$/, ""))
  return words.flatMap((word, i) => {
    if (!/^v?\d/i.test(word)) return []
    const by = [words[i - 1], words[i + 1]].flatMap(w => (w !== undefined && /^\p{L}{2,}/u.test(w) ? [w] : []))
    const stems = (of: readonly string[]): readonly string[] => of.map(w => stem(w.toLowerCase()))
    const names = words.slice(Math.max(0, i - 1), i).filter(w => /^\p{Lu}/u.test(w))
    return [{ value: word.toLowerCase(), by: stems(by), names: stems(names) }]
  })
}

/** Another number in the same place, and more than that in common, or a name that has versions. */
function otherValue(later: string, earlier: string, shared: number): boolean {
  const [after, before] = [valuesIn(later), valuesIn(earlier)]
  return before.some(old =>
    after.some(now => {
      const beside = now.by.some(w => old.by.includes(w))
      return (
        now.value !== old.value &&
        beside &&
        (shared >= 2 || now.names.some(w => old.names.includes(w)) || after.some(v => v.value === old.value))
      )
    }),
  )
}

const FRAME = { loose: 0.3, same: 0.5 }

const MOVES =
  /(?<!\p{L})(?:(?:moved|migrated|switched|upgraded|downgraded|changed) to|zog um|umgezogen|gewechselt|est passé|se movió|mudou)(?!\p{L})/iu
const subject = (stems: ReadonlySet<string>): string | undefined => stems.values().next().value

/** How sure it is that both speak of one thing: they differ in nothing but its number, its number or its old name stands in both, the
 * same words around it, or some. */
type Tie = "value" | "named" | "frame" | "loose"
function tieOf(later: string, earlier: string): Tie | null {
  const [x, y] = [stemsOf(later), stemsOf(earlier)]
  const shared = [...x].filter(w => y.has(w)).length
  if (otherValue(later, earlier, shared)) return isWithin(x, y) || isWithin(y, x) ? "value" : "named"
  const words = new Set(wordsOf(earlier))
  if ([...leftBehind(later)].some(name => words.has(name) && stemsOf(name).size > 0)) return "named"
  // "production runs in A", "production moved to B"
  if (MOVES.test(later) && subject(x) !== undefined && subject(x) === subject(y)) return "frame"
  const like = shared >= 2 ? overlap(x, y) : 0
  return like >= FRAME.same ? "frame" : like >= FRAME.loose ? "loose" : null
}

/** Numbers apart, every word of one stands in the other. */
const isWithin = (x: ReadonlySet<string>, y: ReadonlySet<string>): boolean =>
  [...x].every(word => y.has(word) || /\d/.test(word))

/** Null: it does not replace it. */
export const replaces = (later: string, earlier: string): Tie | null =>
  saysChange(later) && !saysTheSame(later, earlier) && !saysAgain(later, earlier) ? tieOf(later, earlier) : null

/** Nothing is new in it: "we use pnpm now" after "we use pnpm". Turned round it is. */
const saysTheSame = (later: string, earlier: string): boolean => {
  const y = stemsOf(earlier)
  return [...stemsOf(later)].every(w => y.has(w)) && negations(later) % 2 === negations(earlier) % 2
}
