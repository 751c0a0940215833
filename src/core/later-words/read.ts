// Words about work done a while ago: "that broke prod yesterday", "the retry fix from last week worked great". Says how it
// went, when, and by what names the work goes. Whose work it is decides tie.ts. A question, a wish, a case: nothing is said.
import { clausesOf } from "../feedback/clauses.ts"
import { proseOf } from "../feedback/prose.ts"
import { contentStems, stem } from "../propose/stems.ts"

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
const DAY = 24

interface Time {
  readonly name: string
  readonly re: RegExp
  readonly ago: (n: number) => readonly [number, number]
}
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  couple: 2,
  few: 3,
}
const COUNT = "(\\d{1,2}|an?|one|two|three|four|five|six|couple|few)(?: of)?"
const TIMES: readonly Time[] = [
  { name: "hours-ago", re: new RegExp(` ${COUNT} hours? ago `), ago: n => [n * 0.5, n * 1.5 + 1] },
  { name: "days-ago", re: new RegExp(` ${COUNT} days? ago `), ago: n => [(n - 1) * DAY, (n + 1.5) * DAY] },
  { name: "weeks-ago", re: new RegExp(` ${COUNT} weeks? ago `), ago: n => [(n - 0.7) * 7 * DAY, (n + 0.8) * 7 * DAY] },
  {
    name: "yesterday",
    re: / (?:yesterday|yesterday's|gestern|hier|ayer|ieri|ontem|вчера|昨天|昨日|어제) /,
    ago: () => [4, 50],
  },
  { name: "last-night", re: / last night(?:'s)? /, ago: () => [2, 40] },
  {
    name: "today",
    re: / (?:this morning|earlier today|heute morgen|ce matin|esta mañana)(?:'s)? /,
    ago: () => [0.5, 20],
  },
  { name: "other-day", re: / the other day /, ago: () => [12, 10 * DAY] },
  {
    name: "last-week",
    re: / (?:last|letzte|la semaine dernière|la semana pasada) week(?:'s)? | letzte woche | la semaine dernière | la semana pasada /,
    ago: () => [DAY, 15 * DAY],
  },
  {
    name: "weekday",
    re: / (?:last|on|from|since) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:'s)? /,
    ago: () => [6, 8 * DAY],
  },
  {
    name: "last-time",
    re: / (?:last time(?:'s)?|(?:the |your |our |my )?(?:last|previous|earlier) (?:session|run|attempt)(?:'s)?) /,
    ago: () => [0.2, 30 * DAY],
  },
]

const BAD =
  / (?:broke|broken|breaks|breaking|crashed|crashes|crashing|failed|fails|regressed|regression|took down|brought down|outage|incident|made (?:it|things|everything) worse|rolled back|roll (?:it|that|this) back|had to (?:revert|undo|roll back)|got reverted|was reverted|was wrong|is wrong|was a mistake|caused|corrupted|lost (?:data|everything)|leaked|kaputt|cassé|roto|rompió|сломал[аои]?) /
const GOOD =
  / (?:worked(?! (?:on|with|at|from|through|towards) )|works(?! (?:on|with|at|from) )|held up|holds up|fixed (?:it|that|this|the|everything)|solved (?:it|that|this|the)|did the trick|was (?:great|perfect|right|spot on|exactly right|good|excellent)|is (?:great|perfect|working)|went (?:well|smoothly|great|fine)|no (?:issues|problems|complaints|errors) (?:since|so far)|saved (?:us|me|the day)|much better|passed|funktioniert|marche|funciona|funzionato) /
/** Before a cue, in its clause: "didn't break anything", "never worked". */
const DENIED =
  / (?:not|never|no longer|didn't|doesn't|don't|did not|does not|hasn't|isn't|wasn't|couldn't|won't|nothing|hardly) (?:\S+ ){0,3}$/
const SUPPOSED =
  / (?:if|whether|unless|in case|would|could|might|may|should|hope|hopefully|think|make sure|ensure|so that) (?:\S+ ){0,5}$/
/** What was wrong before the work, or what it was meant for, is no verdict on it. */
const THEIRS = / (?:upstream|the vendor|their|someone|somebody|a colleague|the client's|customer) (?:\S+ ){0,3}$/
const DEPLOYED = / (?:prod|production|live|deploy|deployed|deployment|release|released|staging|customers|users) /

const COMMIT = /\b(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g
const FILE = /(?<![\w@])[\w@][\w@./-]{0,200}\.[A-Za-z][A-Za-z0-9]{0,7}\b/g
const TEST = /\b(?:test_[a-z0-9_]{3,80}|[A-Z][A-Za-z0-9]{2,60}Tests?|Test[A-Z][A-Za-z0-9_]{2,60})\b/g
/** Words that every piece of work goes by, and those that only say when and how it went. */
const GENERIC = new Set(
  "fix change code work commit patch thing stuff update edit yesterday today morning night week month day hour ago last time session run attempt previous earlier since break broke broken crash fail regress take took down bring worse roll back revert undo wrong mistake cause great perfect well fine good nice worked work issue problem prod production live deploy release staging customer user everything really totally completely still again actually just made make did was were has had monday tuesday wednesday thursday friday saturday sunday hey hi thanks way from test build ci pipeline write wrote written add outage incident held hold solved regression corrupt leak hat alles kaputt gemacht gestern hier ayer ieri ontem"
    .split(" ")
    .map(stem),
)

const saidBefore = (words: string, at: number): string => words.slice(0, at + 1)

function cue(words: string, re: RegExp): { readonly found: boolean; readonly denied: boolean } | null {
  const at = words.search(re)
  if (at < 0) return null
  const before = saidBefore(words, at)
  if (SUPPOSED.test(before) || THEIRS.test(before)) return null
  return { found: true, denied: DENIED.test(before) }
}

/** How a clause says it went; null = it does not say. */
function verdict(words: string): { readonly good: boolean; readonly name: string } | null {
  const bad = cue(words, BAD)
  if (bad && !bad.denied) return { good: false, name: "went-wrong" }
  const good = cue(words, GOOD)
  if (good?.denied) return { good: false, name: "did-not-work" }
  // "didn't break anything" alone is faint praise: no verdict.
  return good && !bad ? { good: true, name: "went-well" } : null
}

/** Anything that may name a time or a commit: most prompts name none and are not looked at further. */
const MAY_SPEAK =
  /yesterday|\bago\b|\blast\b|previous|earlier|morning|other day|(?:mon|tues|wednes|thurs|fri|satur|sun)day|gestern|letzte|hier|matin|dernière|ayer|pasada|mañana|ieri|ontem|вчера|昨天|昨日|어제|\b[0-9a-f]{7}/iu

export function readLaterWords(text: string): LaterWords | null {
  if (!MAY_SPEAK.test(text.slice(0, 4 * LEAD))) return null
  const own = proseOf(text.slice(0, 4 * LEAD)).prose.slice(0, LEAD)
  if (own.trim() === "") return null
  const clauses = clausesOf(own)
  const all = clauses
    .map(c => c.words)
    .join(" ")
    .replace(/ {2,}/g, " ")
  const time = TIMES.map(t => ({ t, found: t.re.exec(all) })).find(({ found }) => found !== null)
  // Names may stand in quotation or code marks, which are not prose.
  const names = text.slice(0, LEAD)
  const commits = [...names.toLowerCase().matchAll(COMMIT)].map(m => m[0]).slice(0, 5)
  if (!time && commits.length === 0) return null
  const spoken = clauses.flatMap(c => {
    const found = c.kind === "statement" ? verdict(c.words) : null
    return found ? [{ ...found, raw: c.raw }] : []
  })
  const [first] = spoken
  // Good and bad in one breath: no telling which is about what.
  if (first === undefined || spoken.some(s => s.good !== first.good)) return null
  // Without a time, the verdict itself must name the commit: ids stand in many prompts.
  if (!time && !spoken.some(s => commits.some(id => s.raw.toLowerCase().includes(id)))) return null
  const files = [...names.matchAll(FILE)]
    .map(m => m[0])
    .filter(f => !/^\d|\.\.|^(?:e\.g|i\.e)$/.test(f))
    .slice(0, 10)
  const tests = [...names.matchAll(TEST)].map(m => m[0]).slice(0, 10)
  return {
    good: first.good,
    ago: time ? time.t.ago(numberOf(time.found?.[1])) : null,
    commits,
    files,
    tests,
    topic: topicOf(
      [...spoken.map(s => s.raw), ...clauses.filter(c => time?.t.re.test(c.words)).map(c => c.raw)].join(" "),
    ),
    deployed: DEPLOYED.test(all),
    because: [first.name, time?.t.name ?? "commit-named"].join(" "),
  }
}

const numberOf = (text: string | undefined): number => (text === undefined ? 1 : (NUMBERS[text] ?? (Number(text) || 1)))

/** Content words as stems, generic ones left out. */
export const topicOf = (text: string): readonly string[] =>
  [...new Set(contentStems(text))].filter(word => word.length > 2 && !GENERIC.has(word)).slice(0, 40)
