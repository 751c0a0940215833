// What a norm says about commands: which it turns down, which it picks instead. Read as a sentence: a word of denial, what
// may stand between, then a command. A condition that no call shows, or an exception, makes it a matter of telling.
import { readLately } from "../lately.ts"
import {
  ACTS,
  ANY_OBJECT,
  BETWEEN,
  contrasts,
  DENIES,
  depends,
  excepts,
  isAdverb,
  deniedAfter as isDeniedAfter,
  NEUTRAL,
  REASONS,
  SOFTENS,
  TO_BRANCH,
  USE_VERBS,
  USES,
} from "./ban-words.ts"
import type { StepLine } from "./meets.ts"
import {
  type Mention,
  mentionAt,
  optionsAt,
  phraseFrom,
  startsPhrase,
  stepLines,
  type Token,
  tokensOf,
} from "./mention.ts"

export interface Ban {
  /** the command turned down, as said */
  readonly said: string
  readonly lines: readonly StepLine[]
  /** it is banned only in some case that a call does not show: tell, do not hold */
  readonly conditional: boolean
}
interface Named {
  readonly bans: readonly Ban[]
  /** commands it picks, as said */
  readonly picks: readonly string[]
}

type Role = "deny" | "pick" | "loose" | null
interface Open extends Ban {
  readonly at: number
}

const cueAt = (tokens: readonly Token[], at: number, cues: readonly (readonly string[])[]): number =>
  tokens[at]?.kind === "word" ? (cues.find(cue => startsPhrase(tokens, at, cue))?.length ?? 0) : 0
const LIST = /^(?:,|or|and|nor|oder|und|ou|et|o|y|e|\/|&)$/

/** A statement being read: what was found, and what the words so far make of the next command. */
interface Reading {
  readonly tokens: readonly Token[]
  readonly bans: Ban[]
  readonly picks: string[]
  role: Role
  /** "never blindly run": depends on what no call shows */
  unseen: boolean
  /** a command was named since the cue */
  named: boolean
  /** of the sentence */
  start: number
  group: Open[]
  /** named before anything was said of them: "npm and yarn are forbidden" */
  waiting: Found[]
}

/** Every command the statement picks or turns down, empty when none is named outright: asked at every check of a call and every episode's end. */
export const bansOf: (statement: string) => Named = readLately(1024, readBans)
function readBans(statement: string): Named {
  const tokens = tokensOf(statement)
  const bans: Ban[] = []
  const picks: string[] = []
  const r: Reading = {
    ...{ tokens, bans, picks, group: [], waiting: [] },
    ...{ role: null, unseen: false, named: false, start: 0 },
  }
  for (let i = 0; i < tokens.length; )
    i = sentenceEnd(r, i) ?? listed(r, i) ?? denial(r, i) ?? command(r, i) ?? otherWord(r, i)
  close(r, tokens.length)
  return { bans, picks: [...new Set(picks)] }
}

/** What was turned down up to here, with what it depends on before and after it. */
function close(r: Reading, at: number): void {
  if (r.group.length === 0) return
  const depends = dependsAfter(r.tokens, at) || dependsBefore(r.tokens, r.start, r.group[0]!.at)
  r.bans.push(...r.group.map(({ said, lines, conditional }) => ({ said, lines, conditional: conditional || depends })))
  r.group = []
}

// Each of these takes what stands at a place and says where to read on, or null when it is not its own.

function sentenceEnd(r: Reading, at: number): number | null {
  const { kind, text } = r.tokens[at]!
  if (kind !== "mark" || !/[.!?;]/.test(text)) return null
  close(r, at)
  r.role = null
  r.start = at + 1
  return at + 1
}

/** A comma, an "or": the list goes on where another command follows, and ends otherwise. */
function listed(r: Reading, at: number): number | null {
  const { tokens, role } = r
  if (!r.named || !LIST.test(tokens[at]!.lower)) return null
  const to = LIST.test(tokens[at + 1]?.lower ?? "") ? at + 2 : at + 1
  const more =
    (role === "deny" || r.waiting.length > 0) && cueAt(tokens, to, DENIES) === 0 && cueAt(tokens, to, USES) === 0
  if (!more || !(actAt(tokens, to) || mentionAt(tokens, to, true))) {
    close(r, at)
    if (role !== "pick") r.role = null
    r.named = false
  }
  return to
}

