// Words about work done a while ago: "that broke prod yesterday", "the retry fix from last week worked great". Says how it
// went, when, and by what names the work goes. Whose work it is decides tie.ts. A question, a wish, a case: nothing is said.
import { type Clause, clausesOf } from "../feedback/clauses.ts"
import { proseOf } from "../feedback/prose.ts"
import { contentStems, stem } from "../stems.ts"
import { type Found, type WordList, wordsSaid } from "../word-list.ts"
import { ANY_TIME, GENERIC_WORDS, NUMBERS, OPENERS, TONGUES, type Tongue } from "./tongues.ts"

export interface LaterWords {
  readonly good: boolean
  /** how long ago, in hours, at least and at most; null = no time is named, a commit is */
  readonly ago: readonly [number, number] | null
  readonly commits: readonly string[]
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** what it was about, as stems */
  readonly topic: readonly string[]
  /** it speaks of what runs for others: work that was pushed or deployed */
  readonly deployed: boolean
  /** names of the cues, never the user's words */
  readonly because: string
}

const LEAD = 800

const COMMIT = /\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g
const FILE = /(?<![\w@])[\w@][\w@./-]{0,200}\.[A-Za-z][A-Za-z0-9]{0,7}\b/g
const TEST = /\b(?:test_[a-z0-9_]{3,80}|[A-Z][A-Za-z0-9]{2,60}Tests?|Test[A-Z][A-Za-z0-9_]{2,60})\b/g
let generic: ReadonlySet<string> | null = null
/** Made when first asked: a process that reads nothing need not stem a hundred words. */
const isGeneric = (word: string): boolean => (generic ??= new Set(GENERIC_WORDS.map(stem))).has(word)

/** How many words may stand between a denial or somebody else and what is said, and between a supposition and it. */
const NEAR = 4
const FAR = 6
type Words = readonly string[]

/** Where a cue stands that is neither supposed nor of somebody else's work, and whether it is denied. */
function cue(words: Words, list: WordList, tongue: Tongue): { readonly denied: boolean } | null {
  const found = list.find(words)
  if (found === null || tongue.neither.opens(words, found[0]) > 0) return null
  const before = (reach: number): Words => words.slice(Math.max(0, found[0] - reach), found[0])
  if (tongue.supposed.has(before(FAR)) || tongue.theirs.has(before(NEAR + 1))) return null
  return { denied: tongue.denied.has(before(NEAR)) || tongue.deniedAfter.has(words.slice(found[1], found[1] + NEAR)) }
}

/** How a clause says it went; null = it does not say. */
function verdict(words: Words, tongue: Tongue): { readonly good: boolean; readonly name: string } | null {
  const bad = cue(words, tongue.bad, tongue)
  if (bad && !bad.denied) return { good: false, name: "went-wrong" }
  const good = cue(words, tongue.good, tongue)
  if (good?.denied) return { good: false, name: "did-not-work" }
  // "didn't break anything" alone is faint praise: no verdict.
  return good && !bad ? { good: true, name: "went-well" } : null
}

function isStatement({ kind, words }: Clause, tongue: Tongue): boolean {
  if (tongue.states.opens(words) > 0) return true
  let at = 0
  while (OPENERS.opens(words, at) > 0) at++
  return kind === "statement" && tongue.asks.opens(words, at) === 0
}

/** A commit may stand in for a time. */
const NAMES_COMMIT = /\b[0-9a-f]{7}/iu

interface Time {
  readonly name: string
  readonly list: WordList
  readonly ago: readonly [number, number]
}
interface Heard {
  readonly time: Time | null
  readonly good: boolean
  readonly name: string
  /** the clauses that say it, as written */
  readonly raw: readonly string[]
}

const isNumber = (word: string): boolean => Object.hasOwn(NUMBERS, word) || /^\d{1,2}$/.test(word)
/** Times are looked for twice: as they stand, and with every number as "#". */
const counted = (words: Words): Words => words.map(word => (isNumber(word) ? "#" : word))
const timeIn = (list: WordList, words: Words): Found | null => list.find(words) ?? list.find(counted(words))

export function readLaterWords(text: string): LaterWords | null {
  const start = text.slice(0, 4 * LEAD)
  if (!NAMES_COMMIT.test(start) && timeIn(ANY_TIME, wordsSaid(start)) === null) return null
  const own = proseOf(start).prose.slice(0, LEAD)
  if (own.trim() === "") return null
  const clauses = clausesOf(own)
  const all = clauses.flatMap(c => c.words)
  // Names may stand in quotation or code marks, which are not prose.
  const names = text.slice(0, LEAD)
  const commits = [...names.toLowerCase().matchAll(COMMIT)].map(m => m[0]).slice(0, 5)
  const heard = TONGUES.flatMap(tongue => hear(tongue, clauses, all, commits) ?? [])
  const [first] = heard
  // Good and bad in one breath: no telling which is about what.
  if (first === undefined || heard.some(h => h === MIXED || h.good !== first.good)) return null
  const { time } = first
  const files = [...names.matchAll(FILE)]
    .map(m => m[0])
    .filter(f => !/^\d|\.\.|^(?:e\.g|i\.e)$/.test(f))
    .slice(0, 10)
  const tests = [...names.matchAll(TEST)].map(m => m[0]).slice(0, 10)
  const timed = clauses.filter(c => time !== null && timeIn(time.list, c.words) !== null).map(c => c.raw)
  return {
    good: first.good,
    ago: time?.ago ?? null,
    commits,
    files,
    tests,
    topic: topicOf([...first.raw, ...timed].join(" ")),
    deployed: TONGUES.some(tongue => tongue.deployed.has(all)),
    because: [first.name, time?.name ?? "commit-named"].join(" "),
  }
}

const MIXED: Heard = { time: null, good: false, name: "mixed", raw: [] }

/** Time and verdict in one language; null when it says neither, or nothing that is sure. */
function hear(tongue: Tongue, clauses: readonly Clause[], all: Words, commits: readonly string[]): Heard | null {
  const time = firstTime(tongue, all)
  if (time === null && commits.length === 0) return null
  const spoken = clauses.flatMap(clause => {
    const said = isStatement(clause, tongue) ? verdict(clause.words, tongue) : null
    return said ? [{ ...said, raw: clause.raw }] : []
  })
  const [first] = spoken
  if (first === undefined) return null
  if (spoken.some(s => s.good !== first.good)) return MIXED
  // Without a time, the verdict itself must name the commit: ids stand in many prompts.
  if (time === null && !spoken.some(s => commits.some(id => s.raw.toLowerCase().includes(id)))) return null
  return { time, good: first.good, name: first.name, raw: spoken.map(s => s.raw) }
}

function firstTime(tongue: Tongue, words: Words): Time | null {
  for (const { name, list, ago } of tongue.times) {
    const found = timeIn(list, words)
    if (found === null) continue
    const number = words.slice(...found).findLast(isNumber) ?? "1"
    return { name, list, ago: ago(NUMBERS[number] ?? Number(number)) }
  }
  return null
}

/** Content words as stems, generic ones left out. */
export const topicOf = (text: string): readonly string[] =>
  [...new Set(contentStems(text))].filter(word => word.length > 2 && !isGeneric(word)).slice(0, 40)
