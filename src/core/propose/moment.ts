// Where a sentence of a prompt stands (alone, last, beside a task, as a part of another) and what that makes of it; and which
// findings mean that it is only told or only for a while. Weights are in fitted.ts, the cues of wanting elsewhere.

export interface Moment {
  readonly stop: string
  /** the line that introduced a list, lower case */
  readonly lead: string | null
  readonly item: boolean
  /** the prompt is this one sentence, or little more */
  readonly alone: boolean
  /** it answers the agent with a correction ("no, …") */
  readonly corrects: boolean
  /** the agent spoke before: short words answer it */
  readonly answers: boolean
  /** it is a stretch of a sentence: up to a break, between two, or from one to the end */
  readonly part: "head" | "middle" | "tail" | null
  /** another sentence of the prompt asks for something to be made: short bans beside it may be its specification */
  readonly making: boolean
  /** text of somebody else's stands beside it: what is said without a word of wanting may be about that */
  readonly material: boolean
  /** nothing else was said, or it was said last, or more followed */
  readonly place: "only" | "last" | "before"
}
/** Told or said for a while, whatever words of wanting stand in it; "whole" when its parts say no more. */
export function onlyTold(why: readonly string[]): "whole" | "clause" | null {
  const has = (name: string): boolean => why.includes(`~${name}`)
  if (has("shall-do") || has("to-show")) return "whole"
  // what a page or a button shall do is the thing to be made
  if (has("product-ought") && (has("making") || has("definite-free") || has("definite-bound"))) return "whole"
  if (has("now") && (has("lets") || has("led-bound"))) return "whole"
  if (has("while-i") && (has("policy-bound") || has("task-bound") || has("ban-bound"))) return "whole"
  return (has("years-ago") && has("past")) ||
    (why.includes("no-need") && has("loose")) ||
    why.some(name => NEVER.has(name))
    ? "clause"
    : null
}
/** Said in jest, or only while something lasts. */
const NEVER = new Set([
  "~sarcasm",
  "~while",
  "~guess",
  "~told-other",
  "~describes",
  "~complains",
  "~nobody-asks",
  "~never-did",
  "~follows",
  "~those-who",
  "~makes",
])
const IDENTIFIER = /\b(?:[a-z]+[A-Z]\w+|[a-z]+_[a-z]\w*)\b/
const CASE_NAME = /\b(?:snake_case|camelCase|PascalCase|SCREAMING_SNAKE_CASE|UPPER_SNAKE|kebabCase)\b/g
const NAMED_FIRST =
  /^\W*(?:the |in )?(?:[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z][a-z]+[A-Z]\w*|[a-z]+_[a-z]\w*|[A-Z][a-z]+[A-Z]\w* (?:function|class|method|component|struct|hook|handler|service|type|module))\b/
/** The mood again with the place: a lone statement lasts sooner than one in an account. */
export function placeOf(shapes: readonly string[], moment: Moment): readonly string[] {
  const mood = shapes.find(n => MOOD.test(n))
  return mood === undefined || moment.part !== null ? [] : [`${moment.place}:${mood}`]
}
const MOOD = /^(?:task|policy|ban|we|i|you|own|all|definite|pronoun|generic|one|fragment)-(?:free|bound|past)$/
const DEPENDENT =
  /^(?:and |but |so |or )?(?!in general\b|for (?:all|every|any|each|future|the future|new)\b|(?:when(?:ever)?|if|every time|each time|before|after) you\b|on (?:all|every)\b|in (?:all|every|our|this)\b)(?:without|which|that|who|each time|every time|if|when|with|like|especially|in|on|for|from|by|to|as|than|instead|including|e\.g|i\.e|such|then|else|otherwise|rather|not|even|whose|where|because|since|also because|is|are|was|were|has)\b/
/** Where the clause stands: part of a sentence, in a long account, among names of code. */
export function standingOf(masked: string, s: string, moment: Moment): readonly string[] {
  const out: string[] = []
  if (moment.part !== null) out.push(`part-${moment.part}`)
  if (moment.part !== null && DEPENDENT.test(s)) out.push("part-dependent")
  const named = masked.replace(CASE_NAME, "case")
  if (IDENTIFIER.test(named)) out.push("identifier")
  if (NAMED_FIRST.test(named)) out.push("named-first")
  if (moment.making) out.push(/^(?:i|we|our|my|you)\b/.test(s) ? "making-own" : "making")
  return out
}
