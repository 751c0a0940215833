// Does a quote carry a statement, and is the quote the user's own assertion? Shared by admission rules; pure text.

import { sentenceParts } from "../words/sentences.ts"
import { coveredBy, negations } from "../words/similar.ts"
import { isForeign } from "../words/whose/mask.ts"
import { type OwnWords, ownWords } from "../words/whose/own-words.ts"

type Ownership = "own" | "doubted" | "foreign" | "unasserted" | "absent"
/** "own" when some place where the quote stands in its context is the user's own plain assertion. */
export function ownership(
  quote: string,
  context: string | null,
  states: (masked: string) => boolean,
  own: OwnWords = ownWords(context ?? quote),
): Ownership {
  const whole = context ?? quote
  const want = quote.trim()
  if (want === "") return "absent"
  let answer: Ownership = "absent"
  let tries = 0
  for (let at = whole.indexOf(want); at >= 0 && tries < 20; at = whole.indexOf(want, at + 1), tries++) {
    const end = at + want.length
    if (own.tampered(at, end)) {
      answer = "foreign"
      continue
    }
    const [from, to] = [placeOf(own, at), placeOf(own, end)]
    if (isForeign(own.masked.slice(from, to))) {
      answer = "foreign"
      continue
    }
    const touching = sentenceParts(own.masked).filter(s => s.start < to && s.end > from)
    if (touching.some(s => isSaid(own.masked.slice(s.start, s.end), states))) {
      if (!own.doubted(from, to)) return "own"
      answer = "doubted"
    } else if (answer !== "doubted") answer = touching.length === 0 ? "foreign" : "unasserted"
  }
  return answer
}
const isSaid = (masked: string, states: (masked: string) => boolean): boolean => !LIFTED.test(masked) && states(masked)
// "the string Always run …": an order that starts with a capital in mid-sentence was lifted from somewhere
const LIFTED =
  /\p{Ll}{2} (?:Always|Never|From now on|You must|You should|Remember|Do not|Don't|Make sure|Please|We|You)[ ,]+\p{Ll}|\b[A-Z_]{3,}=\w|&(?:quot|apos|lt|gt|nbsp|#x?[0-9a-fA-F]{1,6})\b|(?:[-=]>|→|\||>|=)\s*(?:You|Always|Never|From now|We|I|Do|Don't|Use|Remember|Please|Run)\b/u

/** Where an offset of the original lies in the visible text. */
function placeOf({ origin, text }: OwnWords, offset: number): number {
  let [lo, hi] = [0, text.length]
  while (lo < hi) {
    const mid = (lo + hi) >> 1
    if (origin(mid) < offset) lo = mid + 1
    else hi = mid
  }
  return lo
}

/** Near-verbatim: the statement's words stand in the quote and no negation was lost or added. */
export const verbatim = (statement: string, quote: string, minCovered: number): boolean =>
  coveredBy(statement.replace(/…$/, ""), quote) >= minCovered &&
  (statement.endsWith("…") || negations(statement) === negations(quote))

/** "README.md: …": a statement may name the file it is tagged with; what follows has to stand there. */
export function withoutPlace(statement: string, tags: readonly string[]): string {
  const place = tags.find(tag => tag.startsWith("doc:") && statement.startsWith(`${tag.slice(4)}: `))
  return place === undefined ? statement : statement.slice(place.length - 4 + 2)
}

const squash = (s: string): string => s.toLowerCase().replaceAll("`", "'").replace(/\s+/g, " ").trim()
/** Share of the commands and paths a statement ticks that really stand in the cited text. */
export function tickedShare(statement: string, quotes: readonly string[]): number {
  const ticked = [...statement.matchAll(/`([^`]{1,300})`/g)].map(m => squash(m[1]!).replace(/…$/, ""))
  if (ticked.length === 0) return 0
  const cited = quotes.map(squash)
  return ticked.filter(t => cited.some(q => q.includes(t))).length / ticked.length
}
// "exit code 1", "[lint] ERROR task failed", "# some/package": a failure without a word about itself
const VACUOUS =
  /^\s*(?:--- (?:PASS|SKIP):|=== (?:RUN|PAUSE|CONT|NAME)\b|ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS\b|[✓✔√] )|^\W*(?:exit (?:code|status) \d+|(?:\S+ )?(?:error )?(?:task|command|build|tests?) failed|failed|error|fail|# \S+(?: \[\S+\])?|fail\s+\S+(?: \[build failed\])?)\W*$|^\W*(?:\[[\w:.-]{1,40}\]\s*)?\$ /i
// no change of a file mends a word the program does not know, and these happen for a hundred reasons
const NO_PLACE =
  /\bunknown (?:flag|option|command|argument)|\bunrecogni[sz]ed (?:option|argument)|command not found|no such (?:command|task|script)|nil pointer dereference|segmentation fault|deadline exceeded|\btimed? ?out\b|out of memory/i
/** A compiler's or linter's report has line and column; it is read once and mended once. */
const COMPILER = /\.\w{1,5}[:(]\d+[:,]\d+\)?/
/** A line of source that a reporter printed is no failure's name. */
const SOURCE_LINE = /\{\s*(?:\/\/.*)?$|:=|^\s*[\w.]+\([^)]*\)?[;,]?\s*\)?$|^\s*_ = /
const ASSERTION = /assert|expect|\bgot\b|panic|exception|traceback/i
const TEST_FILE =
  /(?:_test|\.test|_spec|\.spec|Test|Tests)\.\w{1,5}$|(?:^|[\\/])(?:test_[^\\/]+|conftest\.py)$|(?:^|[\\/])(?:tests?|__tests__|specs?|fixtures|testdata|[a-z0-9]+_test)[\\/]/

/** Is a change of these files no lesson: the failure points there itself, says nothing, or only the test was changed? */
export function teachesNothing(failure: string, remedy: string): boolean {
  if (VACUOUS.test(failure) || SOURCE_LINE.test(failure) || NO_PLACE.test(failure)) return true
  if (COMPILER.test(failure) && !ASSERTION.test(failure)) return true
  const paths = remedy.split(/,\s*/).filter(path => path !== "")
  if (paths.length > 0 && paths.every(path => TEST_FILE.test(path))) return true
  const names = paths.flatMap(path => path.split(/[\\/]/).at(-1) || [])
  const points = names.some(name => failure.includes(`${name}:`) || failure.includes(`${name}(`))
  return points && !ASSERTION.test(failure)
}

/** The statement without what it quotes: the part that speaks. */
export const spoken = (statement: string): string => statement.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, " ")