function denial(r: Reading, at: number): number | null {
  const denies = cueAt(r.tokens, at, DENIES)
  if (denies === 0) return null
  close(r, at)
  r.role = r.role === "deny" && !r.named ? null : "deny"
  r.named = false
  r.unseen = false
  return at + denies
}

function command(r: Reading, at: number): number | null {
  const { tokens, role } = r
  const before = tokens[at - 1]?.lower ?? ""
  const inList = r.named && LIST.test(before)
  const found = (role === "deny" ? actAt(tokens, at) : null) ?? commandAt(tokens, at, inList)
  if (found === null) return null
  const deny = ({ said, all }: Found, conditional: boolean): void =>
    void r.group.push(...all.map(lines => ({ said, lines, conditional, at })))
  const deniedAfter = isDeniedAfter(phraseFrom(tokens, found.end))
  // "never install anything with pip": the command is the means; one named in full is what was meant
  const byMeans = role === "loose" && /^(?:with|via|using|through|by|running|mit|avec|con|com|\()$/.test(before)
  const vague = byMeans && (before === "(" || !/[ -]/.test(found.said))
  if (deniedAfter && inList) for (const one of r.waiting) deny(one, false)
  r.waiting = role === null ? [...(inList ? r.waiting : []), found] : []
  if (role === "deny" || deniedAfter || byMeans) deny(found, r.unseen || found.depends || vague)
  else if (role === "pick" || chosen(tokens, at, r.start, found.end)) r.picks.push(found.said)
  if (deniedAfter) close(r, tokens.length)
  r.named = true
  return found.end
}

/** Any other word: it may turn to picking, soften a denial, or put too much between a denial and a command. */
function otherWord(r: Reading, at: number): number {
  close(r, at)
  const { kind, lower } = r.tokens[at]!
  const uses = cueAt(r.tokens, at, USES)
  if (lower === "without") r.role = r.role === null ? "deny" : null
  else if (uses > 0 && (r.role !== "deny" || r.named)) {
    r.role = r.role === "loose" && /^(?:with|via|using)$/.test(lower) ? "loose" : "pick"
    r.named = false
  } else if (r.role === "deny" && r.named) {
    r.role = null
    r.named = false
  } else if (r.role === "deny" && kind === "word") {
    if (SOFTENS.has(lower)) r.role = null
    else if ((lower === "auto" || isAdverb(lower)) && !NEUTRAL.test(lower)) r.unseen = true
    else if (!BETWEEN.has(lower) && lower !== "them") r.role = "loose"
  } else if (kind === "word" && r.role === "pick" && !BETWEEN.has(lower) && uses === 0) r.role = null
  return at + Math.max(1, r.role === "pick" ? uses : 1)
}

interface Found {
  readonly said: string
  /** each of them alone is what was named */
  readonly all: readonly (readonly StepLine[])[]
  readonly end: number
  readonly depends: boolean
}

/** A named command with the options that the sentence adds to it: "--force with git push", "git commit without -s". */
function commandAt(tokens: readonly Token[], at: number, inList: boolean): Found | null {
  const afterUse =
    inList || USE_VERBS.has(tokens[at - 1]?.lower ?? "") || /^(?:the|raw|plain)$/.test(tokens[at - 1]?.lower ?? "")
  const contrasted = tokens[at - 1]?.lower === "not" && at > 1
  const mention = mentionAt(tokens, at, afterUse || contrasted)
  if (mention === null) return null
  const joined = added(tokens, mention)
  // a short option of no program could be anybody's
  const anybody = joined.lines.every(line =>
    line.steps.every(s => s.program === null && s.args.every(a => a.length < 4)),
  )
  const bareOption = anybody && joined.lines.every(line => line.steps.every(s => s.redirects.length === 0))
  return { said: joined.text, all: [joined.lines], end: joined.end, depends: bareOption }
}

function added(tokens: readonly Token[], mention: Mention): Mention {
  let { text, lines, end } = mention
  const only = lines.length === 1 && lines[0]!.steps.length === 1 ? lines[0]!.steps[0]! : null
  if (only === null) return mention
  if (/^(?:flags?|options?|switch)$/.test(tokens[end]?.lower ?? "")) end++
  const link = /^(?:with|on|for|in|to|without|using|when|while)$/.exec(tokens[end]?.lower ?? "")?.[0]
  if (link === undefined) return { text, lines, end }
  let to = end + 1
  while (/^(?:the|a|an|any|using|running|calling|its)$/.test(tokens[to]?.lower ?? "")) to++
  const options = optionsAt(tokens, to)
  if (only.program === null) {
    const named = options.length > 0 || link === "without" ? null : mentionAt(tokens, to, true)
    const done = named === null && /^(?:when|while|for|on)$/.test(link) ? actAt(tokens, to) : null
    // "when committing on Fridays": what the act depends on is not to be swallowed with it
    const command = named ?? (done === null || done.depends ? null : { text: done.said, end: done.end })
    if (command === null) return { text, lines, end }
    text = `${command.text} ${text}`
    return { text, lines: stepLines(text), end: command.end }
  }
  if (options.length === 0) return { text, lines, end }
  end = to + 1
  while (/^(?:flags?|options?|switch)$/.test(tokens[end]?.lower ?? "")) end++
  if (link !== "without")
    return { text: `${text} ${options.join(" ")}`, lines: stepLines(`${text} ${options.join(" ")}`), end }
  return {
    text: `${text} without ${options.join(" ")}`,
    lines: [{ ...lines[0]!, steps: [{ ...only, lacks: options }] }],
    end,
  }
}

/** An act that has a name of its own, and the branch it goes to. */
function actAt(tokens: readonly Token[], at: number): Found | null {
  if (tokens[at]?.kind !== "word") return null
  const phrase = phraseFrom(tokens, at)
  for (const { said, does, bare } of ACTS) {
    const m = said.exec(phrase)
    if (m === null) continue
    let rest = phrase.slice(m[0].length).trimStart()
    const straight = /^(?:directly|straight) (?=to |into |onto |on )/.exec(rest)?.[0] ?? ""
    // an option or a further word of git makes it a command like any other
    if (/^git /.test(m[0]) && !/^(?:$|[^\w-])/.test(rest) && !TO_BRANCH.test(rest)) return null
    let end = at + m[0].split(" ").length
    const object = ANY_OBJECT.exec(rest)
    if (object) {
      end += object[0].split(" ").length
      rest = rest.slice(object[0].length).trimStart()
    }
    const to = TO_BRANCH.exec(rest)
    const ref = to !== null && !NEUTRAL.test(rest.slice(straight.length)) ? to[1]! : null
    const remote = ref !== null && /^(?:origin|upstream|remote|github|gitlab)$/.test(ref)
    if (ref !== null) end += to![0].split(" ").length
    else if (
      bare &&
      rest !== "" &&
      !NEUTRAL.test(rest) &&
      !depends(rest) &&
      !/^[,:()—]|^(?:or|and|nor|,)(?![\w-])/.test(rest)
    )
      return null
    const pushes = does[0]!.startsWith("git push")
    const all = does.map(command =>
      stepLines(command.replace("$1", m[1] ?? "")).map(line => ({
        ...line,
        steps: line.steps.map(s => ({ ...s, ref: pushes && !remote ? ref : null })),
      })),
    )
    const oneBranch = ref !== null && /^(?:main|master|trunk|develop|dev|staging|production|prod|release)$/.test(ref)
    return {
      said: does[0]!.replace("$1", m[1] ?? ""),
      all,
      end,
      depends: ref !== null && !(pushes && (oneBranch || remote)),
    }
  }
  return null
}

/** "pnpm, not npm": at the head of a sentence the contrast after it makes the choice. */
const chosen = (tokens: readonly Token[], at: number, start: number, end: number): boolean =>
  /^\W*(?:please |always )?$/.test(phraseFrom(tokens, start, at)) && contrasts(phraseFrom(tokens, end))

function dependsAfter(tokens: readonly Token[], at: number): boolean {
  let rest = phraseFrom(tokens, at).trimStart()
  for (let m = NEUTRAL.exec(rest); m !== null; m = NEUTRAL.exec(rest)) rest = rest.slice(m[0].length).trimStart()
  const reason = rest.split(/[ ,]/).findIndex(word => REASONS.has(word))
  const said = reason < 0 ? rest : rest.split(/[ ,]/).slice(0, reason).join(" ")
  return depends(rest) || excepts(said)
}

/** "In production, never …": what stands before the denial. */
function dependsBefore(tokens: readonly Token[], start: number, at: number): boolean {
  const before = phraseFrom(tokens, start, at).replace(/^(?:please|and|but|so|also|ok|okay|hey|note|rule)[,:]? /, "")
  return (
    depends(before) &&
    !NEUTRAL.test(before) &&
    !/^(?:to be clear|as a rule|as always|by the way|for the record|with that|on it)/.test(before)
  )
}
