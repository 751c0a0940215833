// A command named in a sentence, ticked or bare, as the steps that a command line is held against. Bare words count when
// they are a known program, have an option or a pipe, or are a script's path.
import { type Joiner, shellCommands } from "../calls/shell-words.ts"
import { isRunner, programName } from "../calls/wrappers.ts"
import { wordSet } from "../words/word-list.ts"
import { EMPTY_NOUNS, ENGLISH, isAdverb, PROGRAMS, STOPS } from "./ban-words.ts"
import type { Step, StepLine } from "./meets.ts"
import type { Token } from "./tokens.ts"

export interface Mention {
  /** as a person would type it */
  readonly text: string
  readonly lines: readonly StepLine[]
  /** index of the token after it */
  readonly end: number
}

const PLACEHOLDER = /(?<=^|\s)(?:<[\w .-]{1,40}>|\[[\w .-]{1,40}\]|\.\.\.|…|FILE|PATH|URL|NAME|BRANCH|DIR|X)(?=\s|$)/g
const OPERATOR = /^(?:\|\|?|&&|>>?|<<?)$/
const OPTION = /^--?\w[\w=.:/-]*$/
const REDIRECTED = /^[\d&]?>>?[\w./-]+$/
const SCRIPT = /^(?:\.{0,2}\/)?[\w./-]{1,60}\.(?:sh|py|js|mjs|rb|pl|ps1)$|^\.{1,2}\/[\w./-]{1,60}$/
const ARGUMENT = /^(?:[@\w+][\w@./:+=*~-]*|[.~/*][\w./*~-]*)$/
const RUNS = wordSet("run running execute executing launch launching")
const MOST_PLAIN_WORDS = 3
/** Stands for whatever program: "never pipe anything into sh". */
const ANYTHING = "anything"

/** The steps of a command text; none when no command can be read out of it. */
export function stepLines(text: string): readonly StepLine[] {
  const said = text.replace(PLACEHOLDER, "").replace(/\s+/g, " ").trim()
  const leading = /^(\|\|?|&&)\s*/.exec(said)
  // options or a redirection alone: whatever program has them
  const anyProgram = /^(?:--?[A-Za-z]|[\d&]?[<>])/.test(said)
  const lines: { joiner: Joiner; steps: Step[] }[] = []
  for (const raw of shellCommands(anyProgram ? `: ${said}` : said.slice(leading?.[0].length ?? 0))) {
    const words = raw.words.map(word => word.text).filter((word, i) => i > 0 || !/^[A-Za-z_]\w*=/.test(word))
    const [head, ...args] = words
    if (head === undefined) continue
    const program = (anyProgram && head === ":") || head === ANYTHING ? null : programName(head)
    const step: Step = { program, args, redirects: raw.redirects, lacks: [], ref: null }
    const last = lines[lines.length - 1]
    if (raw.joiner === "|" && last) last.steps.push(step)
    else lines.push({ joiner: lines.length === 0 ? ((leading?.[1] as Joiner) ?? "start") : raw.joiner, steps: [step] })
  }
  return lines
}

export function mentionAt(tokens: readonly Token[], at: number, afterUse: boolean): Mention | null {
  const first = tokens[at]
  if (first === undefined || first.kind === "mark") return null
  return first.kind === "code" ? ticked(tokens, at) : bare(tokens, at, afterUse)
}

function ticked(tokens: readonly Token[], at: number): Mention | null {
  let text = tokens[at]!.text
  let end = at + 1
  // `curl` | `sh`
  while (OPERATOR.test(tokens[end]?.text ?? "") && tokens[end + 1]?.kind === "code") {
    text += ` ${tokens[end]!.text} ${tokens[end + 1]!.text}`
    end += 2
  }
  const lone = /^[\w.+-]+$/.test(text)
  // a lone ticked word is as likely a name in the code, unless it is said to be run
  if (lone && !RUNS.has(tokens[at - 1]?.lower ?? "") && !PROGRAMS.has(text) && !SCRIPT.test(text) && !OPTION.test(text))
    return null
  if (!/^(?:[a-z.~/:|&<>\d-]|[A-Z_]+=)/.test(text) || /[;{}()=]\s*$|^\w+\(|^--?\s|^<\/?\w+>/.test(text)) return null
  const lines = stepLines(text)
  return lines.length === 0 ? null : { text, lines, end }
}

function bare(tokens: readonly Token[], at: number, afterUse: boolean): Mention | null {
  const first = tokens[at]!
  const next = tokens[at + 1]
  const optioned = next !== undefined && next.kind !== "mark" && (OPTION.test(next.text) || /^\|\|?$/.test(next.text))
  const piped = /^[\w-]+\|+[\w-]+$/.test(first.text)
  const option = OPTION.test(first.text) && first.text.length > 1
  const known = PROGRAMS.has(first.lower) || SCRIPT.test(first.text)
  const evident = optioned && /^[a-z][\w.-]*$/.test(first.lower) && !STOPS.has(first.lower)
  const operator = /^(?:\|\||2>|>>?)$/.test(first.text) && next?.kind === "word" && !STOPS.has(next.lower)
  const redirected = REDIRECTED.test(first.text)
  if (!known && !evident && !piped && !option && !operator && !redirected) return null
  const parts = [known && !SCRIPT.test(first.text) ? first.lower : first.text]
  let end = at + 1
  let plain = 0
  let fresh = operator || option ? operator : false
  while (end < tokens.length && !piped) {
    const token = tokens[end]!
    if (token.kind === "mark" || (token.kind === "code" && !/^-/.test(token.text))) break
    if (OPERATOR.test(token.text)) fresh = true
    else if (OPTION.test(token.text) || token.kind === "code") fresh = false
    else {
      const ends = STOPS.has(token.lower) && !(end === at + 1 && runsScript(first.lower, token, tokens[end + 1]))
      if (option || ends || isAdverb(token.lower) || !ARGUMENT.test(token.text) || plain >= MOST_PLAIN_WORDS) break
      if (EMPTY_NOUNS.has(token.lower)) break
      if (!fresh) plain++
      fresh = false
    }
    parts.push(token.text)
    end++
  }
  while (OPERATOR.test(parts[parts.length - 1]!) && parts.length > 1) {
    parts.pop()
    end--
  }
  if (parts.length === 1 && ENGLISH.has(first.lower) && !afterUse) return null
  const text = parts.join(" ")
  const lines = stepLines(text)
  return lines.length === 0 ? null : { text, lines, end }
}

/** "npm run build": here "run" is a sub-command; "not npm run pnpm" goes on to the next command. */
const runsScript = (program: string, token: Token, next: Token | undefined): boolean =>
  token.lower === "run" &&
  next?.kind === "word" &&
  !STOPS.has(next.lower) &&
  (isRunner(program) || !PROGRAMS.has(next.lower))

/** The options a token gives alone: "--force", `-v`. */
export const optionsAt = (tokens: readonly Token[], at: number): readonly string[] => {
  const { text } = tokens[at] ?? { text: "" }
  return text.split(" ").every(word => OPTION.test(word)) ? text.split(" ") : []
}
