// Words about work done a while ago: "that broke prod yesterday", "the retry fix from last week worked great". Says how it
// went, when, and by what names the work goes. Whose work it is decides tie.ts. A question, a wish, a case: nothing is said.
import { type Clause, clausesOf } from "../feedback/clauses.ts"
import { proseOf } from "../feedback/prose.ts"
import { contentStems, stem } from "../propose/stems.ts"
import { GENERIC_WORDS, MAY_NAME_TIME, NUMBERS, TONGUES, type Tongue } from "./tongues.ts"

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
const GENERIC = new Set(GENERIC_WORDS.split(" ").map(stem))

interface Cue {
  readonly denied: boolean
}
function cue(words: string, re: RegExp, tongue: Tongue): Cue | null {
  const found = re.exec(words)
  if (found === null) return null
  const before = words.slice(0, found.index + 1)
  if (tongue.supposed.test(before) || tongue.theirs.test(before)) return null
  const behind = words.slice(found.index + found[0].length)
  return { denied: tongue.denied.test(before) || tongue.deniedAfter?.test(behind) === true }
}

/** How a clause says it went; null = it does not say. */
function verdict(words: string, tongue: Tongue): { readonly good: boolean; readonly name: string } | null {
  const bad = cue(words, tongue.bad, tongue)
  if (bad && !bad.denied) return { good: false, name: "went-wrong" }
  const good = cue(words, tongue.good, tongue)
  if (good?.denied) return { good: false, name: "did-not-work" }
  // "didn't break anything" alone is faint praise: no verdict.
  return good && !bad ? { good: true, name: "went-well" } : null
}

const isStatement = ({ kind, words }: Clause, tongue: Tongue): boolean =>
  tongue.states?.test(words) === true || (kind === "statement" && tongue.asks?.test(words) !== true)

/** A commit may stand in for a time. */
const NAMES_COMMIT = /\b[0-9a-f]{7}/iu

interface Heard {
  readonly time: { readonly name: string; readonly re: RegExp; readonly ago: readonly [number, number] } | null
  readonly good: boolean
  readonly name: string
  /** the clauses that say it, as written */
  readonly raw: readonly string[]
}

export function readLaterWords(text: string): LaterWords | null {
  const start = text.slice(0, 4 * LEAD)
  if (!MAY_NAME_TIME.test(start) && !NAMES_COMMIT.test(start)) return null
  const own = proseOf(start).prose.slice(0, LEAD)
  if (own.trim() === "") return null
  const clauses = clausesOf(own)
  const all = clauses
    .map(c => c.words)
    .join(" ")
    .replace(/ {2,}/g, " ")
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
  return {
    good: first.good,
    ago: time?.ago ?? null,
    commits,
    files,
    tests,
    topic: topicOf([...first.raw, ...clauses.filter(c => time?.re.test(c.words)).map(c => c.raw)].join(" ")),
    deployed: TONGUES.some(tongue => tongue.deployed.test(all)),
    because: [first.name, time?.name ?? "commit-named"].join(" "),
  }
}

const MIXED: Heard = { time: null, good: false, name: "mixed", raw: [] }

/** Time and verdict in one language; null when it says neither, or nothing that is sure. */
function hear(tongue: Tongue, clauses: readonly Clause[], all: string, commits: readonly string[]): Heard | null {
  const found = tongue.times.map(t => ({ t, match: t.re.exec(all) })).find(({ match }) => match !== null)
  if (!found && commits.length === 0) return null
  const spoken = clauses.flatMap(c => {
    const said = isStatement(c, tongue) ? verdict(c.words, tongue) : null
    return said ? [{ ...said, raw: c.raw }] : []
  })
  const [first] = spoken
  if (first === undefined) return null
  if (spoken.some(s => s.good !== first.good)) return MIXED
  // Without a time, the verdict itself must name the commit: ids stand in many prompts.
  if (!found && !spoken.some(s => commits.some(id => s.raw.toLowerCase().includes(id)))) return null
  const time = found ? { ...found.t, ago: found.t.ago(numberOf(found.match?.[1])) } : null
  return { time, good: first.good, name: first.name, raw: spoken.map(s => s.raw) }
}

const numberOf = (text: string | undefined): number => (text === undefined ? 1 : (NUMBERS[text] ?? (Number(text) || 1)))

/** Content words as stems, generic ones left out. */
export const topicOf = (text: string): readonly string[] =>
  [...new Set(contentStems(text))].filter(word => word.length > 2 && !GENERIC.has(word)).slice(0, 40)
