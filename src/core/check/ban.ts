// What a norm says about commands: which it turns down, which it picks instead. Read as a sentence: a word of denial, what
// may stand between, then a command. A condition that no call shows, or an exception, makes it a matter of telling; in tongues beside
// English every word of its clause that we do not know does.
import { readLately } from "../once.ts"
import { actAt, commandAt, deniedBehind, type Found, usedBehind } from "./act.ts"
import * as words from "./ban-words.ts"
import { BY_HAND, type FileBan, isPath, leftAlone, matcherOf } from "./file-ban.ts"
import type { StepLine } from "./meets.ts"
import { mentionAt } from "./mention.ts"
import { cueAt, phraseFrom, type Token, tokensOf } from "./tokens.ts"

export interface Ban {
  /** the command turned down, as said */
  readonly said: string
  readonly lines: readonly StepLine[]
  /** it is banned only in some case that a call does not show: tell, do not hold */
  readonly conditional: boolean
}
interface Named {
  readonly bans: readonly Ban[]
  /** files that are to be left as they are */
  readonly files: readonly FileBan[]
  /** commands it picks, as said */
  readonly picks: readonly string[]
}

type Role = "deny" | "pick" | "loose" | null
interface Open extends Ban {
  readonly at: number
  /** it is a file's path */
  readonly isFile: boolean
  /** turned down in another tongue: of what we do not know in its clause it may depend */
  readonly strict: boolean
}

/** A statement being read: what was found, and what the words so far make of the next command. */
interface Reading {
  readonly tokens: readonly Token[]
  readonly bans: Ban[]
  readonly files: FileBan[]
  readonly picks: string[]
  /** something in it can turn down what stands before it */
  readonly speaksBack: boolean
  role: Role
  /** "never blindly run": depends on what no call shows */
  unseen: boolean
  /** a command was named since the cue */
  named: boolean
  /** of the sentence: its first token, and what was found before it */
  start: number
  before: { readonly bans: number; readonly files: number; readonly picks: number }
  /** the denial is of another tongue */
  strict: boolean
  /** where the last denial stands that may go on: "ne … jamais" */
  deniedAt: number
  group: Open[]
  /** named before anything was said of them: "npm and yarn are forbidden" */
  waiting: Found[]
}

/** Every command the statement picks or turns down, empty when none is named outright: asked at every check of a call and every episode's end. */
export const bansOf: (statement: string) => Named = readLately(1024, readBans)
function readBans(statement: string): Named {
  const tokens = tokensOf(statement)
  const bans: Ban[] = []
  const files: FileBan[] = []
  const picks: string[] = []
  const r: Reading = {
    ...{ tokens, bans, files, picks, group: [], waiting: [] },
    speaksBack: tokens.some((_, i) => cueAt(tokens, i, words.SPEAKS_BACK) > 0),
    ...{ role: null, unseen: false, named: false, strict: false, start: 0, deniedAt: -1 },
    before: { bans: 0, files: 0, picks: 0 },
  }
  for (let i = 0; i < tokens.length; )
    i = sentenceEnd(r, i) ?? listed(r, i) ?? denial(r, i) ?? paths(r, i) ?? command(r, i) ?? otherWord(r, i)
  endSentence(r, tokens.length, "")
  return { bans, files, picks: [...new Set(picks)] }
}

/** What was turned down up to here, with what it depends on before and after it. */
function close(r: Reading, at: number): void {
  if (r.group.length === 0) return
  const depends = dependsAfter(r.tokens, at) || dependsBefore(r.tokens, r.start, r.group[0]!.at)
  const more = saysMore(r.tokens, r.start, r.group[0]!.at, at) || hasException(r.tokens, at)
  for (const { said, lines, isFile, ...one } of r.group) {
    const conditional = one.conditional || (one.strict ? more : depends)
    const matches = isFile ? matcherOf(said) : null
    if (matches !== null) r.files.push({ said, matches, conditional })
    else if (!isFile) r.bans.push({ said, lines, conditional })
  }
  r.group = []
}

// Each of these takes what stands at a place and says where to read on, or null when it is not its own.

function sentenceEnd(r: Reading, at: number): number | null {
  const { kind, text } = r.tokens[at]!
  if (kind !== "mark" || !/[.!?;]/.test(text)) return null
  endSentence(r, at, text)
  r.role = null
  r.start = at + 1
  return at + 1
}

function endSentence(r: Reading, at: number, mark: string): void {
  close(r, at)
  if (words.isAsked(phraseFrom(r.tokens, r.start, at), mark)) {
    r.bans.length = r.before.bans
    r.files.length = r.before.files
    r.picks.length = r.before.picks
  }
  r.before = { bans: r.bans.length, files: r.files.length, picks: r.picks.length }
}

