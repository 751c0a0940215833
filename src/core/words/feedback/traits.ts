// Turns one prompt and its surroundings into named traits (1 where present): what the ear leaves open. Ground truth: the lists of
// said.ts and the shape of the clauses. How much a trait weighs is a rule's parameter.
import { wordsSaid } from "../word-list.ts"
import { type Clause, clausesOf, FILLERS } from "./clauses.ts"
import { proseOf } from "./prose.ts"
import {
  ABROAD,
  ENGLISH,
  EXPECTED,
  emojiSays,
  NEGATIONS,
  OFFERS,
  REFUSES,
  type Sayings,
  SUPPOSED,
  WITHOUT,
} from "./said.ts"

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

export type Trait =
  | "displeased"
  | "praises"
  | "opens-task"
  | "failing-output"
  | "interrupted"
  | "go"
  | "asked"
  | "offered"
  | "asks"
  | "short"
  | "again"
export type Traits = Readonly<Partial<Record<Trait, 1>>>

/** Verdicts come first: what stands beyond this many clauses of a long prompt is not looked at. */
const LEAD_CLAUSES = 3
const SHORT_PROMPT = 5
const SHORT = 6

type Words = readonly string[]
/** How far a denial reaches, and a supposition: "if it fails" is a case thought of, not one that happened. */
const REACH = 4
const isSupposed = (words: Words, at: number): boolean => SUPPOSED.has(words.slice(Math.max(0, at - REACH - 1), at))
const before = (words: Words, at: number): Words => words.slice(Math.max(REFUSES.opens(words), at - REACH), at)
/** "doesn't work", "not great": what is expected is denied. */
function isDenied(words: Words, said: Sayings): boolean {
  const denial = NEGATIONS.find(words)
  if (denial !== null && EXPECTED.has(words.slice(denial[1], denial[1] + REACH))) return true
  const good = said.praise.find(words)
  return good !== null && NEGATIONS.has(before(words, good[0]))
}

/** In a question, a task or a condition a fault describes the work to do, or a case; to blame and to take back is said in any. */
const displeases = ({ kind, words }: Clause, said: Sayings): boolean =>
  said.rejects.has(words) || (kind === "statement" && namesFault(words, said))
const namesFault = (words: Words, said: Sayings): boolean => {
  const fault = said.faults.find(words)
  const happened = fault !== null && !isSupposed(words, fault[0]) && !WITHOUT.has(before(words, fault[0]))
  return happened || isDenied(words, said)
}
function praises({ kind, words }: Clause, said: Sayings): boolean {
  const good = said.praise.find(words)
  return good !== null && (kind === "statement" || good[0] <= 1) && !NEGATIONS.has(before(words, good[0]))
}

const FAILING =
  /\b(?:FAIL(?:ED|URE)?|ERROR|fatal|panic|Traceback)\b|\b\w*(?:Error|Exception)\b|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|\bexit(?:ed)? .{0,20}[1-9]|[✗✘✖❌]|\b(?:not found|cannot|could not|unable to|failed to|no such|denied|undefined)\b/

/** `abroad`: other tongues are asked where English is not spoken; on plain English their lists find false friends. */
export function traitsOf(input: FeedbackInput, abroad: boolean): Traits {
  const own = proseOf(input.text)
  const clauses = clausesOf(own.prose)
  const opening = clauses[0]?.words ?? []
  const said = abroad ? ABROAD : ENGLISH
  const wordCount = clauses.reduce((sum, clause) => sum + clause.words.length, 0)
  const lead = clauses.length > SHORT_PROMPT ? clauses.slice(0, LEAD_CLAUSES) : clauses
  const emoji = wordCount < 400 ? emojiSays(own.prose) : 0
  const refuses = REFUSES.opens(opening) > 0
  const filler = opening.length > 1 ? FILLERS.opens(opening) : 0
  const tail = (input.agentTail ?? "").slice(-300).replace(/[\s*_`-]{1,200}$/u, "")
  const found: Record<Trait, boolean> = {
    displeased: emoji < 0 || refuses || lead.some(clause => displeases(clause, said)),
    praises: emoji > 0 || lead.some(clause => praises(clause, said)),
    again: lead.some(({ words }) => said.again.has(words)),
    asks: clauses.some(({ kind }) => kind === "question"),
    "opens-task": clauses[0]?.kind === "task" && !refuses,
    "failing-output": FAILING.test(own.pasted),
    interrupted: input.interrupted === true || input.tools?.some(tool => tool.startsWith("!rej")) === true,
    go: said.go.opens(opening) > 0 || said.go.opens(opening, filler) > 0,
    asked: /[?？]/u.test(tail.slice(-160)),
    offered: OFFERS.has(wordsSaid(tail)),
    short: wordCount > 0 && wordCount <= SHORT,
  }
  return Object.fromEntries(Object.entries(found).flatMap(([name, is]) => (is ? [[name, 1]] : [])))
}
