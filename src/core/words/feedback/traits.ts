// Turns one prompt and its surroundings into named traits (1 where present): what the ear leaves open. Ground truth: the lists of
// said.ts and the shape of the clauses. How much a trait weighs is a rule's parameter.
import { wordList, wordsSaid } from "../word-list.ts"
import { type Clause, clausesOf } from "./clauses.ts"
import { proseOf } from "./prose.ts"
import { EXPECTED, emojiSays, NEGATIONS, NO_HARM, OFFERS, REFUSES, SAID, SAID_ABROAD } from "./said.ts"

export interface FeedbackInput {
  readonly text: string
  /** the previous prompt, null on the first */
  readonly prev: string | null
  /** end of the agent's last message; "" when it said nothing, null when unknown */
  readonly agentTail: string | null
  /** tools used since the previous prompt ("!…" marks are not tools), null when unknown */
  readonly tools: readonly string[] | null
  readonly nTools: number | null
  readonly interrupted: boolean | null
}

/** "abroad": in a tongue of which the ear heard little */
export type Trait =
  | "displeased"
  | "displeased-abroad"
  | "refuses"
  | "denies"
  | "but"
  | "praises"
  | "praises-abroad"
  | "asks"
  | "opens-task"
  | "failing-output"
  | "interrupted"
  | "go"
  | "go-abroad"
  | "asked"
  | "offered"
  | "terse"
  | "short"
  | "again"
export type Traits = Readonly<Partial<Record<Trait, 1>>>

/** Verdicts come first: what stands beyond this many clauses of a long prompt is not looked at. */
const LEAD_CLAUSES = 3
const SHORT_PROMPT = 5
const TERSE = 3
const SHORT = 12

/** Other tongues are asked where English is not spoken: on plain English their lists find false friends. */
const ENGLISH_SHARE = 0.12
const ENGLISH = wordList(
  "the, is, are, was, i, i'm, we, you, it, it's, that, that's, this, to, and, but, of, for, can, should, don't, doesn't, what, why, how, my, if, please, with, be, have, has, there, now, still, yes, ok, let's",
)
const FOREIGN = wordList(
  "der, die, das, ist, nicht, ich, dat, niet, het, le, les, est, pas, c'est, ça, el, los, eso, está, não, isso, il, che, è, non, jest, nie, bu, bir, не, это, да, и",
)
function spokenAbroad(clauses: readonly Clause[]): boolean {
  const words = clauses.slice(0, 12).flatMap(clause => clause.words)
  const share = words.filter((_, at) => ENGLISH.opens(words, at) > 0).length / Math.max(1, words.length)
  return share < ENGLISH_SHARE || (share < 0.5 && FOREIGN.has(words))
}

type Words = readonly string[]
/** How far a denial reaches, and a supposition: "if it fails" is a case thought of, not one that happened. */
const REACH = 4
const SUPPOSED = wordList("if, whether, unless, in case, so that, would, could, might, may, can, to ensure, to avoid")
const THINKS = wordList("i think, i feel, i guess")
const isSupposed = (words: Words, at: number): boolean => {
  const before = words.slice(Math.max(0, at - REACH - 1), at)
  return SUPPOSED.has(before) && !THINKS.has(words.slice(0, at))
}
/** "doesn't work", "not right": what is expected is denied. */
function isDenied(words: Words): boolean {
  const denial = NEGATIONS.find(words)
  return denial !== null && EXPECTED.has(words.slice(denial[1], denial[1] + REACH))
}
const withoutHarm = (words: Words): Words => {
  const found = NO_HARM.find(words)
  return found === null ? words : [...words.slice(0, found[0]), ...words.slice(found[1])]
}

/** In a question, a task or a condition a fault describes the work to do, or a case; to blame and to take back is said in any. */
function displeases(clause: Clause, words: Words, said: typeof SAID): boolean {
  if (said.rejects.has(words)) return true
  if (clause.kind !== "statement") return false
  const fault = said.faults.find(words)
  return (fault !== null && !isSupposed(words, fault[0])) || isDenied(words)
}
const praises = (clause: Clause, words: Words, said: typeof SAID): boolean => {
  const at = said.praise.find(words)
  if (at === null || (clause.kind !== "statement" && at[0] > 1)) return false
  const answered = REFUSES.opens(words)
  const denied = NEGATIONS.find(words.slice(Math.max(answered, at[0] - REACH), at[0])) !== null
  return !denied || words[at[0]] === "not"
}

const FAILING =
  /\b(?:FAIL(?:ED|URE)?|ERROR|fatal|panic|Traceback)\b|\b\w*(?:Error|Exception)\b|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|\bexit(?:ed)? .{0,20}[1-9]|[✗✘✖❌]|\b(?:not found|cannot|could not|unable to|failed to|no such|denied|undefined)\b/
const OPENING_FILLERS = wordList(
  "ok, okay, k, hmm*, ah, oh, well, alright, great, perfect, cool, thanks, hm, and, so, please",
)

export function traitsOf(input: FeedbackInput): Traits {
  const traits: Partial<Record<Trait, 1>> = {}
  const mark = (name: Trait, is: boolean): void => {
    if (is) traits[name] = 1
  }
  const own = proseOf(input.text)
  const clauses = clausesOf(own.prose)
  const opening = clauses[0]?.words ?? []
  const abroad = spokenAbroad(clauses)
  const wordCount = clauses.reduce((sum, clause) => sum + clause.words.length, 0)
  const looked = clauses.length > SHORT_PROMPT ? clauses.slice(0, LEAD_CLAUSES) : clauses
  for (const [at, clause] of looked.entries()) {
    const words = withoutHarm(clause.words)
    mark("displeased", displeases(clause, words, SAID))
    mark("displeased-abroad", abroad && displeases(clause, words, SAID_ABROAD))
    mark("but", clause.contrast && at > 0)
    mark("praises", praises(clause, words, SAID))
    mark("praises-abroad", abroad && praises(clause, words, SAID_ABROAD))
    mark("denies", clause.kind === "statement" && NEGATIONS.has(words))
    mark("again", SAID.again.has(words) || (abroad && SAID_ABROAD.again.has(words)))
  }
  mark("refuses", REFUSES.opens(opening) > 0)
  mark(
    "asks",
    clauses.some(clause => clause.kind === "question"),
  )
  mark("opens-task", clauses[0]?.kind === "task")
  const emoji = wordCount < 400 ? emojiSays(own.prose) : 0
  mark("displeased", emoji < 0)
  mark("displeased-abroad", emoji < 0)
  mark("praises", emoji > 0)
  mark("praises-abroad", emoji > 0)
  mark("failing-output", FAILING.test(own.pasted))
  mark("interrupted", input.interrupted === true || input.tools?.some(tool => tool.startsWith("!rej")) === true)
  const filler = opening.length > 1 ? OPENING_FILLERS.opens(opening) : 0
  const opens = (go: typeof SAID.go): boolean => go.opens(opening) > 0 || go.opens(opening, filler) > 0
  mark("go", opens(SAID.go))
  mark("go-abroad", abroad && opens(SAID_ABROAD.go))
  const tail = (input.agentTail ?? "").slice(-600).replace(/[\s*_`-]{1,200}$/u, "")
  mark("asked", /[?？]/u.test(tail.slice(-160)))
  mark("offered", OFFERS.has(wordsSaid(tail.slice(-300))))
  mark("terse", wordCount > 0 && wordCount <= TERSE)
  mark("short", wordCount > TERSE && wordCount <= SHORT)
  return traits
}
