// Patterns a user writes in the configuration, in RE2 semantics: no backtracking, so no pattern can hang a hook.
// Capped in number, length, repeats and text read. A bad pattern is a refusal with a reason, never an exception.
import { RE2JS } from "re2js"
import { onceFor } from "./once.ts"

export interface UserPattern {
  /** stable name, shown in `because`; may repeat the id of a built-in to replace it */
  readonly id: string
  readonly pattern: string
  /** what a match says: "fail", "ok", or a word of the rule that reads it */
  readonly says: string
  readonly ignoreCase?: boolean
}
interface CompiledPattern {
  readonly id: string
  readonly says: string
  readonly matches: (text: string) => boolean
}
interface PatternRefusal {
  readonly id: string
  readonly refused: "too-many" | "too-long" | "too-many-repeats" | "bad-id" | "bad-syntax" | "matches-empty"
  readonly because: string
}

export const PATTERN_CAPS = { patterns: 50, length: 256, repeats: 100, text: 8_192 } as const

const refuse = (id: string, refused: PatternRefusal["refused"], because: string): PatternRefusal => {
  return { id, refused, because }
}

function highestRepeat(pattern: string): number {
  let most = 0
  for (const match of pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    most = Math.max(most, Number(match[1]), Number(match[2] ?? 0))
  return most
}

function compileOne(pattern: UserPattern): CompiledPattern | PatternRefusal {
  const { id, says } = pattern
  if (!/^[a-z0-9][a-z0-9._/-]{0,63}$/i.test(id))
    return refuse(id.slice(0, 64), "bad-id", "an id is 1-64 letters, digits, . _ / -")
  if (pattern.pattern.length > PATTERN_CAPS.length)
    return refuse(id, "too-long", `${pattern.pattern.length} of at most ${PATTERN_CAPS.length} characters`)
  const repeats = highestRepeat(pattern.pattern)
  if (repeats > PATTERN_CAPS.repeats)
    return refuse(id, "too-many-repeats", `{${repeats}} of at most {${PATTERN_CAPS.repeats}}`)
  try {
    const compiled = RE2JS.compile(
      pattern.pattern,
      pattern.ignoreCase ? RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE : RE2JS.MULTILINE,
    )
    if (compiled.matcher("").find())
      return refuse(id, "matches-empty", "matches the empty text, so it would match everything")
    return { id, says, matches: text => compiled.matcher(text.slice(0, PATTERN_CAPS.text)).find() }
  } catch (error) {
    return refuse(id, "bad-syntax", error instanceof Error ? error.message.slice(0, 200) : "not a pattern RE2 knows")
  }
}

/** Compiles what fits and says why the rest does not. Order is kept. */
export function compilePatterns(list: readonly UserPattern[]) {
  const most = PATTERN_CAPS.patterns
  const read = list.map((pattern, i) =>
    i < most ? compileOne(pattern) : refuse(pattern.id.slice(0, 64), "too-many", `number ${i + 1} of at most ${most}`),
  )
  return {
    patterns: read.filter((one): one is CompiledPattern => !("refused" in one)),
    refused: read.filter((one): one is PatternRefusal => "refused" in one),
  }
}

/** Compiling is the costly part, and a preset's params do not change while it runs. */
export const patternsOf = onceFor(compilePatterns)
