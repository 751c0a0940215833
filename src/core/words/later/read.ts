// Words about work done a while ago: "that broke prod yesterday", "the retry fix from last week worked great". Says how it
// went, when, and by what names the work goes. Whose work it is decides tie.ts. A question, a wish, a case: nothing is said.

import { stem } from "../../recall/tokenise.ts"
import { type Clause, clausesOf } from "../feedback/clauses.ts"
import { proseOf } from "../feedback/prose.ts"
import { HOW_IT_WENT, IN_WORK, NEGATIONS, SUPPOSED } from "../feedback/said.ts"
import { contentStems } from "../stems.ts"
import { type Found, type WordList, wordList, wordsSaid } from "../word-list.ts"
import { ANY_TIME, DEPLOYED, GENERIC_WORDS, HERE, NUMBERS, TIMES } from "./times.ts"

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

const BROKE = wordList(HOW_IT_WENT.broke)
const WORKED = wordList(HOW_IT_WENT.worked)
/** What others did is no verdict on this work. */
const THEIRS = wordList(
  "upstream, the vendor, their, someone, somebody, a colleague, the client's, customer, der anbieter, der hersteller, deren, jemand, ein kollege, eine kollegin, der kunde, die kundin, bei denen, le fournisseur, leur, leurs, quelqu'un, un collègue, une collègue, le client, la cliente, el proveedor, alguien, un compañero, una compañera, un colega, el cliente, la clienta",
)
/** After a cue, where the tongue puts it there: "funktioniert nicht". */
const DENIED_AFTER = wordList("nicht, nie, niemals, kaum, pas, jamais, guère")

/** Whether a cue is denied; null where it does not stand, or is supposed or of somebody else's work. */
function denied(words: Words, list: WordList): boolean | null {
  const found = list.find(words)
  if (found === null || IN_WORK.opens(words, found[0]) > 0) return null
  const before = (reach: number): Words => words.slice(Math.max(0, found[0] - reach), found[0])
  if (SUPPOSED.has(before(FAR)) || THEIRS.has(before(NEAR + 1))) return null
  return NEGATIONS.has(before(NEAR)) || DENIED_AFTER.has(words.slice(found[1], found[1] + NEAR))
}

/** How a clause says it went; null = it does not say. */
function verdict({ kind, words }: Clause): { readonly good: boolean; readonly name: string } | null {
  if (kind !== "statement") return null
  const bad = denied(words, BROKE)
  if (bad === false) return { good: false, name: "went-wrong" }
  const good = denied(words, WORKED)
  if (good) return { good: false, name: "did-not-work" }
  // "didn't break anything" alone is faint praise: no verdict.
  return good === false && bad === null ? { good: true, name: "went-well" } : null
}

/** A commit may stand in for a time. */
const NAMES_COMMIT = /\b[0-9a-f]{7}/iu

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
  const time = firstTime(all)
  const spoken = clauses.flatMap(clause => {
    const said = verdict(clause)
    return said ? [{ ...said, raw: clause.raw }] : []
  })
  const [first] = spoken
  // Good and bad in one breath: no telling which is about what.
  if (first === undefined || spoken.some(s => s.good !== first.good)) return null
  // Without a time, the verdict itself must name the commit: ids stand in many prompts.
  if (time === null && !spoken.some(s => commits.some(id => s.raw.toLowerCase().includes(id)))) return null
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
    topic: topicOf([...spoken.map(s => s.raw), ...timed].join(" ")),
    deployed: DEPLOYED.has(all),
    because: [first.name, time?.name ?? "commit-named"].join(" "),
  }
}

function firstTime(words: Words): { name: string; list: WordList; ago: readonly [number, number] } | null {
  for (const { name, list, ago } of TIMES) {
    const found = timeIn(list, words)
    if (found === null || HERE.opens(words, found[0]) > 0) continue
    const number = words.slice(...found).findLast(isNumber) ?? "1"
    return { name, list, ago: ago(NUMBERS[number] ?? Number(number)) }
  }
  return null
}

/** Content words as stems, generic ones left out. */
export const topicOf = (text: string): readonly string[] =>
  [...new Set(contentStems(text))].filter(word => word.length > 2 && !isGeneric(word)).slice(0, 40)