/** A comma, an "or": the list goes on where another command follows, and ends otherwise. */
function listed(r: Reading, at: number): number | null {
  const { tokens, role } = r
  if (!r.named || !words.isList(tokens[at]!.lower)) return null
  const to = words.isList(tokens[at + 1]?.lower ?? "") ? at + 2 : at + 1
  const more =
    (role === "deny" || r.waiting.length > 0) &&
    cueAt(tokens, to, words.DENIES) === 0 &&
    cueAt(tokens, to, words.USES) === 0
  if (!more || !(actAt(tokens, to) || mentionAt(tokens, to, true))) {
    close(r, at)
    if (role !== "pick") r.role = null
    r.named = false
    r.deniedAt = -1
  }
  return to
}

function denial(r: Reading, at: number): number | null {
  const { tokens } = r
  const nothing = cueAt(tokens, at, words.DENIES_NOTHING)
  if (nothing > 0) return at + nothing
  const denies = cueAt(tokens, at, words.DENIES) || (r.named ? cueAt(tokens, at, words.REPLACES) : 0)
  if (denies === 0) return null
  const elsewhere = cueAt(tokens, at, words.DENIES_ELSEWHERE) === denies || cueAt(tokens, at, words.REPLACES) > 0
  const clause = Math.max(r.start, tokens.findLastIndex(({ kind }, i) => i < at && kind === "mark") + 1)
  // "ne … jamais", никогда не: the same denial goes on, of whatever it denies
  if (elsewhere && r.deniedAt >= clause && !r.named) {
    if (cueAt(tokens, at, words.CEASES) > 0) r.role = null
    return at + denies
  }
  close(r, at)
  // "das ist nicht npm" tells what a thing is not, "you never use npm" what somebody does
  const is = elsewhere && at > 0 && cueAt(tokens, at - 1, words.IS) > 0 && cueAt(tokens, at, words.FORBIDDEN) === 0
  const tells =
    is ||
    (/^(?:never|not|do|don't|dont)$/.test(tokens[at]!.lower) && words.REPORTS.test(phraseFrom(tokens, clause, at)))
  r.role = tells || (r.role === "deny" && !r.named) ? null : "deny"
  r.named = false
  r.unseen = false
  r.deniedAt = at
  r.strict = elsewhere || (tokens[at]!.lower === "no" && cueAt(tokens, at + 1, words.OTHER_USE) > 0)
  return at + denies
}

function paths(r: Reading, at: number): number | null {
  const denied = r.role === "deny"
  const found = leftAlone(r.tokens, at, denied)
  if (found === null) return null
  const strict = denied ? r.strict : found.strict
  const unseen = denied && r.unseen && cueAt(r.tokens, at - 1, BY_HAND) === 0
  for (const said of found.paths) r.group.push({ said, lines: [], isFile: true, conditional: unseen, at, strict })
  if (!denied) close(r, found.end)
  r.named = true
  return found.end
}

function command(r: Reading, at: number): number | null {
  const { tokens, role } = r
  const before = tokens[at - 1]?.lower ?? ""
  const inList = r.named && words.isList(before)
  const deniedFrom = (end: number): number => (r.speaksBack ? deniedBehind(tokens, end) : 0)
  const act = role === "deny" || r.speaksBack ? actAt(tokens, at) : null
  const found =
    (act !== null && (role === "deny" || act.denied || deniedFrom(act.end) > 0) ? act : null) ??
    commandAt(tokens, at, inList || (role === "deny" && r.strict) || deniedFrom(at + 1) > 0)
  if (found === null) return null
  const needed = tokens.slice(r.start, at).some(({ lower }) => words.NEEDS.has(lower))
  const behind = needed ? 0 : deniedFrom(found.end)
  const denied = behind > 0 || found.denied === true
  const strict = role === "deny" ? r.strict : denied && cueAt(tokens, found.end, words.TURNED_DOWN) === 0
  const deny = ({ said, all }: Found, conditional: boolean): void =>
    void r.group.push(...all.map(lines => ({ said, lines, isFile: false, conditional, at, strict })))
  // "never install anything with pip": the command is the means; one named in full is what was meant
  const byMeans = role === "loose" && /^(?:with|via|using|through|by|running|mit|avec|con|com|\()$/.test(before)
  const vague = byMeans && (before === "(" || !/[ -]/.test(found.said))
  if (denied && inList) for (const one of r.waiting) deny(one, false)
  r.waiting = role === null ? [...(inList ? r.waiting : []), found] : []
  if (role === "deny" || denied || byMeans) deny(found, r.unseen || found.depends || vague)
  else if (role === "pick" || usedBehind(tokens, found.end) || chosen(tokens, at, r.start, found.end))
    r.picks.push(found.said)
  r.named = true
  return found.end + behind
}

/** Any other word: it may turn to picking, soften a denial, or put too much between a denial and a command. */
function otherWord(r: Reading, at: number): number {
  close(r, at)
  const { kind, lower } = r.tokens[at]!
  const uses = cueAt(r.tokens, at, words.USES)
  if (lower === "," && r.role === "deny" && !r.named) return pastAside(r, at + 1)
  if (lower === "without") r.role = r.role === null ? "deny" : null
  else if (uses > 0 && (r.role !== "deny" || r.named)) {
    r.role = r.role === "loose" && /^(?:with|via|using)$/.test(lower) ? "loose" : "pick"
    r.named = false
  } else if (r.role === "deny" && r.named) {
    r.role = null
    r.named = false
  } else if (r.role === "deny" && kind === "word") {
    if (words.SOFTENS.has(lower)) r.role = null
    else if ((lower === "auto" || words.isAdverb(lower)) && !words.NEUTRAL.test(lower)) r.unseen = true
    else if (!words.BETWEEN.has(lower) && lower !== "them") r.role = "loose"
  } else if (kind === "word" && r.role === "pick" && !words.BETWEEN.has(lower) && uses === 0) r.role = null
  return at + Math.max(1, r.role === "pick" ? uses : 1)
}

/** "do not, under any circumstances, run it" goes on; "no, npm is fine" was an answer. */
function pastAside(r: Reading, at: number): number {
  const aside = words.NEUTRAL.exec(phraseFrom(r.tokens, at))?.[0] ?? ""
  const to = at + aside.split(" ").length
  if (aside === "ever" || (aside !== "" && r.tokens[to]?.lower === ","))
    return r.tokens[to]?.lower === "," ? to + 1 : to
  r.role = null
  return at
}

/** "pnpm, not npm": at the head of a sentence the contrast after it makes the choice. */
const chosen = (tokens: readonly Token[], at: number, start: number, end: number): boolean =>
  /^\W*(?:please |always )?$/.test(phraseFrom(tokens, start, at)) && words.contrasts(phraseFrom(tokens, end))

function dependsAfter(tokens: readonly Token[], at: number): boolean {
  let rest = phraseFrom(tokens, at).trimStart()
  for (let m = words.NEUTRAL.exec(rest); m !== null; m = words.NEUTRAL.exec(rest))
    rest = rest.slice(m[0].length).trimStart()
  return words.depends(rest) || hasException(tokens, at)
}

function hasException(tokens: readonly Token[], at: number): boolean {
  const rest = phraseFrom(tokens, at).split(/[ ,]/)
  const reason = rest.findIndex(word => words.REASONS.has(word))
  return words.excepts((reason < 0 ? rest : rest.slice(0, reason)).join(" "))
}

/** "In production, never …": what stands before the denial. */
function dependsBefore(tokens: readonly Token[], start: number, at: number): boolean {
  const before = phraseFrom(tokens, start, at).replace(/^(?:please|and|but|so|also|ok|okay|hey|note|rule)[,:]? /, "")
  return (
    words.depends(before) &&
    !words.NEUTRAL.test(before) &&
    !/^(?:to be clear|as a rule|as always|by the way|for the record|with that|on it)/.test(before)
  )
}

/** Is there a word that we do not know in the clause of a ban, or in one before it that speaks of no command? */
function saysMore(tokens: readonly Token[], start: number, first: number, at: number): boolean {
  const own = tokens.findLastIndex(({ kind }, i) => i < first && kind === "mark") + 1
  let [strange, spoken] = [false, false]
  for (let i = start; i < tokens.length; ) {
    const { kind, lower } = tokens[i]!
    if (i >= at && (kind === "mark" || words.REASONS.has(lower))) break
    if (kind === "mark" && i < own) {
      if (strange && !spoken) return true
      strange = spoken = false
    }
    const named = kind === "mark" ? null : (mentionAt(tokens, i, true) ?? actAt(tokens, i))
    const known = cueAt(tokens, i, words.KNOWN)
    spoken ||= named !== null || isPath(tokens[i])
    strange ||= kind !== "mark" && named === null && known === 0 && !isPath(tokens[i])
    i = Math.max(i + 1, i + known, named?.end ?? 0)
  }
  return strange
}
